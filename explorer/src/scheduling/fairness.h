// Keeps threads that only wait by spinning from starving those they wait for.
//
// A thread seen spinning may not run again before every other runnable thread has made a step:
// the rule of CHESS's fair scheduler (Musuvathi and Qadeer, PLDI 2008). Without spinners it costs
// one store per step. Thread-safety: none; owned by one strategy.
#pragma once

#include <cstdint>
#include <span>

#include "scheduling/strategy.h"
#include "trace/memory_pool.h"

namespace explorer {

class Fairness {
 public:
  void begin_execution();

  // The members of point.runnable that may be chosen; never empty. Valid until the next call.
  [[nodiscard]] std::span<const ThreadIndex> candidates(const SchedulingPoint& point) {
    if (point.current_spinning) mark(point.current);
    if (spinners_ == 0) [[likely]]
      return point.runnable;
    return without_spinners(point);
  }

  void executed(const Event& event) {
    if (event.thread >= threads_.size()) threads_.resize(event.thread + 1U);
    Turn& turn = threads_[event.thread];
    turn.last_step = ++steps_;
    if (turn.spun_at != 0) {
      turn.spun_at = 0;
      --spinners_;
    }
  }

 private:
  struct Turn {
    std::uint64_t last_step = 0;
    std::uint64_t spun_at = 0;  // 0: not spinning.
  };

  void mark(ThreadIndex thread);
  std::span<const ThreadIndex> without_spinners(const SchedulingPoint& point);

  // Counts on through all executions, so that a new one need not clear the table.
  std::uint64_t steps_ = 1;
  std::uint32_t spinners_ = 0;
  PoolVector<Turn> threads_;
  PoolVector<ThreadIndex> allowed_;
};

}  // namespace explorer
