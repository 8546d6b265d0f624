#include "scheduling/sampling/partial_order_sampling.h"

#include <algorithm>

namespace explorer {

bool PartialOrderSampling::begin_execution(std::uint64_t execution) {
  random_ = Random(seed_, execution);
  values_.begin_execution(random_);
  fairness_.begin_execution();
  priorities_.clear();
  executed_.clear();
  return true;
}

void PartialOrderSampling::executed(const Event& event) {
  fairness_.executed(event);
  executed_.push_back(event.operation);
  // The thread's next operation is a new one.
  if (event.thread < priorities_.size()) priorities_[event.thread] = 0;
}

ThreadIndex PartialOrderSampling::choose_thread(const SchedulingPoint& point) {
  if (priorities_.size() < point.pending.size()) priorities_.resize(point.pending.size());
  for (const ThreadIndex thread : point.runnable) {
    const Operation& pending = point.pending[thread];
    const bool redraw =
        priorities_[thread] == 0 || std::ranges::any_of(executed_, [&](const Operation& other) {
          return dependent(other, pending);
        });
    if (redraw) priorities_[thread] = random_.next() | 1U;
  }
  executed_.clear();
  return *std::ranges::max_element(fairness_.candidates(point), {},
                                   [&](ThreadIndex thread) { return priorities_[thread]; });
}

std::uint16_t PartialOrderSampling::choose_value(ChoiceKind kind, ThreadIndex,
                                                 std::uint16_t count) {
  return values_.choose(random_, kind, count);
}

}  // namespace explorer
