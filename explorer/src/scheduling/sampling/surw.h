// Selectively uniform random walk: samples the interleavings of the operations on one shared object
// uniformly, the rest at random (Zhao, Wolff, Mathur and Roychoudhury, ASPLOS 2025).
//
// The first execution is a profile: it tells how many operations on each object each thread is to
// be expected to make. Every later one draws an object, keeps one intended thread, drawn in
// proportion to the operations on the object it has left, and holds back the other threads'
// operations on the object until the intended thread has made its own. An object or a count that
// turns out otherwise costs uniformity, never progress. Thread-safety: that of Strategy.
#pragma once

#include "scheduling/fairness.h"
#include "scheduling/random.h"
#include "scheduling/sampling/execution_profile.h"
#include "scheduling/sampling/value_sampler.h"
#include "scheduling/strategy.h"

namespace explorer {

class SelectivelyUniformWalk final : public Strategy {
 public:
  explicit SelectivelyUniformWalk(std::uint64_t seed) : seed_(seed) {}

  bool begin_execution(std::uint64_t execution) override;
  ThreadIndex choose_thread(const SchedulingPoint& point) override;
  std::uint16_t choose_value(ChoiceKind kind, ThreadIndex thread, std::uint16_t count) override;
  void executed(const Event& event) override;
  void thread_created(ThreadIndex parent, ThreadIndex child) override;
  void end_execution(bool failed) override;

 private:
  [[nodiscard]] bool is_selected(const Operation& operation) const {
    return selected_ != 0 &&
           (operation.object == selected_ || operation.second_object == selected_);
  }
  void draw_intended(std::span<const ThreadIndex> candidates, const SchedulingPoint& point);
  [[nodiscard]] std::uint32_t weight(ThreadIndex thread, const SchedulingPoint& point) const;

  std::uint64_t seed_;
  Random random_;
  Fairness fairness_;
  ValueSampler values_;
  ExecutionProfile profile_;   // Of the last execution.
  ExecutionProfile learning_;  // Of this one.
  ObjectIndex selected_ = 0;
  ThreadIndex intended_ = kNoThread;
  PoolVector<std::uint32_t> expected_;  // By thread: selected operations of its whole family.
  PoolVector<std::uint32_t> left_;      // By thread: those not yet made, of children not yet made.
  PoolVector<std::uint64_t> priorities_;  // Of pending operations; 0: none drawn yet.
};

}  // namespace explorer
