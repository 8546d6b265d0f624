// Which events of an execution could change places, as systematic search needs to know.
#pragma once

#include "trace/operation.h"
#include "trace/trace.h"

namespace explorer {

// dependent(Operation, Operation) for events that have happened. Knows more: the threads, so that
// program order and creating, starting, ending and joining count, and the outcomes.
// Symmetric. Errs towards true.
[[nodiscard]] bool dependent(const Event& a, const Event& b);

// What of an event decides, in a few instructions, that another one does not depend on it: searches
// compare every event with thousands of earlier ones.
struct DependenceKey {
  enum Trait : std::uint8_t { thread_life = 1, time = 2, memory = 4, nameless = 8, question = 16 };
  ObjectIndex object = 0;
  ObjectIndex second_object = 0;
  ThreadIndex thread = 0;
  std::uint8_t traits = 0;
};
[[nodiscard]] DependenceKey dependence_key(const Event& event);

// False only where dependent() is; most often false where it is.
[[nodiscard]] inline bool may_depend(const DependenceKey& a, const DependenceKey& b) {
  using Key = DependenceKey;
  const unsigned common = a.traits & b.traits;
  const unsigned either = a.traits | b.traits;
  const bool shares =
      (a.object != 0 && (a.object == b.object || a.object == b.second_object)) ||
      (a.second_object != 0 && (a.second_object == b.object || a.second_object == b.second_object));
  const bool may_overlap = (common & Key::memory) != 0 && (either & Key::nameless) != 0;
  return shares || may_overlap || a.thread == b.thread || (either & Key::question) != 0 ||
         (common & (Key::thread_life | Key::time)) != 0;
}

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
