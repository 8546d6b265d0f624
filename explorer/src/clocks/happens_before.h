// Which events of the running execution are ordered by synchronisation: a clock per thread, per
// synchronisation object and per fence, moved by the C++20 memory model's rules.
//
// Objects are named by small numbers, given by first use: a number's first use costs O(1) for every
// number below that has not been used. Thread-safety: none, one thread runs at a time. Every other
// call is O(threads) at most and does not allocate in a steady state; begin_execution() is O(1).
#pragma once

#include <atomic>
#include <cstdint>

#include "clocks/vector_clock.h"
#include "trace/memory/memory_pool.h"
#include "trace/operation.h"

namespace explorer {

// Where one thread stands.
struct Present {
  VectorClock now;
  Epoch epoch = kNever;  // Its own counter in `now`.

  // Later accesses of the thread must not look as if they had been published already.
  void advance(ThreadIndex thread) {
    now.tick(thread);
    ++epoch;
  }
};

class HappensBefore {
 public:
  HappensBefore() { begin_execution(); }

  // Forgets everything; thread 0 exists.
  void begin_execution();

  // Requires: `parent` exists; children are numbered in order, without gaps.
  void thread_created(ThreadIndex parent, ThreadIndex child);
  // Everything `joined` did is in the past of `joiner` from now on.
  void thread_joined(ThreadIndex joiner, ThreadIndex joined);

  // A mutex, spin lock, guard or once: release replaces what earlier releases published.
  [[gnu::always_inline]] void acquire(ThreadIndex thread, ObjectIndex object) {
    const ObjectClocks& clocks = at(object);
    VectorClock& now = threads_.data()[thread].now;
    if (clocks.released.is_small()) [[likely]]
      return now.join(clocks.released);
    if (!knows(now, clocks)) now.join(clocks.released);
  }
  [[gnu::always_inline]] void release(ThreadIndex thread, ObjectIndex object) {
    ObjectClocks& clocks = at(object);
    Present& present = threads_.data()[thread];
    clocks.released = present.now;
    clocks.published = present.epoch;
    present.advance(thread);
  }
  // A semaphore post, barrier arrival and the like: earlier releases remain published.
  void release_joining(ThreadIndex thread, ObjectIndex object);

  // Reader-writer locks: readers see past writers, writers see past readers and writers.
  void acquire_shared(ThreadIndex thread, ObjectIndex object) { acquire(thread, object); }
  void release_shared(ThreadIndex thread, ObjectIndex object);
  void acquire_exclusive(ThreadIndex thread, ObjectIndex object);
  void release_exclusive(ThreadIndex thread, ObjectIndex object);

  // Atomics. A store heads a new release sequence, a read-modify-write continues the one it reads
  // from. A failed compare-exchange is a load. Consume counts as acquire, as in every compiler.
  void atomic_load(ThreadIndex thread, ObjectIndex object, std::memory_order order);
  void atomic_store(ThreadIndex thread, ObjectIndex object, std::memory_order order);
  void atomic_read_modify_write(ThreadIndex thread, ObjectIndex object, std::memory_order order);
  void fence(ThreadIndex thread, std::memory_order order);

  [[nodiscard]] const VectorClock& clock(ThreadIndex thread) const {
    return threads_.data()[thread].now;
  }
  [[nodiscard]] Epoch epoch(ThreadIndex thread) const { return threads_[thread].epoch; }
  // What the thread knows and its own moment, with a counter of every thread that there is. Follows
  // the thread's synchronisation; the reference is valid until a thread is created.
  [[nodiscard]] const Present& present(ThreadIndex thread) {
    Present& present = threads_.data()[thread];
    present.now.make_room(static_cast<std::uint32_t>(thread_count_));
    return present;
  }
  [[nodiscard]] std::size_t thread_count() const { return thread_count_; }

 private:
  struct alignas(64) ThreadClocks : Present {
    VectorClock at_release_fence;  // What relaxed stores publish.
    VectorClock seen_by_loads;     // What an acquire fence would make visible.
  };
  struct alignas(64) ObjectClocks {
    VectorClock released;
    // The moment that `released` is a copy of, where it is one thread's moment.
    Epoch published = kNever;
    VectorClock released_by_readers;
  };

  // Whether joining what the object has released would change nothing. A counter is published only
  // once before it is advanced: whoever has heard of it has heard of everything before it.
  [[nodiscard]] static bool knows(const VectorClock& now, const ObjectClocks& clocks) {
    return clocks.published != kNever && now.covers(clocks.published);
  }

  ObjectClocks& at(ObjectIndex object) {
    if (object >= objects_in_use_) [[unlikely]]
      use_up_to(object);
    return objects_.data()[object];
  }
  // Makes the clocks of all objects so far those of objects of this execution.
  void use_up_to(ObjectIndex object);
  void add_thread(ThreadIndex thread);
  void advance(ThreadIndex thread) { threads_.data()[thread].advance(thread); }

  std::size_t thread_count_ = 0;
  PoolVector<ThreadClocks> threads_;
  PoolVector<ObjectClocks> objects_;
  std::size_t objects_in_use_ = 0;  // Those of lower numbers are of this execution.
};

}  // namespace explorer
