#include "scheduling/systematic/event_log.h"

#include <algorithm>

#include "trace/dependence.h"

namespace explorer {

void EventLog::truncate(std::size_t size) {
  while (entries_.size() > size) {
    by_thread_[entries_.back().event.thread].pop_back();
    entries_.pop_back();
    keys_.pop_back();
  }
  races_.clear();
}

void EventLog::append(const Event& event, const std::function<bool(std::size_t)>& could_run) {
  races_.clear();
  if (event.thread >= by_thread_.size()) by_thread_.resize(event.thread + 1U);
  PoolVector<std::uint32_t>& own = by_thread_[event.thread];
  VectorClock past;
  if (!own.empty()) past = entries_[own.back()].past;
  // What the event could not have come before, whatever was chosen: less than its past, because
  // waiting for a lock to be set free does not keep it behind the one who took that lock.
  VectorClock fixed = past;
  // What the lock's earlier owners did while they held it could not have come later either.
  const ObjectIndex awaited = awaited_lock(event);
  // A wait for a permit races with the post that made it possible only where it was possible before
  // as well; else it races with whoever took the permit before it.
  const bool awaits_permit = event.operation.kind == OperationKind::semaphore_wait;
  const std::size_t pending_since = own.empty() ? 0 : own.back() + 1U;
  const DependenceKey key = dependence_key(event);
  ThreadIndex holder = kNoThread;
  for (std::size_t i = entries_.size(); i-- > 0;) {
    if (!may_depend(keys_[i], key)) continue;
    const Entry& earlier = entries_[i];
    const bool held_meanwhile = holder == earlier.event.thread;
    if (awaited != 0 && lock_freed(earlier.event) == awaited) holder = earlier.event.thread;
    if (awaited != 0 && lock_taken(earlier.event) == awaited) holder = kNoThread;
    const bool is_fixed = fixed.covers(earlier.epoch);
    if ((is_fixed && past.covers(earlier.epoch)) || !dependent(earlier.event, event)) continue;
    past.join(earlier.past);
    if (is_fixed) continue;
    OrderKind kind = order_kind(earlier.event, event);
    const bool took_it = lock_taken(earlier.event) == awaited;
    if (held_meanwhile && !took_it && kind == OrderKind::raced) kind = OrderKind::excluded;
    if (kind == OrderKind::raced && awaits_permit && i >= pending_since && !could_run(i)) {
      kind = OrderKind::excluded;
    }
    if (kind == OrderKind::raced) races_.push_back(static_cast<std::uint32_t>(i));
    // Nobody knows whether there was a permit before the thread had come that far: what lies behind
    // the post may be what the wait races with in truth.
    const bool is_doubtful = awaits_permit && i < pending_since;
    if (kind != OrderKind::excluded && !is_doubtful) fixed.join(earlier.past);
  }
  const auto number = static_cast<std::uint32_t>(own.size() + 1);
  past.set(event.thread, number);
  own.push_back(static_cast<std::uint32_t>(entries_.size()));
  entries_.push_back({event, make_epoch(event.thread, number), std::move(past)});
  keys_.push_back(key);
}

std::span<const std::uint32_t> EventLog::conflicts() {
  conflicts_.clear();
  const Entry& last = entries_.back();
  const PoolVector<std::uint32_t>& own = by_thread_[last.event.thread];
  const bool is_first = own.size() < 2;
  const std::size_t pending_since = is_first ? 0 : own[own.size() - 2] + 1U;
  for (std::size_t i = 0; i + 1 < entries_.size(); ++i) {
    const Entry& earlier = entries_[i];
    if (earlier.event.thread == last.event.thread || !dependent(earlier.event, last.event))
      continue;
    if (!is_first && entries_[own[own.size() - 2]].past.covers(earlier.epoch)) continue;
    const bool forced = order_kind(earlier.event, last.event) != OrderKind::raced;
    if (forced && i >= pending_since) continue;
    conflicts_.push_back(static_cast<std::uint32_t>(i));
  }
  return conflicts_;
}

std::span<const ThreadIndex> EventLog::initials(std::size_t position) {
  initials_.clear();
  first_steps_.clear();
  const Epoch reversed = entries_[position].epoch;
  const std::size_t last = entries_.size() - 1;
  for (std::size_t i = position + 1; i <= last; ++i) {
    const Entry& entry = entries_[i];
    if (i != last && entry.past.covers(reversed)) continue;
    const bool is_initial = std::ranges::none_of(first_steps_, [&](Epoch first) {
      return thread_of(first) == entry.event.thread || entry.past.covers(first);
    });
    if (is_initial) initials_.push_back(entry.event.thread);
    const bool is_first_step = std::ranges::none_of(
        first_steps_, [&](Epoch first) { return thread_of(first) == entry.event.thread; });
    if (is_first_step) first_steps_.push_back(entry.epoch);
  }
  return initials_;
}

}  // namespace explorer
