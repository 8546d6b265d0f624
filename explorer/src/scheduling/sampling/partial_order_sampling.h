// Partial order sampling: every pending operation has a random priority, drawn anew whenever an
// operation it depends on has run (Yuan, Yang and Gu, CAV 2018). Samples partial orders much more
// evenly than a random walk; no parameters. Thread-safety: that of Strategy.
#pragma once

#include "scheduling/fairness.h"
#include "scheduling/random.h"
#include "scheduling/sampling/value_sampler.h"
#include "scheduling/strategy.h"

namespace explorer {

class PartialOrderSampling final : public Strategy {
 public:
  explicit PartialOrderSampling(std::uint64_t seed) : seed_(seed) {}

  bool begin_execution(std::uint64_t execution) override;
  ThreadIndex choose_thread(const SchedulingPoint& point) override;
  std::uint16_t choose_value(ChoiceKind kind, ThreadIndex thread, std::uint16_t count) override;
  void executed(const Event& event) override;
  void thread_created(ThreadIndex, ThreadIndex) override {}
  void end_execution(bool) override {}

 private:
  std::uint64_t seed_;
  Random random_;
  Fairness fairness_;
  ValueSampler values_;
  PoolVector<std::uint64_t> priorities_;  // Of each thread's pending operation; 0: none drawn yet.
  PoolVector<Operation> executed_;        // Since the last choice.
};

}  // namespace explorer
