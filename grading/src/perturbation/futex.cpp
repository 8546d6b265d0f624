// std::atomic's wait and notify, std::counting_semaphore, std::latch, std::barrier and std::future
// reach the kernel through syscall(). No sanitizer stands in front of that one.
#include <errno.h>
#include <linux/futex.h>
#include <stdarg.h>

#include "grading/src/perturbation/interposed.h"
#include "grading/src/raw_syscall.h"

GRADING_UNINSTRUMENTED_BEGIN

using grading::raw_syscall;
using grading::perturbation::Point;
using grading::perturbation::reach;

extern "C" long syscall(long number, ...) noexcept {
  long arguments[6];
  va_list list;
  va_start(list, number);
  // Those not given are whatever lies there, as in the C library's own.
  for (long& argument : arguments) argument = va_arg(list, long);
  va_end(list);

  const int command = number == SYS_futex ? static_cast<int>(arguments[1]) & FUTEX_CMD_MASK : -1;
  const bool waits = command == FUTEX_WAIT || command == FUTEX_WAIT_BITSET;
  const bool wakes = command == FUTEX_WAKE || command == FUTEX_WAKE_BITSET;
  if (waits) reach(Point::before_wait);
  if (wakes) reach(Point::before_wake);
  const long result = raw_syscall(number, arguments[0], arguments[1], arguments[2], arguments[3],
                                  arguments[4], arguments[5]);
  if (waits) reach(Point::after_wait);
  if (wakes) reach(Point::after_wake);
  if (result < 0 && result > -4096) {
    errno = static_cast<int>(-result);
    return -1;
  }
  return result;
}

namespace grading::perturbation {
void link_interposed_futex() {}
}  // namespace grading::perturbation

GRADING_UNINSTRUMENTED_END
