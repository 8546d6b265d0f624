// Which events of an execution could change places, as systematic search needs to know.
#pragma once

#include "trace/operation.h"
#include "trace/trace.h"

namespace explorer {

// dependent(Operation, Operation) for events that have happened. Knows more: the threads, so that
// program order and creating, starting, ending and joining count, and the outcomes.
// Symmetric. Errs towards true.
[[nodiscard]] bool dependent(const Event& a, const Event& b);

// Why `later` came after `earlier`.
enum class OrderKind : std::uint8_t {
  raced,     // It could as well have come before: two locks of a mutex, a store and a load.
  caused,    // It is a consequence: of its thread's creation, of a notification.
  excluded,  // It had to wait: for the lock that `earlier` set free. It may still have come before
             // whoever took that lock.
};

// Requires: dependent(earlier, later), different threads. Errs towards raced.
[[nodiscard]] OrderKind order_kind(const Event& earlier, const Event& later);

// The lock that the event has taken or set free, 0 if none.
[[nodiscard]] ObjectIndex lock_taken(const Event& event);
[[nodiscard]] ObjectIndex lock_freed(const Event& event);
// The lock without which the event could not have happened, 0 if none: attempts and timed locks
// happen while somebody else holds the lock, too.
[[nodiscard]] ObjectIndex awaited_lock(const Event& event);

}  // namespace explorer
