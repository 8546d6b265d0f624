// syscall(): the only way to a futex that the C library offers, and libstdc++ takes it.
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdarg>

#include "interposition/call_site.h"
#include "interposition/libc/futex.h"
#include "runtime/context/raw_syscall.h"

namespace {

long with_errno(long result) {
  constexpr long kHighestErrno = 4095;
  if (result < 0 && result >= -kHighestErrno) {
    errno = static_cast<int>(-result);
    return -1;
  }
  return result;
}

}  // namespace

extern "C" long syscall(long number, ...) noexcept {
  va_list list;
  va_start(list, number);
  long arguments[6];
  for (long& argument : arguments) argument = va_arg(list, long);
  va_end(list);
  explorer::ControlledThread* self = explorer::current_user;
  if (self == nullptr || number != SYS_futex) {
    return with_errno(explorer::raw_syscall(number, arguments[0], arguments[1], arguments[2],
                                            arguments[3], arguments[4], arguments[5]));
  }
  const explorer::FutexCall call{.word = reinterpret_cast<std::uint32_t*>(arguments[0]),
                                 .operation = static_cast<int>(arguments[1]),
                                 .value = static_cast<std::uint32_t>(arguments[2]),
                                 .timeout = reinterpret_cast<const timespec*>(arguments[3]),
                                 .bits = static_cast<std::uint32_t>(arguments[5])};
  return with_errno(explorer::controlled_futex(*self, call, explorer::call_site()));
}
