#include "report/facts/notifies.h"

namespace explorer {
namespace {

bool is_wait(OperationKind kind) {
  using enum OperationKind;
  return kind == condvar_wait || kind == condvar_timed_wait || kind == futex_wait ||
         kind == futex_timed_wait || kind == semaphore_wait || kind == semaphore_timed_wait;
}

bool is_notify(OperationKind kind) {
  using enum OperationKind;
  return kind == condvar_notify_one || kind == condvar_notify_all || kind == futex_wake ||
         kind == semaphore_post;
}

}  // namespace

NotifyMiss missed_notify(const Trace& trace, ThreadIndex waiter, ObjectIndex object) {
  NotifyMiss miss;
  miss.wait = trace.events.size();
  for (std::size_t i = 0; i < trace.events.size(); ++i) {
    const Event& event = trace.events[i];
    if (event.operation.object != object) {
      continue;
    }
    if (event.thread == waiter && is_wait(event.operation.kind)) {
      miss.wait = i;
    } else if (event.thread != waiter && is_notify(event.operation.kind)) {
      miss.notify = i;
      miss.how = MissedNotify::came_too_early;
    }
  }
  if (miss.how != MissedNotify::none && miss.notify > miss.wait) {
    miss.how = MissedNotify::went_elsewhere;
  }
  return miss;
}

}  // namespace explorer
