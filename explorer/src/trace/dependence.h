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

// An operation that might as well have happened earlier, right after its thread's previous one, as
// far as others can tell who do not look without waiting (as try_lock does): releasing a lock,
// creating a thread, ending. A left mover, in the words of Lipton (CACM 1975).
[[nodiscard]] constexpr bool moves_left(OperationKind kind) {
  return kind == OperationKind::mutex_unlock || kind == OperationKind::rwlock_unlock ||
         kind == OperationKind::thread_create || kind == OperationKind::thread_exit;
}

// An operation that can take effect whenever its thread has its turn, as the taking of a lock
// cannot: common ones, not all.
[[nodiscard]] constexpr bool acts_at_once(OperationKind kind) {
  switch (kind) {
    case OperationKind::mutex_unlock:
    case OperationKind::condvar_wait:  // Waiting comes after it.
    case OperationKind::condvar_timed_wait:
    case OperationKind::condvar_notify_one:
    case OperationKind::condvar_notify_all:
    case OperationKind::semaphore_post:
    case OperationKind::futex_wake:
    case OperationKind::atomic_load:
    case OperationKind::atomic_store:
    case OperationKind::atomic_read_modify_write:
    case OperationKind::atomic_compare_exchange:
      return true;
    default:
      return false;
  }
}

// Whether leaving a thread before its pending operation makes no difference but to those who look
// without waiting: whoever runs instead could have run before the lock was taken, or can run after
// the operation. `took_lock`: by the thread's last operation.
[[nodiscard]] constexpr bool goes_unnoticed(bool took_lock, OperationKind pending) {
  return moves_left(pending) || (took_lock && acts_at_once(pending));
}

}  // namespace explorer
