#include "grading/src/perturbation/interposed.h"

namespace grading::perturbation {

void link_interposed_functions() {
  link_interposed_mutex();
  link_interposed_condvar();
  link_interposed_clock_locks();
  link_interposed_semaphore();
  link_interposed_futex();
}

}  // namespace grading::perturbation
