#include <semaphore.h>
#include <time.h>

#include "grading/src/perturbation/interposed.h"

GRADING_UNINSTRUMENTED_BEGIN

GRADING_BEHIND(int, sem_wait, (sem_t*))
GRADING_BEHIND(int, sem_post, (sem_t*))

using grading::perturbation::CallFrame;
using grading::perturbation::Point;
using grading::perturbation::reach;

extern "C" int sem_wait(sem_t* semaphore) {
  reach(Point::before_wait);
  const CallFrame frame(__builtin_return_address(0));
  const int result = behind_sem_wait()(semaphore);
  reach(Point::after_wait);
  return result;
}

extern "C" int sem_post(sem_t* semaphore) noexcept {
  reach(Point::before_wake);
  const CallFrame frame(__builtin_return_address(0));
  const int result = behind_sem_post()(semaphore);
  reach(Point::after_wake);
  return result;
}

namespace grading::perturbation {
void link_interposed_semaphore() {}
}  // namespace grading::perturbation

GRADING_UNINSTRUMENTED_END
