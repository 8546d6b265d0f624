// What a controlled thread is about to do, or has done, at one scheduling point.
//
// Threads and objects are named by small indices in order of creation or first use within one
// execution, never by address, so that two runs of the same schedule produce the same operations.
// Plain data; no thread-safety of its own (exactly one controlled thread runs at a time).
#pragma once

#include <cstdint>

namespace explorer {

using ThreadIndex = std::uint16_t;  // 0 is the thread that runs the body.
using ObjectIndex = std::uint32_t;  // 0 means "no object".

inline constexpr ThreadIndex kNoThread = 0xFFFF;

enum class OperationKind : std::uint8_t {
  // Threads.
  thread_start,
  thread_exit,
  thread_create,
  thread_join,
  thread_detach,
  yield,
  // Mutexes and spin locks; the object is the lock.
  mutex_lock,
  mutex_try_lock,
  mutex_timed_lock,
  mutex_unlock,
  mutex_init,
  mutex_destroy,
  // Reader-writer locks.
  rwlock_read_lock,
  rwlock_write_lock,
  rwlock_try_read_lock,
  rwlock_try_write_lock,
  rwlock_timed_read_lock,
  rwlock_timed_write_lock,
  rwlock_unlock,
  rwlock_destroy,
  // Condition variables; the object is the condvar, `second_object` the mutex.
  condvar_wait,        // Releases the mutex and parks.
  condvar_timed_wait,  // The same with a deadline in `value` (virtual nanoseconds).
  condvar_wake,        // The waiter's own step out of the wait: notified, spurious or timed out.
  condvar_notify_one,
  condvar_notify_all,
  condvar_destroy,
  // Futexes (atomic::wait, std::counting_semaphore, std::future and friends). A futex word is the
  // same object as the atomic at its address: a wait reads what stores write.
  futex_wait,
  futex_timed_wait,
  futex_wake,
  // POSIX semaphores and barriers, once-initialisation and static-local guards.
  semaphore_wait,
  semaphore_try_wait,
  semaphore_timed_wait,
  semaphore_post,
  barrier_wait,
  once_begin,
  once_end,
  // Memory; the object is the location (atomics) or none (a plain access made a point on request).
  atomic_load,
  atomic_store,
  atomic_read_modify_write,
  atomic_compare_exchange,
  fence,
  plain_read,
  plain_write,
  // Time.
  clock_read,
  clock_set,  // The system clock alone; `value` is by how much, signed.
  sleep,
  // The body's own controls.
  choose,
  label,
  await_quiet,  // Waits until nobody else can go on.
  await_ends,   // Waits until some of several threads have ended; `peer` is one that has not.
  look,         // Asks what `peer` has done so far.
};

// How the operation touches its object: what decides whether two operations commute.
enum class Access : std::uint8_t { none, read, write };

struct Operation {
  OperationKind kind = OperationKind::yield;
  Access access = Access::none;
  std::uint8_t size = 0;         // Bytes, for memory operations.
  ThreadIndex peer = kNoThread;  // Thread created, joined, or woken.
  ObjectIndex object = 0;
  ObjectIndex second_object = 0;
  std::uint64_t value = 0;       // Deadline, duration, count or value, by kind.
  std::uintptr_t call_site = 0;  // Return address in the instrumented program.
};

// True where swapping two adjacent operations of different threads could change anything that a
// program can observe. Symmetric. Errs towards true.
[[nodiscard]] bool dependent(const Operation& a, const Operation& b);

// The kind in the words a story uses: "lock", "wait", "notify_one", ...
[[nodiscard]] const char* name(OperationKind kind);

}  // namespace explorer
