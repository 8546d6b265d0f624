#include "scheduling/replaying/replay.h"

#include <algorithm>
#include <utility>

namespace explorer {
namespace {

std::string list(std::span<const ThreadIndex> threads) {
  std::string text = "only the threads";
  for (const ThreadIndex thread : threads) text += ' ' + std::to_string(thread);
  return text + " can run";
}

const char* name(ChoiceKind kind) {
  switch (kind) {
    case ChoiceKind::thread:
      return "which thread runs";
    case ChoiceKind::notified_waiter:
      return "which waiter is woken";
    case ChoiceKind::spurious_wake:
      return "whether a wait wakes spuriously";
    case ChoiceKind::timeout_first:
      return "whether a deadline passes first";
    case ChoiceKind::weak_failure:
      return "whether an attempt fails";
    case ChoiceKind::body_choice:
      return "explorer::choose";
  }
  return "an unknown question";
}

std::string question(const Choice& choice) {
  return std::string("the question ") + name(choice.kind) + " of " + std::to_string(choice.count) +
         " answers";
}

}  // namespace

std::string Divergence::describe() const {
  return "replay diverged at step " + std::to_string(step) + " (choice " +
         std::to_string(position) + "): expected " + expected + ", but " + actual;
}

Replay::Replay(Schedule schedule)
    : schedule_(std::move(schedule)), distance_(checkpoint_distance(schedule_.length)) {}

Replay::Replay(std::vector<Choice> recording) : Replay(schedule_of(recording, ScheduleSettings{})) {
  recording_ = std::move(recording);
}

bool Replay::begin_execution(std::uint64_t execution) {
  next_deviation_ = 0;
  next_checkpoint_ = 0;
  position_ = 0;
  step_ = 0;
  digest_ = ChoiceDigest{};
  divergence_.reset();
  return execution == 0;
}

void Replay::diverge(std::string expected, std::string actual) {
  if (divergence_) return;
  divergence_ = Divergence{step_, position_, std::move(expected), std::move(actual)};
}

std::optional<std::uint16_t> Replay::recorded() {
  if (divergence_ || next_deviation_ == schedule_.deviations.size()) return std::nullopt;
  const Deviation& deviation = schedule_.deviations[next_deviation_];
  if (deviation.position != position_) return std::nullopt;
  ++next_deviation_;
  return deviation.value;
}

void Replay::settle(const Choice& choice) {
  if (position_ >= schedule_.length) {
    diverge("the end of the execution after " + std::to_string(schedule_.length) + " choices",
            "it goes on with " + question(choice));
  } else if (!recording_.empty()) {
    const Choice& then = recording_[position_];
    if (then.kind != choice.kind || then.count != choice.count) {
      diverge(question(then), "it is " + question(choice));
    }
  }
  digest_.add(choice);
  ++position_;
  if (divergence_ || position_ % distance_ != 0) return;
  if (schedule_.checkpoints[next_checkpoint_++] != digest_.value()) {
    diverge("the recorded choices", "one of the last " + std::to_string(distance_) + " differed");
  }
}

ThreadIndex Replay::choose_thread(const SchedulingPoint& point) {
  step_ = point.step;
  ThreadIndex answer = usual_thread(point);
  if (const std::optional<std::uint16_t> wanted = recorded()) {
    if (std::ranges::find(point.runnable, *wanted) != point.runnable.end()) {
      answer = *wanted;
    } else {
      diverge("thread " + std::to_string(*wanted), list(point.runnable));
    }
  }
  settle({ChoiceKind::thread, static_cast<std::uint16_t>(point.runnable.size()), answer, point.step,
          answer == usual_thread(point)});
  return answer;
}

std::uint16_t Replay::choose_value(ChoiceKind kind, ThreadIndex, std::uint16_t count) {
  std::uint16_t answer = 0;
  if (const std::optional<std::uint16_t> wanted = recorded()) {
    if (*wanted < count) {
      answer = *wanted;
    } else {
      diverge("answer " + std::to_string(*wanted),
              "the question is " + question({kind, count, 0, step_, false}));
    }
  }
  settle({kind, count, answer, step_, answer == 0});
  return answer;
}

void Replay::end_execution(bool) {
  if (position_ < schedule_.length) {
    diverge(std::to_string(schedule_.length) + " choices",
            "the execution ended after " + std::to_string(position_));
  }
}

}  // namespace explorer
