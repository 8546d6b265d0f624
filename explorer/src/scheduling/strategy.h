// The oracle that decides a schedule. The runtime asks, the strategy answers.
//
// A strategy sees thread and object indices and pending operations, never live objects, clocks or
// reports. Same seed and same questions give the same answers. It is called from whichever thread
// is running, one at a time; it must neither block, nor throw, nor (after warm-up) allocate.
// Decorators (replay, determinism check, portfolio, recording) are strategies too.
#pragma once

#include <cstdint>
#include <span>
#include <utility>

#include "trace/operation.h"
#include "trace/trace.h"

namespace explorer {

// What the runtime shows at a point where the next thread is chosen.
//
// `runnable` lists, each once, in no particular but reproducible order, the threads whose pending
// operation could proceed now. `pending[t]` is thread t's pending operation, valid for every live
// thread. `current` is the thread that ran last (kNoThread at the first point or when it has
// ended); leaving it while it is in `runnable` is a preemption.
struct SchedulingPoint {
  std::uint32_t step = 0;
  ThreadIndex current = kNoThread;
  bool current_runnable = false;
  // The current thread just yielded or has spun without seeing anything new: fair strategies
  // should prefer others.
  bool current_spinning = false;
  // Leaving the current thread here goes unnoticed: see trace/dependence.h.
  bool unnoticed = false;
  std::span<const ThreadIndex> runnable;
  std::span<const Operation> pending;  // Indexed by thread.
};

// The choice that needs no explanation: stay on the current thread; if that is impossible or only
// spins, the first other thread. Recorded choices say whether they are usual, so that tokens and
// minimisation deal with the unusual ones only. Requires: point.runnable is not empty.
[[nodiscard]] inline ThreadIndex usual_thread(const SchedulingPoint& point) {
  if (point.current_runnable && !point.current_spinning) return point.current;
  const ThreadIndex first = point.runnable.front();
  return first != point.current || point.runnable.size() == 1 ? first : point.runnable[1];
}

class Strategy {
 public:
  virtual ~Strategy() = default;

  // Starts execution number `execution` (from 0). False: the strategy has nothing left to try.
  [[nodiscard]] virtual bool begin_execution(std::uint64_t execution) = 0;

  // Requires: point.runnable has at least two members; with one there is nothing to choose, so the
  // runtime neither asks nor records a choice. Returns one of its members. The runtime may ask
  // stays() first, where the current thread can go on and is not spinning.
  [[nodiscard]] virtual ThreadIndex choose_thread(const SchedulingPoint& point) = 0;

  // Requires: count >= 2. Returns a value below count. Value 0 is always the undramatic answer
  // (first waiter, no spurious wake, no early timeout, success).
  [[nodiscard]] virtual std::uint16_t choose_value(ChoiceKind kind, ThreadIndex thread,
                                                   std::uint16_t count) = 0;

  // Whether executed() must be told of the next event. What is false here may be true after the
  // next question.
  [[nodiscard]] bool wants_events() const { return wants_events_; }

  // Whether the answer to the question that would be asked now is to stay on the current thread,
  // known beforehand. Requires: the current thread can go on and is not spinning; `unnoticed` is
  // the point's. Asking counts as the question; where this is false it is still to be asked.
  [[nodiscard]] bool stays(bool unnoticed) {
    if (unnoticed && passes_by_) return true;
    if (stays_ == 0) return false;
    --stays_;
    return true;
  }

  // An operation has taken effect, or its thread has parked in it. Exactly one event per choice of
  // a thread (asked for or not); the choices of values it needed come between the two.
  virtual void executed(const Event& event) = 0;

  // A thread has been created; its first operation (thread_start) is pending. Comes before the
  // thread_create event is reported to executed(). Thread 0 exists from begin_execution() on.
  virtual void thread_created(ThreadIndex parent, ThreadIndex child) = 0;

  // The execution is over; `failed` when it ended in a finding.
  virtual void end_execution(bool failed) = 0;

  // True when every schedule within the strategy's stated bounds has been run.
  [[nodiscard]] virtual bool exhausted() const { return false; }

 protected:
  // Not virtual: the runtime asks at every step.
  void set_wants_events(bool wants) { wants_events_ = wants; }
  // So many of the next questions for which stays() is meant are answered already.
  void set_stays(std::uint32_t stays) { stays_ = stays; }
  // Whether threads are never left where that would go unnoticed.
  void set_passes_by(bool passes_by) { passes_by_ = passes_by; }
  // For decorators: what `inner` has answered already is answered.
  void take_stays(Strategy& inner) {
    stays_ = std::exchange(inner.stays_, 0);
    passes_by_ = inner.passes_by_;
  }

 private:
  bool wants_events_ = true;
  bool passes_by_ = false;
  std::uint32_t stays_ = 0;
};

}  // namespace explorer
