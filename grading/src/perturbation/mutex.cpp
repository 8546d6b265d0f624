#include <pthread.h>
#include <time.h>

#include "grading/src/perturbation/interposed.h"

GRADING_UNINSTRUMENTED_BEGIN

GRADING_BEHIND(int, pthread_mutex_lock, (pthread_mutex_t*))
GRADING_BEHIND(int, pthread_mutex_trylock, (pthread_mutex_t*))
GRADING_BEHIND(int, pthread_mutex_unlock, (pthread_mutex_t*))

using grading::perturbation::CallFrame;
using grading::perturbation::Point;
using grading::perturbation::reach;

extern "C" int pthread_mutex_lock(pthread_mutex_t* mutex) noexcept {
  reach(Point::before_lock);
  const CallFrame frame(__builtin_return_address(0));
  const int result = behind_pthread_mutex_lock()(mutex);
  reach(Point::after_lock);
  return result;
}

extern "C" int pthread_mutex_trylock(pthread_mutex_t* mutex) noexcept {
  reach(Point::before_lock);
  const CallFrame frame(__builtin_return_address(0));
  return behind_pthread_mutex_trylock()(mutex);
}

extern "C" int pthread_mutex_unlock(pthread_mutex_t* mutex) noexcept {
  reach(Point::before_unlock);
  const CallFrame frame(__builtin_return_address(0));
  const int result = behind_pthread_mutex_unlock()(mutex);
  reach(Point::after_unlock);
  return result;
}

namespace grading::perturbation {
void link_interposed_mutex() {}
}  // namespace grading::perturbation

GRADING_UNINSTRUMENTED_END
