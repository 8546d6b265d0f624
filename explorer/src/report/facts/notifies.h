// Which notify a waiter that sleeps for ever has missed, and how.
#pragma once

#include <cstddef>

#include "report/evidence.h"

namespace explorer {

enum class MissedNotify {
  none,            // Nobody notified at all.
  went_elsewhere,  // A notify_one came while it waited, and woke another waiter.
  came_too_early,  // It was sent before this thread waited.
};

struct NotifyMiss {
  MissedNotify how = MissedNotify::none;
  std::size_t notify = 0;  // Position of the notify, unless none.
  std::size_t wait = 0;    // Position of the waiter's last step into the wait.
};

// For thread `waiter`, blocked at the end in a wait on `object` (condition variable, futex or
// semaphore). The last such notify is the one named. O(events).
[[nodiscard]] NotifyMiss missed_notify(const Trace& trace, ThreadIndex waiter, ObjectIndex object);

}  // namespace explorer
