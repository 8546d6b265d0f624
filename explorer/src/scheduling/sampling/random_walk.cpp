#include "scheduling/sampling/random_walk.h"

namespace explorer {

bool RandomWalk::begin_execution(std::uint64_t execution) {
  constexpr std::uint32_t kSwitchPercents[] = {100, 50, 20, 5};
  random_ = Random(seed_, execution);
  switch_percent_ = kSwitchPercents[random_.below(4)];
  values_.begin_execution(random_);
  fairness_.begin_execution();
  set_wants_events(fairness_.wants_events());
  return true;
}

ThreadIndex RandomWalk::choose_thread(const SchedulingPoint& point) {
  const std::span<const ThreadIndex> candidates = fairness_.candidates(point);
  set_wants_events(fairness_.wants_events());
  if (point.current_runnable && !point.current_spinning && switch_percent_ != 100 &&
      !random_.chance(switch_percent_, 100)) {
    return point.current;
  }
  return candidates[random_.below(static_cast<std::uint32_t>(candidates.size()))];
}

std::uint16_t RandomWalk::choose_value(ChoiceKind kind, ThreadIndex, std::uint16_t count) {
  return values_.choose(random_, kind, count);
}

}  // namespace explorer
