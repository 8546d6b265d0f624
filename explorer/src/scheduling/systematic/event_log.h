// The events of one execution with the partial order that their dependences make of them, and the
// questions dynamic partial-order reduction asks about that order.
//
// Thread-safety: none; owned by one strategy. Appending is O(events * threads) at worst.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "clocks/vector_clock.h"
#include "trace/dependence.h"
#include "trace/memory/memory_pool.h"
#include "trace/trace.h"

namespace explorer {

// Whether the second event may be the first one in another execution. (Objects keep their numbers.)
[[nodiscard]] inline bool same_step(const Event& a, const Event& b) {
  return a.thread == b.thread && a.operation.kind == b.operation.kind &&
         a.operation.object == b.operation.object;
}

class EventLog {
 public:
  [[nodiscard]] std::size_t size() const { return entries_.size(); }
  [[nodiscard]] const Event& event(std::size_t position) const { return entries_[position].event; }

  // Keeps the first `size` events.
  void truncate(std::size_t size);
  // `could_run(position)`: whether the event's thread could have run instead of the event there.
  void append(const Event& event, const std::function<bool(std::size_t)>& could_run);

  // Positions of the events that the last one races with: dependent on it, ordered by nothing in
  // between, and able to change places with it.
  [[nodiscard]] std::span<const std::uint32_t> races() const { return races_; }

  // Positions of the events of other threads that the last one depends on and that its thread had
  // not learned of before. More than races(): they need not be the latest, nor able to change
  // places with it, as long as the thread had yet to get as far as this operation at the time.
  // Valid until the next call. O(events).
  [[nodiscard]] std::span<const std::uint32_t> conflicts();

  // The threads that could take the first step of a run, continuing from before the event at
  // `position`, in which the last event comes before that event. Never empty; valid until the next
  // call. These are the initials of notdep(e, E).p in the words of Abdulla et al., POPL 2014.
  [[nodiscard]] std::span<const ThreadIndex> initials(std::size_t position);

 private:
  struct Entry {
    Event event;
    Epoch epoch = kNever;  // The event's thread and its number among that thread's events.
    VectorClock past;      // Everything ordered before the event, and the event itself.
  };

  PoolVector<Entry> entries_;
  PoolVector<DependenceKey> keys_;                   // Of the entries.
  PoolVector<PoolVector<std::uint32_t>> by_thread_;  // Positions of each thread's events.
  PoolVector<std::uint32_t> races_;
  PoolVector<std::uint32_t> conflicts_;
  PoolVector<ThreadIndex> initials_;
  PoolVector<Epoch> first_steps_;  // Scratch of initials().
};

}  // namespace explorer
