#include "scheduling/replaying/guided.h"

#include <algorithm>
#include <utility>

namespace explorer {
namespace {

std::uint32_t count_question(std::vector<std::uint32_t>& questions, ThreadIndex thread) {
  if (thread >= questions.size()) questions.resize(thread + 1U);
  return questions[thread]++;
}

}  // namespace

Outline outline_of(const Trace& trace) {
  Outline outline;
  for (const Event& event : trace.events) {
    if (outline.blocks.empty() || outline.blocks.back().thread != event.thread) {
      outline.blocks.push_back({event.thread, 0});
    }
    ++outline.blocks.back().steps;
  }
  std::vector<std::uint32_t> questions;
  for (const Choice& choice : trace.choices) {
    // A question of the step in which the execution ended has no event.
    if (choice.kind == ChoiceKind::thread || choice.step >= trace.events.size()) continue;
    const ThreadIndex thread = trace.events[choice.step].thread;
    const std::uint32_t ordinal = count_question(questions, thread);
    if (choice.value != 0) outline.answers.push_back({thread, ordinal, choice.value});
  }
  return outline;
}

Guided::Guided(Outline outline) : outline_(std::move(outline)) {}

bool Guided::begin_execution(std::uint64_t execution) {
  block_ = 0;
  steps_left_ = outline_.blocks.empty() ? 0 : outline_.blocks.front().steps;
  questions_.clear();
  return execution == 0;
}

ThreadIndex Guided::choose_thread(const SchedulingPoint& point) {
  for (std::size_t ahead = block_; ahead < outline_.blocks.size(); ++ahead) {
    const ThreadIndex wanted = outline_.blocks[ahead].thread;
    const bool has_steps = ahead != block_ || steps_left_ > 0;
    if (has_steps && std::ranges::find(point.runnable, wanted) != point.runnable.end()) {
      return wanted;
    }
  }
  return usual_thread(point);
}

void Guided::executed(const Event& event) {
  // Whoever made the step, the outline goes on behind the first block that foresaw it.
  for (std::size_t ahead = block_; ahead < outline_.blocks.size(); ++ahead) {
    const std::uint32_t left = ahead == block_ ? steps_left_ : outline_.blocks[ahead].steps;
    if (outline_.blocks[ahead].thread != event.thread || left == 0) continue;
    block_ = ahead;
    steps_left_ = left - 1;
    return;
  }
}

std::uint16_t Guided::choose_value(ChoiceKind, ThreadIndex thread, std::uint16_t count) {
  const std::uint32_t ordinal = count_question(questions_, thread);
  for (const Outline::Answer& answer : outline_.answers) {
    if (answer.thread == thread && answer.ordinal == ordinal && answer.value < count) {
      return answer.value;
    }
  }
  return 0;
}

}  // namespace explorer
