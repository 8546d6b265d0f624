// Keeps threads that only wait by spinning from starving those they wait for.
//
// A thread seen spinning may not run again before every other runnable thread has made a step:
// the rule of CHESS's fair scheduler (Musuvathi and Qadeer, PLDI 2008). What counts as spinning is
// a guess: to look at a location a few times need not mean to wait for it. Searches that are to
// miss nothing let a thread look more than once, without effect in between, before they believe it.
// Without spinners it costs a few instructions per step. Thread-safety: none; owned by one
// strategy.
#pragma once

#include <cstdint>
#include <span>

#include "scheduling/strategy.h"
#include "trace/memory/memory_pool.h"

namespace explorer {

class Fairness {
 public:
  // Looks in a row at which a thread still counts as working.
  static constexpr std::uint32_t kThorough = 4;

  explicit Fairness(std::uint32_t patience = 0) : patience_(patience) {}

  void begin_execution();

  // The members of point.runnable that may be chosen; never empty. Valid until the next call.
  [[nodiscard]] std::span<const ThreadIndex> candidates(const SchedulingPoint& point) {
    if (point.current_spinning) mark(point.current);
    if (spinners_ == 0) [[likely]]
      return point.runnable;
    return without_spinners(point);
  }
  // Whether these are all of point.runnable, and there is nothing to be noted.
  [[nodiscard]] bool has_no_say(const SchedulingPoint& point) const {
    return !point.current_spinning && spinners_ == 0;
  }

  // Whether executed() must be told of the next event: without patience, only those count that
  // happen while somebody spins.
  [[nodiscard]] bool wants_events() const { return spinners_ > 0 || patience_ > 0; }

  void executed(const Event& event) {
    if (event.thread >= threads_.size()) threads_.resize(event.thread + 1U);
    Turn& turn = threads_[event.thread];
    turn.last_step = ++steps_;
    if (!is_look(event)) turn.looks = 0;
    if (turn.spun_at != 0) {
      turn.spun_at = 0;
      --spinners_;
    }
  }

 private:
  struct Turn {
    std::uint64_t last_step = 0;
    std::uint64_t spun_at = 0;  // 0: not spinning.
    std::uint32_t looks = 0;    // In a row.
  };

  // An event that changes nothing for anybody.
  static bool is_look(const Event& event) {
    return event.operation.access == Access::read || event.outcome == Outcome::refused ||
           event.operation.kind == OperationKind::yield;
  }

  void mark(ThreadIndex thread);
  std::span<const ThreadIndex> without_spinners(const SchedulingPoint& point);

  std::uint32_t patience_;
  // Counts on through all executions, so that a new one need not clear the table.
  std::uint64_t steps_ = 1;
  std::uint32_t spinners_ = 0;
  PoolVector<Turn> threads_;
  PoolVector<ThreadIndex> allowed_;
};

}  // namespace explorer
