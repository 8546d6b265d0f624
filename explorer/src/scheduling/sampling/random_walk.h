// Picks any runnable thread with equal probability, or stays on the current one with a probability
// drawn per schedule: switching at every point keeps queues near empty and never lets one thread
// run far ahead, never switching finds nothing. How long to stay is drawn once, not at every point.
// In most schedules threads are not left where that would go unnoticed, so that the other points
// get more of the switches; in the rest they may be, in case somebody looks. Thread-safety: that of
// Strategy.
#pragma once

#include "scheduling/fairness.h"
#include "scheduling/random.h"
#include "scheduling/sampling/value_sampler.h"
#include "scheduling/strategy.h"

namespace explorer {

class RandomWalk final : public Strategy {
 public:
  explicit RandomWalk(std::uint64_t seed) : seed_(seed) {}

  bool begin_execution(std::uint64_t execution) override;
  ThreadIndex choose_thread(const SchedulingPoint& point) override;
  std::uint16_t choose_value(ChoiceKind kind, ThreadIndex thread, std::uint16_t count) override;
  void executed(const Event& event) override { fairness_.executed(event); }
  void thread_created(ThreadIndex, ThreadIndex) override {}
  void end_execution(bool) override {}

 private:
  // With regard to those that spin.
  [[gnu::noinline]] ThreadIndex choose_fairly(const SchedulingPoint& point);
  ThreadIndex any_of(std::span<const ThreadIndex> threads);
  void draw_stays();
  bool goes_on(bool unnoticed);
  [[gnu::noinline]] bool goes_on_after_drawing(bool unnoticed);

  std::uint64_t seed_;
  Random random_;
  Fairness fairness_;
  ValueSampler values_;
  unsigned halvings_ = 0;  // A point is left with probability 1/2 to this power.
  bool leaves_ = true;     // At the point after those at which it stays.
};

}  // namespace explorer
