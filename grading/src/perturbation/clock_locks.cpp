// Locks with a deadline on a clock of choice: what std::timed_mutex and std::shared_timed_mutex
// call. ThreadSanitizer intercepts the mutex's from Clang 17 on, the others not yet, and takes what
// such a lock protects for unprotected; here they are told to it.
#include <pthread.h>
#include <time.h>

#include "grading/src/perturbation/interposed.h"

// As in sanitizer/tsan_interface.h, which a compiler without the sanitizer does not ship.
extern "C" {
void __tsan_mutex_pre_lock(void* address, unsigned flags) __attribute__((weak));
void __tsan_mutex_post_lock(void* address, unsigned flags, int recursion) __attribute__((weak));
}

GRADING_UNINSTRUMENTED_BEGIN

namespace {

using grading::perturbation::CallFrame;
using grading::perturbation::Point;
using grading::perturbation::reach;

template <typename Lock>
using Clocklock = int (*)(Lock*, clockid_t, const timespec*);

constexpr unsigned kWriteLock = 0;
constexpr unsigned kReadLock = 1U << 3U;
constexpr unsigned kTryLock = 1U << 4U;
constexpr unsigned kTryLockFailed = 1U << 5U;

// Calls `sanitizers` if there is one, else the C library's function, with the sanitizer told.
template <typename Lock>
int clocklock(Clocklock<Lock> sanitizers, Clocklock<Lock>& found, const char* name, unsigned flags,
              Lock* lock, clockid_t clock, const timespec* deadline, void* return_address) {
  reach(Point::before_lock);
  const CallFrame frame(return_address);
  // A lock with a deadline may fail, which only attempts may.
  flags |= kTryLock;
  const bool tell = sanitizers == nullptr && &__tsan_mutex_pre_lock != nullptr &&
                    &__tsan_mutex_post_lock != nullptr;
  const auto behind = grading::perturbation::behind(sanitizers, found, name);
  if (tell) __tsan_mutex_pre_lock(lock, flags);
  const int result = behind(lock, clock, deadline);
  if (tell) __tsan_mutex_post_lock(lock, result == 0 ? flags : flags | kTryLockFailed, 0);
  reach(Point::after_lock);
  return result;
}

Clocklock<pthread_mutex_t> found_mutex;
Clocklock<pthread_rwlock_t> found_read;
Clocklock<pthread_rwlock_t> found_write;

}  // namespace

extern "C" {

int __interceptor_pthread_mutex_clocklock(pthread_mutex_t*, clockid_t, const timespec*)
    __attribute__((weak));
int __interceptor_pthread_rwlock_clockrdlock(pthread_rwlock_t*, clockid_t, const timespec*)
    __attribute__((weak));
int __interceptor_pthread_rwlock_clockwrlock(pthread_rwlock_t*, clockid_t, const timespec*)
    __attribute__((weak));

int pthread_mutex_clocklock(pthread_mutex_t* mutex, clockid_t clock,
                            const timespec* deadline) noexcept {
  return clocklock(&__interceptor_pthread_mutex_clocklock, found_mutex, "pthread_mutex_clocklock",
                   kWriteLock, mutex, clock, deadline, __builtin_return_address(0));
}

int pthread_rwlock_clockrdlock(pthread_rwlock_t* lock, clockid_t clock,
                               const timespec* deadline) noexcept {
  return clocklock(&__interceptor_pthread_rwlock_clockrdlock, found_read,
                   "pthread_rwlock_clockrdlock", kReadLock, lock, clock, deadline,
                   __builtin_return_address(0));
}

int pthread_rwlock_clockwrlock(pthread_rwlock_t* lock, clockid_t clock,
                               const timespec* deadline) noexcept {
  return clocklock(&__interceptor_pthread_rwlock_clockwrlock, found_write,
                   "pthread_rwlock_clockwrlock", kWriteLock, lock, clock, deadline,
                   __builtin_return_address(0));
}

}  // extern "C"

namespace grading::perturbation {
void link_interposed_clock_locks() {}
}  // namespace grading::perturbation

GRADING_UNINSTRUMENTED_END
