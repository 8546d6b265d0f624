#include "trace/dependence.h"

namespace explorer {
namespace {

using enum OperationKind;

bool is_memory(OperationKind kind) {
  return kind == atomic_load || kind == atomic_store || kind == atomic_read_modify_write ||
         kind == atomic_compare_exchange || kind == plain_read || kind == plain_write;
}

// Whether two operations of this sort on one object commute.
bool only_reads(const Operation& operation) {
  switch (operation.kind) {
    case atomic_load:
    case plain_read:
      return true;
    case atomic_compare_exchange:
      return operation.access == Access::read;  // Set once it is known to have failed.
    case rwlock_read_lock:
    case rwlock_try_read_lock:
    case rwlock_timed_read_lock:
      return true;
    default:
      return false;
  }
}

// Whether the operation can change what clocks say: by setting one, or by timing out.
bool may_move_time(OperationKind kind) {
  switch (kind) {
    case clock_set:
    case sleep:
    case condvar_timed_wait:
    case condvar_wake:
    case mutex_timed_lock:
    case rwlock_timed_read_lock:
    case rwlock_timed_write_lock:
    case futex_timed_wait:
    case semaphore_timed_wait:
      return true;
    default:
      return false;
  }
}

bool is_notify(const Event& event) {
  return event.operation.kind == condvar_notify_one || event.operation.kind == condvar_notify_all;
}

// Whether the notify may have ended the wait that the waiter leaves with `wake`. A waiter that
// leaves without a notify has nothing to do with any: it was no longer waiting.
bool notifies(const Event& notify, const Event& wake) {
  if (wake.outcome != Outcome::proceeded) return false;
  if (notify.operation.object != wake.operation.object) return false;
  return notify.operation.kind == condvar_notify_all || notify.operation.peer == wake.thread;
}

bool is_thread_life(OperationKind kind) {
  return kind == thread_create || kind == thread_join || kind == thread_detach ||
         kind == thread_start || kind == thread_exit;
}

bool shares_object(const Operation& a, const Operation& b) {
  const auto touches = [&](ObjectIndex object) {
    return object != 0 && (object == b.object || object == b.second_object);
  };
  return touches(a.object) || touches(a.second_object);
}

// Everything but threads' lives and time.
bool objects_conflict(const Operation& a, const Operation& b) {
  if (only_reads(a) && only_reads(b)) return false;
  if (shares_object(a, b)) return true;
  // A plain access names no object: it may overlap any other memory operation.
  return is_memory(a.kind) && is_memory(b.kind) && (a.object == 0 || b.object == 0);
}

// What one thread may learn of another by asking: whether it has ended, or what it has done.
bool concerns_other(const Operation& question, const Event& other) {
  switch (question.kind) {
    case await_quiet:
      return true;
    case await_ends:
      return other.operation.kind == thread_exit;
    case look:
      return other.thread == question.peer;
    default:
      return false;
  }
}

bool is_question(OperationKind kind) {
  return kind == await_quiet || kind == await_ends || kind == look;
}

bool moves_time(const Event& event) {
  return event.operation.kind == sleep || event.operation.kind == clock_set ||
         event.outcome == Outcome::timed_out;
}

bool is_lock(OperationKind kind) {
  switch (kind) {
    case mutex_lock:
    case mutex_timed_lock:
    case rwlock_read_lock:
    case rwlock_write_lock:
    case rwlock_timed_read_lock:
    case rwlock_timed_write_lock:
    case once_begin:  // Others wait until the initialisation is over.
      return true;
    default:
      return false;
  }
}

bool is_try_lock(OperationKind kind) {
  return kind == mutex_try_lock || kind == rwlock_try_read_lock || kind == rwlock_try_write_lock;
}

bool is_timed_lock(OperationKind kind) {
  return kind == mutex_timed_lock || kind == rwlock_timed_read_lock ||
         kind == rwlock_timed_write_lock;
}

}  // namespace

ObjectIndex lock_taken(const Event& event) {
  const Operation& operation = event.operation;
  if (event.outcome == Outcome::refused) return 0;
  if (is_lock(operation.kind)) {
    const bool got_it = event.outcome == Outcome::proceeded || event.outcome == Outcome::spurious;
    return got_it ? operation.object : 0;
  }
  if (is_try_lock(operation.kind)) return operation.object;
  // A waiter leaves with its mutex, whatever woke it.
  if (operation.kind == condvar_wake) return operation.second_object;
  return 0;
}

ObjectIndex lock_freed(const Event& event) {
  const Operation& operation = event.operation;
  if (event.outcome == Outcome::refused) return 0;
  switch (operation.kind) {
    case mutex_unlock:
    case rwlock_unlock:
    case once_end:
      return operation.object;
    case condvar_wait:
    case condvar_timed_wait:
      return operation.second_object;
    default:
      return 0;
  }
}

ObjectIndex awaited_lock(const Event& event) {
  const OperationKind kind = event.operation.kind;
  return is_try_lock(kind) || is_timed_lock(kind) ? 0 : lock_taken(event);
}

bool dependent(const Operation& a, const Operation& b) {
  // Which thread an operation belongs to is not known here.
  if (is_question(a.kind) || is_question(b.kind)) return true;
  if (is_thread_life(a.kind) && is_thread_life(b.kind)) {
    const bool ends_meet = a.kind == thread_exit || b.kind == thread_exit ||
                           a.kind == thread_start || b.kind == thread_start;
    return ends_meet ? a.kind != b.kind : a.peer == b.peer;
  }
  if (may_move_time(a.kind) && (b.kind == clock_read || may_move_time(b.kind))) return true;
  if (may_move_time(b.kind) && a.kind == clock_read) return true;
  return objects_conflict(a, b);
}

bool dependent(const Event& a, const Event& b) {
  if (a.thread == b.thread) return true;
  if (is_notify(a) && b.operation.kind == condvar_wake) return notifies(a, b);
  if (is_notify(b) && a.operation.kind == condvar_wake) return notifies(b, a);
  const Operation& first = a.operation;
  const Operation& second = b.operation;
  if (is_question(first.kind) || is_question(second.kind)) {
    return concerns_other(first, b) || concerns_other(second, a);
  }
  if (is_thread_life(first.kind) && is_thread_life(second.kind)) {
    const auto concerns = [](const Operation& operation, const Event& other) {
      const bool names_peer = operation.kind == thread_create || operation.kind == thread_join ||
                              operation.kind == thread_detach;
      if (!names_peer) return false;
      const bool peer_names_too =
          other.operation.kind != thread_start && other.operation.kind != thread_exit;
      return operation.peer == (peer_names_too ? other.operation.peer : other.thread);
    };
    return concerns(first, b) || concerns(second, a);
  }
  const bool time_matters = (moves_time(a) && (moves_time(b) || second.kind == clock_read)) ||
                            (moves_time(b) && first.kind == clock_read);
  return time_matters || objects_conflict(first, second);
}

DependenceKey dependence_key(const Event& event) {
  const OperationKind kind = event.operation.kind;
  DependenceKey key;
  key.object = event.operation.object;
  key.second_object = event.operation.second_object;
  key.thread = event.thread;
  unsigned traits = 0;
  if (is_thread_life(kind)) traits |= DependenceKey::thread_life;
  if (moves_time(event) || kind == clock_read) traits |= DependenceKey::time;
  if (is_memory(kind)) traits |= DependenceKey::memory;
  if (key.object == 0) traits |= DependenceKey::nameless;
  if (is_question(kind)) traits |= DependenceKey::question;
  key.traits = static_cast<std::uint8_t>(traits);
  return key;
}

OrderKind order_kind(const Event& earlier, const Event& later) {
  const OperationKind first = earlier.operation.kind;
  const OperationKind second = later.operation.kind;
  if (first == thread_create && second == thread_start) return OrderKind::caused;
  if (first == thread_exit && second == thread_join) return OrderKind::caused;
  // As long as others could go on, nobody was told that all is quiet; and then nobody else could.
  if (first == await_quiet || second == await_quiet) return OrderKind::caused;
  // A notified waiter could not have left before the notification.
  if (second == condvar_wake && notifies(earlier, later)) return OrderKind::caused;
  const ObjectIndex lock = awaited_lock(later);
  if (lock == 0) return OrderKind::raced;
  if (lock_freed(earlier) == lock) return OrderKind::excluded;
  // A refused attempt only showed that somebody held the lock.
  const bool refused = is_try_lock(first) && earlier.outcome == Outcome::refused;
  return refused && earlier.operation.object == lock ? OrderKind::excluded : OrderKind::raced;
}

}  // namespace explorer
