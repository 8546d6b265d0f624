// syscall(): the only way to a futex that the C library offers, and libstdc++ takes it. And what
// threads are called by the kernel.
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdarg>
#include <span>

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

struct NamedCall {
  long number;
  const char* name;
};

// Calls that wait, end or leave: the C library's own functions for them are looked after.
constexpr auto kUncontrolled = std::to_array<NamedCall>({
    {SYS_nanosleep, "syscall(SYS_nanosleep)"},
    {SYS_clock_nanosleep, "syscall(SYS_nanosleep)"},
    {SYS_ppoll, "syscall(SYS_ppoll)"},
    {SYS_pselect6, "syscall(SYS_ppoll)"},
    {SYS_epoll_pwait, "syscall(SYS_ppoll)"},
    {SYS_epoll_pwait2, "syscall(SYS_ppoll)"},
    {SYS_clone, "syscall(SYS_clone)"},
    {SYS_clone3, "syscall(SYS_clone)"},
    {SYS_execve, "syscall(SYS_execve)"},
    {SYS_execveat, "syscall(SYS_execve)"},
    {SYS_wait4, "syscall(SYS_wait4)"},
    {SYS_waitid, "syscall(SYS_wait4)"},
    {SYS_kill, "syscall(SYS_kill)"},
    {SYS_tkill, "syscall(SYS_kill)"},
    {SYS_tgkill, "syscall(SYS_kill)"},
    {SYS_exit, "syscall(SYS_exit)"},
    {SYS_exit_group, "syscall(SYS_exit)"},
    {SYS_futex_waitv, "syscall(SYS_futex_waitv)"},
    {SYS_rt_sigtimedwait, "syscall(SYS_rt_sigtimedwait)"},
    {SYS_rt_sigsuspend, "syscall(SYS_rt_sigsuspend)"},
    {SYS_io_getevents, "syscall(SYS_io_getevents)"},
    {SYS_io_pgetevents, "syscall(SYS_io_getevents)"},
    {SYS_io_uring_enter, "syscall(SYS_io_uring_enter)"},
    {SYS_semop, "syscall(SYS_semop)"},
    {SYS_semtimedop, "syscall(SYS_semop)"},
    {SYS_msgsnd, "syscall(SYS_msgsnd)"},
    {SYS_msgrcv, "syscall(SYS_msgrcv)"},
    {SYS_mq_timedsend, "syscall(SYS_mq_timedsend)"},
    {SYS_mq_timedreceive, "syscall(SYS_mq_timedreceive)"},
    {SYS_splice, "syscall(SYS_splice)"},
    {SYS_tee, "syscall(SYS_tee)"},
    {SYS_vmsplice, "syscall(SYS_vmsplice)"},
    {SYS_connect, "syscall(SYS_connect)"},
#if defined(SYS_fork)  // Older calls that newer machines never had.
    {SYS_fork, "syscall(SYS_fork)"},
    {SYS_vfork, "syscall(SYS_fork)"},
    {SYS_poll, "syscall(SYS_poll)"},
    {SYS_select, "syscall(SYS_poll)"},
    {SYS_epoll_wait, "syscall(SYS_poll)"},
    {SYS_pause, "syscall(SYS_pause)"},
#endif
});

// Calls that wait for the descriptor that is their first argument, if it is not ready.
constexpr auto kReading = std::to_array<NamedCall>({
    {SYS_read, "syscall(SYS_read)"},
    {SYS_readv, "syscall(SYS_readv)"},
    {SYS_recvfrom, "syscall(SYS_recvfrom)"},
    {SYS_recvmsg, "syscall(SYS_recvmsg)"},
    {SYS_accept, "syscall(SYS_accept)"},
    {SYS_accept4, "syscall(SYS_accept)"},
});
constexpr auto kWriting = std::to_array<NamedCall>({
    {SYS_write, "syscall(SYS_write)"},
    {SYS_writev, "syscall(SYS_writev)"},
    {SYS_sendto, "syscall(SYS_sendto)"},
    {SYS_sendmsg, "syscall(SYS_sendmsg)"},
});

const char* name_among(std::span<const NamedCall> calls, long number) {
  const auto found = std::ranges::find(calls, number, &NamedCall::number);
  return found == calls.end() ? nullptr : found->name;
}

void before_calling(long number, long first_argument) {
  if (explorer::current_user == nullptr) return;
  const int descriptor = static_cast<int>(first_argument);
  if (const char* call = name_among(kUncontrolled, number)) explorer::refuse(call);
  if (const char* call = name_among(kReading, number)) {
    explorer::refuse_unless_ready(call, descriptor, POLLIN);
  }
  const char* call = name_among(kWriting, number);
  if (call != nullptr && explorer::lacks_room(descriptor, 1)) explorer::refuse(call);
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
    before_calling(number, arguments[0]);
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
