// <threads.h>, as calls of the pthread functions that the explorer stands in for.
//
// The C library's own come to the same, but past those functions. Its mtx_t, cnd_t, tss_t, thrd_t
// and once_flag are pthread's types under other names.
#include <pthread.h>
#include <sched.h>
#include <threads.h>
#include <time.h>

#include <cerrno>
#include <cstdint>
#include <cstdlib>

namespace {

static_assert(sizeof(mtx_t) == sizeof(pthread_mutex_t) &&
              alignof(mtx_t) == alignof(pthread_mutex_t));
static_assert(sizeof(cnd_t) == sizeof(pthread_cond_t) && alignof(cnd_t) == alignof(pthread_cond_t));
static_assert(sizeof(tss_t) == sizeof(pthread_key_t));
static_assert(sizeof(once_flag) == sizeof(pthread_once_t));

pthread_mutex_t* posix(mtx_t* mutex) { return reinterpret_cast<pthread_mutex_t*>(mutex); }
pthread_cond_t* posix(cnd_t* condvar) { return reinterpret_cast<pthread_cond_t*>(condvar); }

int outcome(int error) {
  switch (error) {
    case 0:
      return thrd_success;
    case ENOMEM:
      return thrd_nomem;
    case ETIMEDOUT:
      return thrd_timedout;
    case EBUSY:
      return thrd_busy;
    default:
      return thrd_error;
  }
}

struct Start {
  thrd_start_t routine;
  void* argument;
};

void* as_result(int result) { return reinterpret_cast<void*>(std::intptr_t{result}); }

void* run(void* argument) {
  auto* kept = static_cast<Start*>(argument);
  const Start start = *kept;
  std::free(kept);
  return as_result(start.routine(start.argument));
}

}  // namespace

// Ours alone have these names: releases of the C library differ in what they declare noexcept.
#define EXPLORER_C11(type, name, parameters)  \
  type explorer_##name parameters asm(#name); \
  type explorer_##name parameters

extern "C" {

EXPLORER_C11(int, thrd_create, (thrd_t * thread, thrd_start_t routine, void* argument)) {
  auto* start = static_cast<Start*>(std::malloc(sizeof(Start)));
  if (start == nullptr) return thrd_nomem;
  *start = {routine, argument};
  const int error = pthread_create(thread, nullptr, &run, start);
  if (error != 0) std::free(start);
  return outcome(error);
}

EXPLORER_C11(int, thrd_join, (thrd_t thread, int* result)) {
  void* ended_with = nullptr;
  const int error = pthread_join(thread, &ended_with);
  if (error == 0 && result != nullptr) {
    *result = static_cast<int>(reinterpret_cast<std::intptr_t>(ended_with));
  }
  return outcome(error);
}

EXPLORER_C11(int, thrd_detach, (thrd_t thread)) { return outcome(pthread_detach(thread)); }

EXPLORER_C11(void, thrd_exit, (int result)) { pthread_exit(as_result(result)); }

EXPLORER_C11(void, thrd_yield, ()) { sched_yield(); }

// Its errors are numbers of its own: -1 stands for an interruption.
EXPLORER_C11(int, thrd_sleep, (const timespec* duration, timespec* remaining)) {
  if (nanosleep(duration, remaining) == 0) return 0;
  return errno == EINTR ? -1 : -2;
}

EXPLORER_C11(int, mtx_init, (mtx_t * mutex, int type)) {
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  const bool recursive = (type & mtx_recursive) != 0;
  pthread_mutexattr_settype(&attributes,
                            recursive ? PTHREAD_MUTEX_RECURSIVE : PTHREAD_MUTEX_NORMAL);
  const int error = pthread_mutex_init(posix(mutex), &attributes);
  pthread_mutexattr_destroy(&attributes);
  return outcome(error);
}

EXPLORER_C11(int, mtx_lock, (mtx_t * mutex)) { return outcome(pthread_mutex_lock(posix(mutex))); }

EXPLORER_C11(int, mtx_timedlock, (mtx_t* __restrict mutex, const timespec* __restrict deadline)) {
  return outcome(pthread_mutex_timedlock(posix(mutex), deadline));
}

EXPLORER_C11(int, mtx_trylock, (mtx_t * mutex)) {
  return outcome(pthread_mutex_trylock(posix(mutex)));
}

EXPLORER_C11(int, mtx_unlock, (mtx_t * mutex)) {
  return outcome(pthread_mutex_unlock(posix(mutex)));
}

EXPLORER_C11(void, mtx_destroy, (mtx_t * mutex)) { pthread_mutex_destroy(posix(mutex)); }

EXPLORER_C11(int, cnd_init, (cnd_t * condvar)) {
  return outcome(pthread_cond_init(posix(condvar), nullptr));
}

EXPLORER_C11(int, cnd_signal, (cnd_t * condvar)) {
  return outcome(pthread_cond_signal(posix(condvar)));
}

EXPLORER_C11(int, cnd_broadcast, (cnd_t * condvar)) {
  return outcome(pthread_cond_broadcast(posix(condvar)));
}

EXPLORER_C11(int, cnd_wait, (cnd_t * condvar, mtx_t* mutex)) {
  return outcome(pthread_cond_wait(posix(condvar), posix(mutex)));
}

EXPLORER_C11(int, cnd_timedwait,
             (cnd_t* __restrict condvar, mtx_t* __restrict mutex,
              const timespec* __restrict deadline)) {
  return outcome(pthread_cond_timedwait(posix(condvar), posix(mutex), deadline));
}

EXPLORER_C11(void, cnd_destroy, (cnd_t * condvar)) { pthread_cond_destroy(posix(condvar)); }

EXPLORER_C11(void, call_once, (once_flag * flag, void (*routine)())) {
  pthread_once(reinterpret_cast<pthread_once_t*>(flag), routine);
}

EXPLORER_C11(int, tss_create, (tss_t * key, tss_dtor_t destructor)) {
  return outcome(pthread_key_create(key, destructor));
}

EXPLORER_C11(void, tss_delete, (tss_t key)) { pthread_key_delete(key); }

}  // extern "C"
