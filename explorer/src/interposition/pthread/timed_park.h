// What timed operations have in common: park until the object is free or the deadline passes.
#pragma once

#include "runtime/execution.h"

namespace explorer {

// The pending operation cannot proceed: parks `self` among the contenders of `object` until
// somebody makes it runnable or the deadline passes. Returns false in the latter case, after
// recording the time-out.
inline bool park_among_contenders(Execution& x, ControlledThread& self, SyncObject& object,
                                  std::int64_t deadline) {
  const Operation operation = x.pending(self);
  const bool at_once = deadline <= x.clock().now() || x.timeout_first(self);
  x.park_until(self, deadline);
  x.done(self, Outcome::blocked);
  x.announce(self, operation);
  x.contend_for(object.contenders, self);
  if (at_once) {
    x.wake(self, WakeReason::timed_out);
    x.make_runnable(self);
  }
  x.wait_for_turn(self, object);
  if (self.wake_reason == WakeReason::timed_out) {
    x.reach(deadline);
    x.done(self, Outcome::timed_out);
    return false;
  }
  x.wake(self, WakeReason::notified);
  return true;
}

}  // namespace explorer
