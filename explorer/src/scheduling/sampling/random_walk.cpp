#include "scheduling/sampling/random_walk.h"

#include <bit>

namespace explorer {

bool RandomWalk::begin_execution(std::uint64_t execution) {
  constexpr unsigned kHalvings[] = {0, 1, 2, 4};
  random_ = Random(seed_, execution);
  halvings_ = kHalvings[random_.below(4)];
  values_.begin_execution(random_);
  fairness_.begin_execution();
  // Mostly, but not always: somebody may look.
  set_passes_by(random_.below(4) != 0);
  set_wants_events(fairness_.wants_events());
  draw_stays();
  return true;
}

// Each bit of the word stands for a point and is set, independently of the others, with the
// probability of leaving it.
void RandomWalk::draw_stays() {
  leaves_ = true;
  set_stays(0);
  if (halvings_ == 0) return;
  std::uint64_t leaves = random_.next();
  for (unsigned i = 1; i < halvings_; ++i) leaves &= random_.next();
  leaves_ = leaves != 0;
  set_stays(static_cast<std::uint32_t>(std::countr_zero(leaves)));
}

bool RandomWalk::goes_on(bool unnoticed) {
  if (stays(unnoticed)) return true;
  return (halvings_ > 0 || !leaves_) && goes_on_after_drawing(unnoticed);
}

bool RandomWalk::goes_on_after_drawing(bool unnoticed) {
  // None of a whole word's points was to be left: the rest of the stay is drawn here.
  while (!leaves_) {
    draw_stays();
    if (stays(unnoticed)) return true;
  }
  draw_stays();
  return false;
}

ThreadIndex RandomWalk::choose_thread(const SchedulingPoint& point) {
  if (!fairness_.has_no_say(point)) [[unlikely]]
    return choose_fairly(point);
  set_wants_events(fairness_.wants_events());
  if (point.current_runnable && goes_on(point.unnoticed)) return point.current;
  return any_of(point.runnable);
}

ThreadIndex RandomWalk::choose_fairly(const SchedulingPoint& point) {
  const std::span<const ThreadIndex> candidates = fairness_.candidates(point);
  set_wants_events(fairness_.wants_events());
  if (point.current_runnable && !point.current_spinning && goes_on(point.unnoticed)) {
    return point.current;
  }
  return any_of(candidates);
}

ThreadIndex RandomWalk::any_of(std::span<const ThreadIndex> threads) {
  return threads[random_.below(static_cast<std::uint32_t>(threads.size()))];
}

std::uint16_t RandomWalk::choose_value(ChoiceKind kind, ThreadIndex, std::uint16_t count) {
  return values_.choose(random_, kind, count);
}

}  // namespace explorer
