#include "trace/operation.h"

namespace explorer {

const char* name(OperationKind kind) {
  switch (kind) {
    case OperationKind::thread_start:
      return "start";
    case OperationKind::thread_exit:
      return "exit";
    case OperationKind::thread_create:
      return "create";
    case OperationKind::thread_join:
      return "join";
    case OperationKind::thread_detach:
      return "detach";
    case OperationKind::yield:
      return "yield";
    case OperationKind::mutex_lock:
      return "lock";
    case OperationKind::mutex_try_lock:
      return "try_lock";
    case OperationKind::mutex_timed_lock:
      return "timed lock";
    case OperationKind::mutex_unlock:
      return "unlock";
    case OperationKind::mutex_init:
      return "init";
    case OperationKind::mutex_destroy:
    case OperationKind::rwlock_destroy:
    case OperationKind::condvar_destroy:
      return "destroy";
    case OperationKind::rwlock_read_lock:
      return "lock_shared";
    case OperationKind::rwlock_write_lock:
      return "lock";
    case OperationKind::rwlock_try_read_lock:
      return "try_lock_shared";
    case OperationKind::rwlock_try_write_lock:
      return "try_lock";
    case OperationKind::rwlock_timed_read_lock:
      return "timed lock_shared";
    case OperationKind::rwlock_timed_write_lock:
      return "timed lock";
    case OperationKind::rwlock_unlock:
      return "unlock";
    case OperationKind::condvar_wait:
    case OperationKind::futex_wait:
    case OperationKind::semaphore_wait:
      return "wait";
    case OperationKind::condvar_timed_wait:
    case OperationKind::futex_timed_wait:
    case OperationKind::semaphore_timed_wait:
      return "timed wait";
    case OperationKind::condvar_wake:
      return "wake";
    case OperationKind::condvar_notify_one:
      return "notify_one";
    case OperationKind::condvar_notify_all:
      return "notify_all";
    case OperationKind::futex_wake:
      return "wake waiters";
    case OperationKind::semaphore_try_wait:
      return "try wait";
    case OperationKind::semaphore_post:
      return "post";
    case OperationKind::barrier_wait:
      return "arrive and wait";
    case OperationKind::once_begin:
      return "begin once";
    case OperationKind::once_end:
      return "end once";
    case OperationKind::atomic_load:
      return "load";
    case OperationKind::atomic_store:
      return "store";
    case OperationKind::atomic_read_modify_write:
      return "read-modify-write";
    case OperationKind::atomic_compare_exchange:
      return "compare-exchange";
    case OperationKind::fence:
      return "fence";
    case OperationKind::plain_read:
      return "read";
    case OperationKind::plain_write:
      return "write";
    case OperationKind::clock_read:
      return "read clock";
    case OperationKind::clock_set:
      return "set clock";
    case OperationKind::sleep:
      return "sleep";
    case OperationKind::choose:
      return "choose";
    case OperationKind::label:
      return "label";
    case OperationKind::await_quiet:
      return "await quiet";
    case OperationKind::await_ends:
      return "await ends";
    case OperationKind::look:
      return "look at";
  }
  return "unknown operation";
}

}  // namespace explorer
