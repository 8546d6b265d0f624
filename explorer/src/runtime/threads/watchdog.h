// Ends executions in which a thread runs in a loop that contains no operation that is a point.
#pragma once

#include <signal.h>
#include <time.h>

namespace explorer {

// While it lives, an execution that makes no step for kLimit seconds of processor time ends with
// the finding busy_wait, as soon as its running thread is found in the program's own code; wherever
// it is, after kLibraryLimit seconds. It is processor time that counts, so that a busy machine
// changes nothing. One at a time; created by the thread that runs the executions. Costs a signal
// every half second. Without effect where the system has no such timers.
class Watchdog {
 public:
  static constexpr int kLimit = 2;
  static constexpr int kLibraryLimit = 4;

  Watchdog();
  ~Watchdog();
  Watchdog(const Watchdog&) = delete;
  Watchdog& operator=(const Watchdog&) = delete;

  // The signal it uses: threads that run executions must not block it.
  static constexpr int kSignal = SIGVTALRM;

 private:
  bool active_ = false;
  timer_t timer_{};
  struct sigaction saved_{};
};

}  // namespace explorer
