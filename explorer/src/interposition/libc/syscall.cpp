// syscall(): the only way to a futex that the C library offers, and libstdc++ takes it. And what
// threads are called by the kernel.
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdarg>

#include "interposition/call_site.h"
#include "interposition/libc/futex.h"
#include "interposition/uncontrolled/refusal.h"
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

// Calls that wait, end or leave: the C library's own functions for them are looked after.
const char* name_of_uncontrolled(long number) {
  switch (number) {
    case SYS_nanosleep:
    case SYS_clock_nanosleep:
      return "syscall(SYS_nanosleep)";
    case SYS_ppoll:
    case SYS_pselect6:
    case SYS_epoll_pwait:
      return "syscall(SYS_ppoll)";
    case SYS_clone:
    case SYS_clone3:
      return "syscall(SYS_clone)";
    case SYS_execve:
    case SYS_execveat:
      return "syscall(SYS_execve)";
    case SYS_wait4:
    case SYS_waitid:
      return "syscall(SYS_wait4)";
    case SYS_kill:
    case SYS_tkill:
    case SYS_tgkill:
      return "syscall(SYS_kill)";
    case SYS_exit:
    case SYS_exit_group:
      return "syscall(SYS_exit)";
    case SYS_futex_waitv:
      return "syscall(SYS_futex_waitv)";
#if defined(SYS_fork)  // Older calls that newer machines never had.
    case SYS_fork:
    case SYS_vfork:
      return "syscall(SYS_fork)";
    case SYS_poll:
    case SYS_select:
    case SYS_epoll_wait:
      return "syscall(SYS_poll)";
    case SYS_pause:
      return "syscall(SYS_pause)";
#endif
    default:
      return nullptr;
  }
}

}  // namespace

// A controlled thread's own: that of the kernel thread whose identity it has.
extern "C" pid_t gettid() noexcept {
  const explorer::ControlledThread* self = explorer::current_user;
  return self == nullptr ? static_cast<pid_t>(explorer::raw_syscall(SYS_gettid, 0, 0, 0, 0, 0, 0))
                         : self->pooled->kernel_id;
}

extern "C" long syscall(long number, ...) noexcept {
  va_list list;
  va_start(list, number);
  long arguments[6];
  for (long& argument : arguments) argument = va_arg(list, long);
  va_end(list);
  explorer::ControlledThread* self = explorer::current_user;
  if (self != nullptr && number == SYS_gettid) return self->pooled->kernel_id;
  if (self == nullptr || number != SYS_futex) {
    if (const char* call = name_of_uncontrolled(number)) explorer::refuse(call);
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
