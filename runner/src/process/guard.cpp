#include "process/guard.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstddef>

#include "process/forbidden_calls.h"
#include "process/run.h"

namespace runner {

namespace {

void tell(int descriptor, GuardReport::Kind kind, int value, std::int64_t cpu_micro = 0) {
  const GuardReport report{kind, value, cpu_micro};
  while (write(descriptor, &report, sizeof report) < 0 && errno == EINTR) {
  }
}

// Closes every descriptor from `first` on but `keep`.
void close_from(int first, int keep) {
  for (int descriptor = first; descriptor < keep; ++descriptor) close(descriptor);
  const int rest = keep < first ? first : keep + 1;
#ifdef SYS_close_range
  if (syscall(SYS_close_range, static_cast<unsigned>(rest), ~0U, 0U) == 0) return;
#endif
  rlimit limit{};
  getrlimit(RLIMIT_NOFILE, &limit);
  const int end = limit.rlim_cur > 65'536 ? 65'536 : static_cast<int>(limit.rlim_cur);
  for (int descriptor = rest; descriptor < end; ++descriptor) close(descriptor);
}

void limit_to(int resource, rlim_t soft, rlim_t hard) {
  const rlimit limit{soft, hard};
  setrlimit(static_cast<__rlimit_resource>(resource), &limit);
}

void write_text(const char* path, const char* text, std::size_t size) {
  const int file = open(path, O_WRONLY | O_CLOEXEC);
  if (file < 0) return;
  if (write(file, text, size) < 0) {
    // Best effort: without it the kernel may choose another process when memory runs out.
  }
  close(file);
}

void reset_signals() {
  struct sigaction action{};
  action.sa_handler = SIG_DFL;
  for (int signal = 1; signal < NSIG; ++signal) sigaction(signal, &action, nullptr);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
}

[[noreturn]] void become_program(const GuardOrders& orders, pid_t guard) {
  setsid();
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != guard) _exit(127);

  // Out of the way of the numbers that are about to be given out.
  const int report = fcntl(orders.report, F_DUPFD_CLOEXEC, 10);
  const int output = fcntl(orders.output, F_DUPFD_CLOEXEC, 10);
  const int channel = orders.channel < 0 ? -1 : fcntl(orders.channel, F_DUPFD_CLOEXEC, 10);
  const int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
  dup2(nothing, STDIN_FILENO);
  dup2(output, STDOUT_FILENO);
  dup2(output, STDERR_FILENO);
  if (channel >= 0) dup2(channel, kChannelDescriptor);
  close_from(channel >= 0 ? kChannelDescriptor + 1 : STDERR_FILENO + 1, report);

  limit_to(RLIMIT_CORE, 0, 0);
  limit_to(RLIMIT_FSIZE, orders.file_bytes, orders.file_bytes);
  limit_to(RLIMIT_CPU, orders.cpu_seconds, orders.cpu_seconds + 2);
  static constexpr char kFirstToGo[] = "1000";
  write_text("/proc/self/oom_score_adj", kFirstToGo, sizeof kFirstToGo - 1);
  if (orders.fixed_addresses) {
    const int current = personality(0xffffffff);
    // Containers may forbid it; newer runtimes do without.
    if (current >= 0) personality(static_cast<unsigned long>(current) | ADDR_NO_RANDOMIZE);
  }
  reset_signals();
  forbid_irreparable_calls();

  if (chdir(orders.directory) == 0) {
    execve(orders.argv[0], const_cast<char* const*>(orders.argv),
           const_cast<char* const*>(orders.environment));
  }
  tell(report, GuardReport::Kind::not_started, errno);
  _exit(127);
}

// Calls visit(pid) for every child of this single-threaded process; returns how many there were.
template <typename Visit>
int for_each_child(Visit visit) {
  const int file = open("/proc/thread-self/children", O_RDONLY | O_CLOEXEC);
  if (file < 0) return -1;
  char buffer[4096];
  int count = 0;
  pid_t pid = 0;
  for (;;) {
    const ssize_t size = read(file, buffer, sizeof buffer);
    if (size < 0 && errno == EINTR) continue;
    if (size <= 0) break;
    for (ssize_t i = 0; i < size; ++i) {
      if (buffer[i] >= '0' && buffer[i] <= '9') {
        pid = pid * 10 + (buffer[i] - '0');
      } else if (pid != 0) {
        visit(pid);
        ++count;
        pid = 0;
      }
    }
  }
  if (pid != 0) {
    visit(pid);
    ++count;
  }
  close(file);
  return count;
}

// Kills and reaps every descendant. Those of a killed child become children of this process, the
// subreaper, and are met in the next round. Frozen first, so that they start nothing meanwhile.
int sweep() {
  int found = 0;
  for (int round = 0; round < 10'000; ++round) {
    for_each_child([](pid_t pid) { kill(pid, SIGSTOP); });
    for_each_child([](pid_t pid) { kill(pid, SIGKILL); });
    for (;;) {
      const pid_t reaped = waitpid(-1, nullptr, __WALL);
      if (reaped > 0) {
        ++found;
        break;
      }
      if (errno == EINTR) continue;
      return found;  // ECHILD: nobody is left.
    }
    while (waitpid(-1, nullptr, WNOHANG | __WALL) > 0) ++found;
  }
  return found;
}

std::int64_t micro(const timeval& time) {
  return static_cast<std::int64_t>(time.tv_sec) * 1'000'000 + time.tv_usec;
}

// Reaps what has ended. True once that was the program; its group is gone then, too.
bool reap_until(pid_t program, int report) {
  for (;;) {
    siginfo_t info{};
    if (waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT | __WALL) != 0 || info.si_pid == 0) {
      return false;
    }
    // The kernel kills a group in one step that no fork() can outrun. Done while the program is a
    // zombie, so that the number cannot belong to anybody else.
    if (info.si_pid == program) kill(-program, SIGKILL);
    int status = 0;
    rusage usage{};
    if (wait4(info.si_pid, &status, __WALL, &usage) != program) continue;
    tell(report, GuardReport::Kind::ended, status, micro(usage.ru_utime) + micro(usage.ru_stime));
    return true;
  }
}

}  // namespace

void guard_main(const GuardOrders& orders) {
  // Ends with the runner, whatever ends the runner.
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (getppid() != orders.runner) _exit(1);
  setsid();
  prctl(PR_SET_CHILD_SUBREAPER, 1);

  sigset_t awaited;
  sigemptyset(&awaited);
  sigaddset(&awaited, SIGTERM);
  sigaddset(&awaited, SIGCHLD);
  sigprocmask(SIG_SETMASK, &awaited, nullptr);

  const pid_t guard = getpid();
  const pid_t program = fork();
  if (program == 0) become_program(orders, guard);
  if (program < 0) {
    tell(orders.report, GuardReport::Kind::not_started, errno);
    _exit(1);
  }
  tell(orders.report, GuardReport::Kind::started, program);
  // Their ends must close when the program is gone, not when the guard is.
  close_from(0, orders.report);

  for (bool running = true; running;) {
    if (sigwaitinfo(&awaited, nullptr) == SIGTERM) kill(program, SIGKILL);
    running = !reap_until(program, orders.report);
  }
  tell(orders.report, GuardReport::Kind::swept, sweep());
  _exit(0);
}

}  // namespace runner
