// Signals that a controlled thread sends or waits for.
//
// One that would end or stop the process ends the execution instead. Handlers are not controlled:
// they would run in the middle of anything.
#include <pthread.h>
#include <signal.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include <cstring>
#include <string>

#include "interposition/uncontrolled/refusal.h"
#include "runtime/crash_guard.h"
#include "runtime/execution.h"

namespace explorer {
namespace {

constinit Real<decltype(raise)> real_raise{"raise"};
constinit Real<decltype(kill)> real_kill{"kill"};
constinit Real<decltype(pthread_kill)> real_pthread_kill{"pthread_kill"};

bool does_nothing_by_default(int signal) {
  return signal == SIGCHLD || signal == SIGURG || signal == SIGWINCH || signal == SIGCONT;
}
bool stops_by_default(int signal) {
  return signal == SIGSTOP || signal == SIGTSTP || signal == SIGTTIN || signal == SIGTTOU;
}

enum class Effect : std::uint8_t { none, ends_process, stops_process, other };

Effect effect_of(int signal) {
  struct sigaction action{};
  if (signal == 0 || sigaction(signal, nullptr, &action) != 0) return Effect::none;
  if (CrashGuard::catches(action)) return Effect::ends_process;
  if ((action.sa_flags & SA_SIGINFO) != 0) return Effect::other;
  if (action.sa_handler == SIG_IGN) return Effect::none;
  if (action.sa_handler != SIG_DFL) return Effect::other;
  if (does_nothing_by_default(signal)) return Effect::none;
  return stops_by_default(signal) ? Effect::stops_process : Effect::ends_process;
}

// A controlled thread sends a signal to itself or to its process. Returns if that has no effect.
void send_here(ControlledThread& self, const char* call, int signal) {
  const Effect effect = effect_of(signal);
  if (effect == Effect::none) return;
  if (effect == Effect::other) refuse(call);
  current_user = nullptr;
  const char* abbreviation = sigabbrev_np(signal);
  std::string text = "sends itself ";
  text += abbreviation == nullptr ? "signal " + std::to_string(signal)
                                  : std::string("SIG") + abbreviation;
  if (effect == Effect::stops_process) text += ", which would stop the whole process";
  Execution::current->fail(self, FindingKind::crash, std::move(text));
}

}  // namespace
}  // namespace explorer

extern "C" {

int raise(int signal) noexcept {
  explorer::ControlledThread* self = explorer::current_user;
  if (self != nullptr) explorer::send_here(*self, "raise", signal);
  return explorer::real_raise(signal);
}

int kill(pid_t process, int signal) noexcept {
  explorer::ControlledThread* self = explorer::current_user;
  if (self != nullptr && signal != 0) {
    if (process != getpid()) explorer::refuse("kill");
    explorer::send_here(*self, "kill", signal);
  }
  return explorer::real_kill(process, signal);
}

int pthread_kill(pthread_t thread, int signal) noexcept {
  explorer::ControlledThread* self = explorer::current_user;
  if (self != nullptr && signal != 0) {
    if (pthread_equal(thread, pthread_self()) == 0) explorer::refuse("pthread_kill");
    explorer::send_here(*self, "pthread_kill", signal);
  }
  return explorer::real_pthread_kill(thread, signal);
}

EXPLORER_REFUSE(int, killpg, (pid_t group, int signal) noexcept, (group, signal))
EXPLORER_REFUSE(int, sigqueue, (pid_t process, int signal, const sigval value) noexcept,
                (process, signal, value))
EXPLORER_REFUSE(int, pthread_sigqueue, (pthread_t thread, int signal, const sigval value) noexcept,
                (thread, signal, value))
EXPLORER_REFUSE(int, pthread_cancel, (pthread_t thread), (thread))
EXPLORER_REFUSE(unsigned, alarm, (unsigned seconds) noexcept, (seconds))
EXPLORER_REFUSE(useconds_t, ualarm, (useconds_t value, useconds_t interval) noexcept,
                (value, interval))
EXPLORER_REFUSE(int, setitimer,
                (__itimer_which_t which, const itimerval* __restrict value,
                 itimerval* __restrict previous) noexcept,
                (which, value, previous))
EXPLORER_REFUSE(int, timer_create,
                (clockid_t clock, sigevent* __restrict event, timer_t* __restrict timer) noexcept,
                (clock, event, timer))

EXPLORER_REFUSE(int, pause, (), ())
EXPLORER_REFUSE(int, sigwait, (const sigset_t* __restrict set, int* __restrict signal),
                (set, signal))
EXPLORER_REFUSE(int, sigwaitinfo, (const sigset_t* __restrict set, siginfo_t* __restrict info),
                (set, info))
EXPLORER_REFUSE(int, sigtimedwait,
                (const sigset_t* __restrict set, siginfo_t* __restrict info,
                 const timespec* __restrict time),
                (set, info, time))
EXPLORER_REFUSE(int, sigsuspend, (const sigset_t* set), (set))
// The two meanings that sigpause() has had.
EXPLORER_REFUSE(int, __sigpause, (int what, int is_signal), (what, is_signal))
EXPLORER_REFUSE(int, __xpg_sigpause, (int signal), (signal))

}  // extern "C"
