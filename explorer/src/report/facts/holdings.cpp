#include "report/facts/holdings.h"

#include <algorithm>
#include <iterator>

namespace explorer {

void Holdings::follow(std::size_t position) {
  next_ = position + 1;
  const Event& event = record_.trace.events[position];
  const Operation& operation = event.operation;
  const bool took_effect = event.outcome == Outcome::proceeded;
  using enum OperationKind;
  switch (operation.kind) {
    case mutex_lock:
    case mutex_try_lock:
    case mutex_timed_lock:
    case rwlock_read_lock:
    case rwlock_write_lock:
    case rwlock_try_read_lock:
    case rwlock_try_write_lock:
    case rwlock_timed_read_lock:
    case rwlock_timed_write_lock:
      if (took_effect) {
        take(operation.object, event.thread, position);
      }
      break;
    case mutex_unlock:
    case rwlock_unlock:
      if (took_effect) {
        give_up(operation.object, event.thread);
      }
      break;
    case condvar_wait:
    case condvar_timed_wait:
      give_up(operation.second_object, event.thread);
      break;
    case condvar_wake:
      if (event.outcome != Outcome::blocked && !locks_again_itself(position)) {
        take(operation.second_object, event.thread, position);
      }
      break;
    default:
      break;
  }
}

void Holdings::follow_to_end() {
  while (next_ < record_.trace.events.size()) {
    follow(next_);
  }
}

std::vector<Holding> Holdings::of_object(ObjectIndex object) const {
  std::vector<Holding> found;
  std::copy_if(held_.begin(), held_.end(), std::back_inserter(found),
               [&](const Holding& holding) { return holding.object == object; });
  return found;
}

std::vector<Holding> Holdings::of_thread(ThreadIndex thread) const {
  std::vector<Holding> found;
  std::copy_if(held_.begin(), held_.end(), std::back_inserter(found),
               [&](const Holding& holding) { return holding.thread == thread; });
  return found;
}

void Holdings::take(ObjectIndex object, ThreadIndex thread, std::size_t position) {
  if (object != 0) {
    held_.push_back({object, thread, position});
  }
}

void Holdings::give_up(ObjectIndex object, ThreadIndex thread) {
  const auto last = std::find_if(held_.rbegin(), held_.rend(), [&](const Holding& holding) {
    return holding.object == object && holding.thread == thread;
  });
  if (last != held_.rend()) {
    held_.erase(std::next(last).base());
  }
}

// The step out of a wait may include taking the mutex, or leave it to a lock step that follows.
bool Holdings::locks_again_itself(std::size_t wake) const {
  const std::vector<Event>& events = record_.trace.events;
  const Event& event = events[wake];
  const auto relocks = [&](const Operation& next) {
    return next.kind == OperationKind::mutex_lock && next.object == event.operation.second_object &&
           next.call_site == event.operation.call_site;
  };
  for (std::size_t i = wake + 1; i < events.size(); ++i) {
    if (events[i].thread == event.thread) {
      return relocks(events[i].operation);
    }
  }
  return event.thread < record_.threads.size() &&
         record_.threads[event.thread].state != ThreadState::finished &&
         relocks(record_.threads[event.thread].pending);
}

}  // namespace explorer
