#include "scheduling/sampling/surw.h"

#include <algorithm>

namespace explorer {

bool SelectivelyUniformWalk::begin_execution(std::uint64_t execution) {
  random_ = Random(seed_, execution);
  values_.begin_execution(random_);
  fairness_.begin_execution();
  learning_.clear();
  priorities_.clear();
  left_.clear();
  intended_ = kNoThread;
  selected_ = profile_.draw_shared_object(random_);
  if (selected_ != 0) {
    profile_.count_touches(selected_, expected_);
    left_.assign(1, expected_.front());
  }
  return true;
}

void SelectivelyUniformWalk::thread_created(ThreadIndex parent, ThreadIndex child) {
  learning_.thread_created(parent, child);
  if (selected_ == 0) return;
  const std::uint32_t family = child < expected_.size() ? expected_[child] : 0;
  const std::size_t needed = std::max<std::size_t>(parent, child) + 1;
  if (left_.size() < needed) left_.resize(needed);
  left_[child] = family;
  left_[parent] -= std::min(left_[parent], family);
}

void SelectivelyUniformWalk::executed(const Event& event) {
  fairness_.executed(event);
  learning_.executed(event);
  if (event.thread < priorities_.size()) priorities_[event.thread] = 0;
  if (!is_selected(event.operation)) return;
  if (event.thread < left_.size() && left_[event.thread] > 0) --left_[event.thread];
  if (event.thread == intended_) intended_ = kNoThread;
}

std::uint32_t SelectivelyUniformWalk::weight(ThreadIndex thread,
                                             const SchedulingPoint& point) const {
  const std::uint32_t left = thread < left_.size() ? left_[thread] : 0;
  // Whatever the profile said, an operation that is pending is there.
  return is_selected(point.pending[thread]) ? std::max(left, 1U) : left;
}

void SelectivelyUniformWalk::draw_intended(std::span<const ThreadIndex> candidates,
                                           const SchedulingPoint& point) {
  std::uint32_t total = 0;
  for (const ThreadIndex thread : candidates) total += weight(thread, point);
  intended_ = kNoThread;
  if (total == 0) return;
  std::uint32_t rest = random_.below(total);
  for (const ThreadIndex thread : candidates) {
    const std::uint32_t mine = weight(thread, point);
    if (rest < mine) {
      intended_ = thread;
      return;
    }
    rest -= mine;
  }
}

ThreadIndex SelectivelyUniformWalk::choose_thread(const SchedulingPoint& point) {
  const std::span<const ThreadIndex> candidates = fairness_.candidates(point);
  if (priorities_.size() < point.pending.size()) priorities_.resize(point.pending.size());
  if (intended_ == kNoThread) draw_intended(candidates, point);

  ThreadIndex chosen = kNoThread;
  for (const ThreadIndex thread : candidates) {
    if (priorities_[thread] == 0) priorities_[thread] = random_.next() | 1U;
    const bool held_back = thread != intended_ && is_selected(point.pending[thread]);
    if (held_back) continue;
    if (chosen == kNoThread || priorities_[thread] > priorities_[chosen]) chosen = thread;
  }
  if (chosen != kNoThread) return chosen;
  // The intended thread cannot run: everybody here waits to touch the object.
  draw_intended(candidates, point);
  return intended_;
}

std::uint16_t SelectivelyUniformWalk::choose_value(ChoiceKind kind, ThreadIndex,
                                                   std::uint16_t count) {
  return values_.choose(random_, kind, count);
}

void SelectivelyUniformWalk::end_execution(bool) { std::swap(profile_, learning_); }

}  // namespace explorer
