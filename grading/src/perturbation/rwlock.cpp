// The timed locks of std::shared_timed_mutex. ThreadSanitizer does not intercept these two
// functions and so takes what the lock protects for unprotected; here they are told to it.
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

using Clocklock = int (*)(pthread_rwlock_t*, clockid_t, const timespec*);
Clocklock found_clockrdlock;
Clocklock found_clockwrlock;

constexpr unsigned kReadLock = 1U << 3U;
constexpr unsigned kTryLock = 1U << 4U;
constexpr unsigned kTryLockFailed = 1U << 5U;

int told_to_sanitizer(Clocklock lock, unsigned flags, pthread_rwlock_t* rwlock, clockid_t clock,
                      const timespec* deadline) {
  // A lock with a deadline may fail, which only attempts may.
  flags |= kTryLock;
  if (&__tsan_mutex_pre_lock != nullptr) __tsan_mutex_pre_lock(rwlock, flags);
  const int result = lock(rwlock, clock, deadline);
  if (&__tsan_mutex_post_lock != nullptr) {
    __tsan_mutex_post_lock(rwlock, result == 0 ? flags : flags | kTryLockFailed, 0);
  }
  return result;
}

}  // namespace

using grading::perturbation::behind;
using grading::perturbation::CallFrame;
using grading::perturbation::Point;
using grading::perturbation::reach;

extern "C" int pthread_rwlock_clockrdlock(pthread_rwlock_t* rwlock, clockid_t clock,
                                          const timespec* deadline) noexcept {
  reach(Point::before_lock);
  const CallFrame frame(__builtin_return_address(0));
  Clocklock none = nullptr;
  const auto lock = behind(none, found_clockrdlock, "pthread_rwlock_clockrdlock");
  const int result = told_to_sanitizer(lock, kReadLock, rwlock, clock, deadline);
  reach(Point::after_lock);
  return result;
}

extern "C" int pthread_rwlock_clockwrlock(pthread_rwlock_t* rwlock, clockid_t clock,
                                          const timespec* deadline) noexcept {
  reach(Point::before_lock);
  const CallFrame frame(__builtin_return_address(0));
  Clocklock none = nullptr;
  const auto lock = behind(none, found_clockwrlock, "pthread_rwlock_clockwrlock");
  const int result = told_to_sanitizer(lock, 0, rwlock, clock, deadline);
  reach(Point::after_lock);
  return result;
}

namespace grading::perturbation {
void link_interposed_rwlock() {}
}  // namespace grading::perturbation

GRADING_UNINSTRUMENTED_END
