// One thread of the program under test, as the runtime sees it.
//
// Plain state, changed only by whoever runs at the moment. Reused from one execution to the next.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "runtime/context/thread_pool.h"
#include "runtime/threads/thread_set.h"
#include "trace/operation.h"

namespace explorer {

// Why a parked thread may go on.
enum class WakeReason : std::uint8_t { none, notified, spurious, timed_out };

// What a thread that ends must still run: see thread_exit.h.
struct ExitCallback {
  void (*function)(void*) = nullptr;
  void* argument = nullptr;
};

// A load or failing exchange repeated without anything new to see: the mark of a spin loop.
struct SpinMemory {
  // So many repeats are not worth a step of their own; spin loops of libstdc++ end before.
  static constexpr std::uint32_t kFreeLooks = 20;

  std::uintptr_t call_site = 0;
  std::uintptr_t address = 0;
  std::uint64_t value = 0;
  std::uint32_t repeats = 0;
};

// What a thread's last atomic operation saw.
struct SeenValue {
  std::uintptr_t address = 0;
  std::uint64_t value = 0;
  bool refused = false;  // By a compare-exchange that somebody had been quicker than.
};

// Waits until `count` of `threads` have ended.
struct AwaitedEnds {
  std::span<const ThreadIndex> threads;
  std::size_t count = 0;
};

struct ThreadList;

struct ControlledThread {
  ThreadIndex index = 0;
  std::uint64_t bit = 0;         // ThreadSet::low_bit_of(index).
  Operation* pending = nullptr;  // What it is about to do.
  bool finished = false;
  bool detached = false;
  bool joined = false;
  bool started = false;  // Its pooled thread's stack is in use.
  WakeReason wake_reason = WakeReason::none;
  bool took_lock = false;  // By its last operation.
  bool unnoticed = false;  // Leaving it before the pending operation would go unnoticed.
  std::uint32_t locks_held = 0;

  PooledThread* pooled = nullptr;
  void* (*routine)(void*) = nullptr;
  void* argument = nullptr;
  void* result = nullptr;

  // The object among whose contenders the thread is, and the list of waiters that it stands in.
  ThreadSet* contenders = nullptr;
  ThreadList* list = nullptr;
  ControlledThread* next = nullptr;
  ControlledThread* previous = nullptr;
  ControlledThread* joiner = nullptr;

  // Deadlines of earlier waits stay in the clock's heap; they no longer match this number.
  std::uint32_t wait_number = 0;
  std::int64_t deadline = 0;

  std::uint64_t futex_bits = 0;   // Which wakes concern this waiter.
  std::uint32_t saved_count = 0;  // Recursion of the mutex that a condvar wait released.
  std::uint32_t idle_rounds = 0;  // Yields and repeated looks since anything changed.
  std::uint64_t idle_epoch = 0;
  std::uint32_t steps = 0;
  std::uint32_t wake_ups = 0;       // Steps that ended a wait, not counting spurious ones.
  bool was_blocked = false;         // By its last step.
  std::uint32_t gave_way_step = 0;  // When it was last refused a lock while it held another one.
  const ControlledThread* gave_way_to = nullptr;  // Who held that lock; none: readers, or nobody.
  SpinMemory spin;
  SeenValue seen;

  const AwaitedEnds* awaited_ends = nullptr;  // What the thread waits for in await_ends().
  std::uint32_t turns_before_quiet = 0;       // Since the wait for quiet began.
  bool restless = false;                      // The last wait for quiet has given it up.

  std::vector<ObjectIndex> read_locks;  // Held for reading, as often as they are held.
  std::vector<ExitCallback> exit_callbacks;
  std::string name;
};

// Doubly linked, first in first out, without memory of its own.
struct ThreadList {
  ControlledThread* first = nullptr;
  ControlledThread* last = nullptr;
  std::uint32_t size = 0;

  void append(ControlledThread& thread) {
    thread.list = this;
    thread.next = nullptr;
    thread.previous = last;
    (last == nullptr ? first : last->next) = &thread;
    last = &thread;
    ++size;
  }

  static void remove(ControlledThread& thread) {
    ThreadList& list = *thread.list;
    (thread.previous == nullptr ? list.first : thread.previous->next) = thread.next;
    (thread.next == nullptr ? list.last : thread.next->previous) = thread.previous;
    thread.list = nullptr;
    --list.size;
  }

  [[nodiscard]] ControlledThread& at(std::uint32_t position) const {
    ControlledThread* thread = first;
    while (position-- > 0) thread = thread->next;
    return *thread;
  }
};

}  // namespace explorer
