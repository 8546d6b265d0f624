#include "scheduling/fairness.h"

#include <algorithm>

namespace explorer {

void Fairness::begin_execution() {
  for (Turn& turn : threads_) {
    turn.spun_at = 0;
    turn.looks = 0;
  }
  spinners_ = 0;
}

void Fairness::mark(ThreadIndex thread) {
  if (thread == kNoThread) return;
  if (thread >= threads_.size()) threads_.resize(thread + 1U);
  Turn& turn = threads_[thread];
  if (++turn.looks <= patience_) return;
  if (turn.spun_at == 0) ++spinners_;
  turn.spun_at = steps_;
}

std::span<const ThreadIndex> Fairness::without_spinners(const SchedulingPoint& point) {
  threads_.resize(std::max(threads_.size(), point.pending.size()));
  allowed_.clear();
  for (const ThreadIndex thread : point.runnable) {
    const std::uint64_t spun_at = threads_[thread].spun_at;
    const bool all_others_have_run =
        spun_at == 0 || std::ranges::all_of(point.runnable, [&](ThreadIndex other) {
          return other == thread || threads_[other].last_step > spun_at;
        });
    if (all_others_have_run) allowed_.push_back(thread);
  }
  // The spinner whose turn came first waits only for threads that are not spinning, and those are
  // allowed; so this happens only where nobody is left to wait for.
  if (allowed_.empty()) return point.runnable;
  return allowed_;
}

}  // namespace explorer
