#include <pthread.h>
#include <time.h>

#include "grading/src/perturbation/interposed.h"

GRADING_UNINSTRUMENTED_BEGIN

GRADING_BEHIND(int, pthread_cond_wait, (pthread_cond_t*, pthread_mutex_t*))
GRADING_BEHIND(int, pthread_cond_timedwait, (pthread_cond_t*, pthread_mutex_t*, const timespec*))
GRADING_BEHIND(int, pthread_cond_clockwait,
               (pthread_cond_t*, pthread_mutex_t*, clockid_t, const timespec*))
GRADING_BEHIND(int, pthread_cond_signal, (pthread_cond_t*))
GRADING_BEHIND(int, pthread_cond_broadcast, (pthread_cond_t*))

using grading::perturbation::CallFrame;
using grading::perturbation::Point;
using grading::perturbation::reach;

namespace {

// A wait that ends at once, without a reason: the standard allows it, correct code loops.
bool wakes_spuriously(pthread_mutex_t* mutex) {
  if (!grading::perturbation::take_spurious_wake()) return false;
  pthread_mutex_unlock(mutex);
  pthread_mutex_lock(mutex);
  return true;
}

}  // namespace

// Waiting is a cancellation point, which unwinds: these may not be noexcept.
extern "C" int pthread_cond_wait(pthread_cond_t* condvar, pthread_mutex_t* mutex) {
  reach(Point::before_wait);
  const CallFrame frame(__builtin_return_address(0));
  if (wakes_spuriously(mutex)) return 0;
  const int result = behind_pthread_cond_wait()(condvar, mutex);
  reach(Point::after_wait);
  return result;
}

extern "C" int pthread_cond_timedwait(pthread_cond_t* condvar, pthread_mutex_t* mutex,
                                      const timespec* deadline) {
  reach(Point::before_wait);
  const CallFrame frame(__builtin_return_address(0));
  if (wakes_spuriously(mutex)) return 0;
  const int result = behind_pthread_cond_timedwait()(condvar, mutex, deadline);
  reach(Point::after_wait);
  return result;
}

extern "C" int pthread_cond_clockwait(pthread_cond_t* condvar, pthread_mutex_t* mutex,
                                      clockid_t clock, const timespec* deadline) {
  reach(Point::before_wait);
  const CallFrame frame(__builtin_return_address(0));
  if (wakes_spuriously(mutex)) return 0;
  const int result = behind_pthread_cond_clockwait()(condvar, mutex, clock, deadline);
  reach(Point::after_wait);
  return result;
}

extern "C" int pthread_cond_signal(pthread_cond_t* condvar) noexcept {
  reach(Point::before_wake);
  const CallFrame frame(__builtin_return_address(0));
  const int result = behind_pthread_cond_signal()(condvar);
  reach(Point::after_wake);
  return result;
}

extern "C" int pthread_cond_broadcast(pthread_cond_t* condvar) noexcept {
  reach(Point::before_wake);
  const CallFrame frame(__builtin_return_address(0));
  const int result = behind_pthread_cond_broadcast()(condvar);
  reach(Point::after_wake);
  return result;
}

namespace grading::perturbation {
void link_interposed_condvar() {}
}  // namespace grading::perturbation

GRADING_UNINSTRUMENTED_END
