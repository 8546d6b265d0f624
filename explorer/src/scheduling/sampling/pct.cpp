#include "scheduling/sampling/pct.h"

#include <algorithm>
#include <functional>

namespace explorer {

bool Pct::begin_execution(std::uint64_t execution) {
  random_ = Random(seed_, execution);
  values_.begin_execution(random_);
  fairness_.begin_execution();
  points_ = 0;
  lowest_ = 0;
  change_points_.clear();
  const std::uint32_t wanted = std::min(depth_ - 1, expected_points_);
  while (change_points_.size() < wanted) {
    const std::uint32_t point = 1 + random_.below(expected_points_);
    if (std::ranges::find(change_points_, point) == change_points_.end()) {
      change_points_.push_back(point);
    }
  }
  std::ranges::sort(change_points_, std::greater<>());
  priorities_.clear();
  give_random_priority(0);
  return true;
}

void Pct::give_random_priority(ThreadIndex thread) {
  if (thread >= priorities_.size()) priorities_.resize(thread + 1U);
  // Above all that change points give; ties are too rare to matter and are broken by position.
  priorities_[thread] = 1 + static_cast<Priority>(random_.next() >> 2);
}

void Pct::thread_created(ThreadIndex, ThreadIndex child) { give_random_priority(child); }

ThreadIndex Pct::highest(std::span<const ThreadIndex> threads) {
  return *std::ranges::max_element(threads, {},
                                   [&](ThreadIndex thread) { return priorities_[thread]; });
}

ThreadIndex Pct::choose_thread(const SchedulingPoint& point) {
  ++points_;
  // A thread that waits by spinning would keep the priority those it waits for need.
  if (point.current_spinning) priorities_[point.current] = --lowest_;
  const std::span<const ThreadIndex> candidates = fairness_.candidates(point);
  ThreadIndex chosen = highest(candidates);
  while (!change_points_.empty() && change_points_.back() <= points_) {
    change_points_.pop_back();
    priorities_[chosen] = --lowest_;
    chosen = highest(candidates);
  }
  return chosen;
}

std::uint16_t Pct::choose_value(ChoiceKind kind, ThreadIndex, std::uint16_t count) {
  return values_.choose(random_, kind, count);
}

void Pct::end_execution(bool) { expected_points_ = std::max(expected_points_, points_); }

}  // namespace explorer
