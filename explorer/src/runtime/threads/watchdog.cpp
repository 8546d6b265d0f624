#include "runtime/threads/watchdog.h"

#include <sys/syscall.h>
#include <ucontext.h>

#include <cerrno>
#include <cstdint>

#include "runtime/context/raw_syscall.h"
#include "runtime/execution.h"

// Where the executable's own code lies, as the linker has it.
extern "C" {
extern const char __executable_start;
extern const char etext;
}

namespace explorer {
namespace {

constexpr long kTickNanoseconds = 500'000'000;
constexpr int kTicks = 2 * Watchdog::kLimit;
constexpr int kLibraryTicks = 2 * Watchdog::kLibraryLimit;

// Read and written by the signal handler only, between ticks of one watchdog.
std::uint64_t last_stamp = 0;
int idle_ticks = 0;

std::uintptr_t program_counter_of(const void* context) {
  const auto& machine = static_cast<const ucontext_t*>(context)->uc_mcontext;
#if defined(__x86_64__)
  return static_cast<std::uintptr_t>(machine.gregs[REG_RIP]);
#elif defined(__aarch64__)
  return machine.pc;
#endif
}

bool is_in_program(const void* context) {
  const std::uintptr_t address = program_counter_of(context);
  return address >= reinterpret_cast<std::uintptr_t>(&__executable_start) &&
         address < reinterpret_cast<std::uintptr_t>(&etext);
}

bool has_hung(const Execution& x) {
  if (x.stamp() != last_stamp) {
    last_stamp = x.stamp();
    idle_ticks = 0;
    return false;
  }
  return ++idle_ticks >= kTicks;
}

void on_tick(int, siginfo_t* info, void* context) {
  Execution* x = Execution::current;
  if (x == nullptr) return;
  const bool is_timer = info->si_code == SI_TIMER;
  if (is_timer && !has_hung(*x)) return;
  if (!is_timer && idle_ticks < kTicks) return;
  // Null inside the explorer, and on a thread that is not the one in question.
  ControlledThread* self = current_user;
  if (self != nullptr) {
    // A library may be in the middle of something that others will need: it gets more time to
    // return.
    if (idle_ticks < kLibraryTicks && !is_in_program(context)) return;
    idle_ticks = 0;
    current_user = nullptr;
    x->hang(*self);
  }
  if (is_timer && x->backend().kind() == ContextBackend::Kind::kernel_threads) {
    const int saved_errno = errno;
    pthread_kill(x->running().pooled->handle, Watchdog::kSignal);
    errno = saved_errno;
  }
}

}  // namespace

Watchdog::Watchdog() {
  last_stamp = 0;
  idle_ticks = 0;
  struct sigaction action{};
  action.sa_sigaction = &on_tick;
  // The handler need not return.
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER | SA_RESTART;
  sigevent event{};
  event.sigev_notify = SIGEV_THREAD_ID;
  event.sigev_signo = kSignal;
  event._sigev_un._tid = static_cast<pid_t>(raw_syscall(SYS_gettid));
  if (timer_create(CLOCK_PROCESS_CPUTIME_ID, &event, &timer_) != 0) return;
  sigaction(kSignal, &action, &saved_);
  const itimerspec every{{0, kTickNanoseconds}, {0, kTickNanoseconds}};
  timer_settime(timer_, 0, &every, nullptr);
  active_ = true;
}

Watchdog::~Watchdog() {
  if (!active_) return;
  timer_delete(timer_);
  // A last signal may be on its way: it finds the handler gone only if the old one ignores it.
  if (saved_.sa_handler == SIG_DFL) saved_.sa_handler = SIG_IGN;
  sigaction(kSignal, &saved_, nullptr);
}

}  // namespace explorer
