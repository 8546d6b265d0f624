// Probabilistic concurrency testing: runs the thread of highest random priority and lowers a
// priority at few random points (Burckhardt, Kothari, Musuvathi and Nagarakatte, ASPLOS 2010).
//
// With n threads and k points, a bug that needs `depth` ordering constraints is found in an
// execution with probability at least 1 / (n * k^(depth-1)). k is learnt from earlier executions;
// points with one runnable thread do not count. Thread-safety: that of Strategy.
#pragma once

#include "scheduling/fairness.h"
#include "scheduling/random.h"
#include "scheduling/sampling/value_sampler.h"
#include "scheduling/strategy.h"

namespace explorer {

class Pct final : public Strategy {
 public:
  // Requires: depth >= 1.
  explicit Pct(std::uint64_t seed, std::uint32_t depth = 3) : seed_(seed), depth_(depth) {}

  bool begin_execution(std::uint64_t execution) override;
  ThreadIndex choose_thread(const SchedulingPoint& point) override;
  std::uint16_t choose_value(ChoiceKind kind, ThreadIndex thread, std::uint16_t count) override;
  void executed(const Event& event) override { fairness_.executed(event); }
  void thread_created(ThreadIndex parent, ThreadIndex child) override;
  void end_execution(bool failed) override;

 private:
  using Priority = std::int64_t;

  void give_random_priority(ThreadIndex thread);
  [[nodiscard]] ThreadIndex highest(std::span<const ThreadIndex> threads);

  std::uint64_t seed_;
  std::uint32_t depth_;
  Random random_;
  Fairness fairness_;
  ValueSampler values_;
  PoolVector<Priority> priorities_;          // By thread; higher runs first.
  PoolVector<std::uint32_t> change_points_;  // Numbers of points, the next one last.
  Priority lowest_ = 0;                      // Of those given at change points.
  std::uint32_t points_ = 0;                 // In this execution.
  std::uint32_t expected_points_ = 32;       // The most seen in one execution.
};

}  // namespace explorer
