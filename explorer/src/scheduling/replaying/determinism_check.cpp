#include "scheduling/replaying/determinism_check.h"

#include <utility>

namespace explorer {
namespace {

// Call sites are left out: they are addresses, and what they could tell the kind tells.
bool same(const Event& a, const Event& b) {
  const Operation& x = a.operation;
  const Operation& y = b.operation;
  return a.thread == b.thread && a.outcome == b.outcome && x.kind == y.kind &&
         x.object == y.object && x.second_object == y.second_object && x.peer == y.peer &&
         x.size == y.size && a.virtual_nanoseconds == b.virtual_nanoseconds;
}

std::string describe(const Event& event) {
  std::string text = "thread " + std::to_string(event.thread) + " to " + name(event.operation.kind);
  if (event.operation.object != 0) text += " object " + std::to_string(event.operation.object);
  return text;
}

}  // namespace

bool DeterminismCheck::begin_execution(std::uint64_t execution) {
  repeated_ = 0;
  if (execution % 2 == 0) {
    replay_.reset();
    events_.clear();
    return recorder_.begin_execution(execution / 2);
  }
  replay_.emplace(std::vector<Choice>(recorder_.choices()));
  return replay_->begin_execution(0);
}

ThreadIndex DeterminismCheck::choose_thread(const SchedulingPoint& point) {
  return replay_ ? replay_->choose_thread(point) : recorder_.choose_thread(point);
}

std::uint16_t DeterminismCheck::choose_value(ChoiceKind kind, ThreadIndex thread,
                                             std::uint16_t count) {
  return replay_ ? replay_->choose_value(kind, thread, count)
                 : recorder_.choose_value(kind, thread, count);
}

void DeterminismCheck::executed(const Event& event) {
  if (replay_) {
    compare(event);
    replay_->executed(event);
  } else {
    events_.push_back(event);
    recorder_.executed(event);
  }
}

void DeterminismCheck::thread_created(ThreadIndex parent, ThreadIndex child) {
  if (!replay_) recorder_.thread_created(parent, child);
}

void DeterminismCheck::compare(const Event& event) {
  if (repeated_ >= events_.size()) {
    differ(event.step, "the end of the execution", describe(event));
  } else if (!same(events_[repeated_], event)) {
    const std::string expected = describe(events_[repeated_]);
    const std::string actual = describe(event);
    differ(event.step, expected,
           expected == actual ? "it did with another outcome or value" : "it was " + actual);
  }
  ++repeated_;
}

void DeterminismCheck::differ(std::uint32_t step, std::string expected, std::string actual) {
  if (difference_) return;
  difference_ = Divergence{step, 0, std::move(expected), std::move(actual)};
}

void DeterminismCheck::end_execution(bool failed) {
  if (!replay_) {
    recorder_.end_execution(failed);
    return;
  }
  replay_->end_execution(failed);
  if (repeated_ < events_.size()) {
    differ(static_cast<std::uint32_t>(repeated_), describe(events_[repeated_]),
           "the execution had ended");
  }
  if (!difference_ && replay_->divergence()) difference_ = replay_->divergence();
}

bool DeterminismCheck::exhausted() const { return inner_.exhausted() && replay_.has_value(); }

}  // namespace explorer
