// Clocks, sleeps and yields: std::chrono, std::this_thread and C programs, all in virtual time.
#include <sched.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include <cerrno>

#include "interposition/call_site.h"
#include "interposition/deadline.h"
#include "interposition/libc/sleeping.h"
#include "runtime/execution.h"
#include "runtime/real.h"

namespace explorer {
namespace {

constinit Real<decltype(clock_gettime)> real_clock_gettime{"clock_gettime"};
constinit Real<int(timeval*, void*)> real_gettimeofday{"gettimeofday"};
constinit Real<decltype(time)> real_time{"time"};
constinit Real<decltype(nanosleep)> real_nanosleep{"nanosleep"};
constinit Real<decltype(clock_nanosleep)> real_clock_nanosleep{"clock_nanosleep"};
constinit Real<decltype(usleep)> real_usleep{"usleep"};
constinit Real<decltype(sleep)> real_sleep{"sleep"};
constinit Real<decltype(sched_yield)> real_sched_yield{"sched_yield"};

std::int64_t read_clock(ControlledThread& self, std::uintptr_t site) {
  const InsideExplorer inside(self);
  Execution& x = *Execution::current;
  x.announce(self, {.kind = OperationKind::clock_read, .access = Access::read, .call_site = site});
  x.wait_for_turn(self);
  x.done(self, Outcome::proceeded);
  x.spun(self);
  return x.clock().now();
}

void sleep_until(ControlledThread& self, std::int64_t deadline, std::uintptr_t site) {
  const InsideExplorer inside(self);
  Execution& x = *Execution::current;
  const Operation operation{.kind = OperationKind::sleep,
                            .access = Access::write,
                            .value = static_cast<std::uint64_t>(deadline),
                            .call_site = site};
  x.announce(self, operation);
  x.wait_for_turn(self);
  const bool at_once = deadline <= x.clock().now() || x.timeout_first(self);
  x.park_until(self, deadline);
  x.done(self, Outcome::blocked);
  x.announce(self, operation);
  if (at_once) {
    x.wake(self, WakeReason::timed_out);
    x.make_runnable(self);
  }
  x.wait_for_turn(self);
  x.reach(deadline);
  x.done(self, Outcome::timed_out);
}

int yield(ControlledThread& self, std::uintptr_t site) {
  // Between two looks at an atomic it adds nothing: the look itself is the step.
  if (self.spin.call_site != 0 && self.spin.repeats <= SpinMemory::kFreeLooks) return 0;
  const InsideExplorer inside(self);
  Execution& x = *Execution::current;
  x.announce(self, {.kind = OperationKind::yield, .call_site = site});
  x.yielded(self);
  x.wait_for_turn(self);
  x.done(self, Outcome::proceeded);
  return 0;
}

}  // namespace

void controlled_sleep(ControlledThread& self, std::int64_t duration, std::uintptr_t site) {
  sleep_until(self, Execution::current->clock().now() + duration, site);
}

}  // namespace explorer

extern "C" {

int clock_gettime(clockid_t clock, timespec* result) noexcept {
  explorer::ControlledThread* self = explorer::current_user;
  if (self == nullptr) return explorer::real_clock_gettime(clock, result);
  const std::int64_t now = explorer::read_clock(*self, explorer::call_site());
  *result = explorer::to_timespec(now + explorer::clock_begin(clock));
  return 0;
}

int gettimeofday(timeval* __restrict result, void* __restrict zone) noexcept {
  explorer::ControlledThread* self = explorer::current_user;
  if (self == nullptr) return explorer::real_gettimeofday(result, zone);
  const timespec now = explorer::to_timespec(explorer::read_clock(*self, explorer::call_site()) +
                                             explorer::clock_begin(CLOCK_REALTIME));
  *result = {now.tv_sec, now.tv_nsec / 1000};
  return 0;
}

int timespec_get(timespec* result, int base) noexcept {
  return base == TIME_UTC && clock_gettime(CLOCK_REALTIME, result) == 0 ? base : 0;
}

time_t time(time_t* result) noexcept {
  explorer::ControlledThread* self = explorer::current_user;
  if (self == nullptr) return explorer::real_time(result);
  const timespec now = explorer::to_timespec(explorer::read_clock(*self, explorer::call_site()) +
                                             explorer::clock_begin(CLOCK_REALTIME));
  if (result != nullptr) *result = now.tv_sec;
  return now.tv_sec;
}

int nanosleep(const timespec* duration, timespec* remaining) {
  explorer::ControlledThread* self = explorer::current_user;
  if (self == nullptr) return explorer::real_nanosleep(duration, remaining);
  if (!explorer::is_valid(*duration) || duration->tv_sec < 0) {
    errno = EINVAL;
    return -1;
  }
  explorer::controlled_sleep(*self, explorer::nanoseconds(*duration), explorer::call_site());
  return 0;
}

int clock_nanosleep(clockid_t clock, int flags, const timespec* time, timespec* remaining) {
  explorer::ControlledThread* self = explorer::current_user;
  if (self == nullptr) return explorer::real_clock_nanosleep(clock, flags, time, remaining);
  if (!explorer::is_valid(*time)) return EINVAL;
  if ((flags & TIMER_ABSTIME) != 0) {
    explorer::sleep_until(*self, explorer::virtual_deadline(clock, *time), explorer::call_site());
  } else {
    explorer::controlled_sleep(*self, explorer::nanoseconds(*time), explorer::call_site());
  }
  return 0;
}

int usleep(useconds_t microseconds) {
  explorer::ControlledThread* self = explorer::current_user;
  if (self == nullptr) return explorer::real_usleep(microseconds);
  explorer::controlled_sleep(*self, std::int64_t{microseconds} * 1000, explorer::call_site());
  return 0;
}

unsigned sleep(unsigned seconds) {
  explorer::ControlledThread* self = explorer::current_user;
  if (self == nullptr) return explorer::real_sleep(seconds);
  explorer::controlled_sleep(*self, std::int64_t{seconds} * explorer::kNanosecondsPerSecond,
                             explorer::call_site());
  return 0;
}

int sched_yield() noexcept {
  explorer::ControlledThread* self = explorer::current_user;
  if (self == nullptr) return explorer::real_sched_yield();
  return explorer::yield(*self, explorer::call_site());
}

}  // extern "C"
