// POSIX semaphores; std::counting_semaphore is made of atomics and futexes instead.
//
// The value stays where the C library keeps it, so that a semaphore may be used in and outside of
// explorations.
#include <semaphore.h>

#include <cerrno>
#include <limits>

#include "interposition/call_site.h"
#include "interposition/deadline.h"
#include "interposition/pthread/timed_park.h"
#include "runtime/real.h"

namespace explorer {
namespace {

constinit Real<decltype(sem_wait)> real_wait{"sem_wait"};
constinit Real<decltype(sem_trywait)> real_trywait{"sem_trywait"};
constinit Real<decltype(sem_timedwait)> real_timedwait{"sem_timedwait"};
constinit Real<int(sem_t*, clockid_t, const timespec*)> real_clockwait{"sem_clockwait"};
constinit Real<decltype(sem_post)> real_post{"sem_post"};

// The low half of the C library's 64-bit word of value and waiters.
std::uint32_t& value_of(sem_t* semaphore) { return *reinterpret_cast<std::uint32_t*>(semaphore); }

SyncObject& semaphore_at(Execution& x, sem_t* address) {
  bool created = false;
  return x.objects().hashed(reinterpret_cast<std::uintptr_t>(address), ObjectKind::semaphore,
                            created);
}

void announce(Execution& x, ControlledThread& self, const SyncObject& semaphore, OperationKind kind,
              std::uint64_t value, std::uintptr_t site) {
  x.announce(self, Operation{.kind = kind,
                             .access = Access::write,
                             .object = semaphore.index,
                             .value = value,
                             .call_site = site});
}

// Whoever waits can go on exactly while the value is positive.
void update_contenders(Execution& x, SyncObject& semaphore, std::uint32_t value) {
  value > 0 ? x.make_all_runnable(semaphore.contenders) : x.block_all(semaphore.contenders);
}

void take(Execution& x, ControlledThread& self, SyncObject& semaphore, sem_t* address) {
  --value_of(address);
  x.order().acquire(self.index, semaphore.clock);
  update_contenders(x, semaphore, value_of(address));
  x.done(self, Outcome::proceeded);
}

int wait(ControlledThread& self, sem_t* address, std::uintptr_t site) {
  const InsideExplorer inside(self);
  Execution& x = *Execution::current;
  SyncObject& semaphore = semaphore_at(x, address);
  announce(x, self, semaphore, OperationKind::semaphore_wait, 0, site);
  x.contend_for(semaphore.contenders, self);
  if (value_of(address) == 0) x.block(self);
  x.wait_for_turn(self, semaphore);
  x.leave_contenders(self);
  take(x, self, semaphore, address);
  return 0;
}

int try_wait(ControlledThread& self, sem_t* address, std::uintptr_t site) {
  const InsideExplorer inside(self);
  Execution& x = *Execution::current;
  SyncObject& semaphore = semaphore_at(x, address);
  announce(x, self, semaphore, OperationKind::semaphore_try_wait, 0, site);
  x.wait_for_turn(self, semaphore);
  if (value_of(address) == 0) {
    x.done(self, Outcome::refused);
    x.spun(self);
    return EAGAIN;
  }
  take(x, self, semaphore, address);
  return 0;
}

int timed_wait(ControlledThread& self, sem_t* address, clockid_t clock, const timespec* time,
               std::uintptr_t site) {
  const InsideExplorer inside(self);
  Execution& x = *Execution::current;
  if (!is_valid(*time)) return EINVAL;
  SyncObject& semaphore = semaphore_at(x, address);
  const std::int64_t deadline = virtual_deadline(clock, *time);
  announce(x, self, semaphore, OperationKind::semaphore_timed_wait,
           static_cast<std::uint64_t>(deadline), site);
  x.wait_for_turn(self, semaphore);
  if (value_of(address) == 0 && !park_among_contenders(x, self, semaphore, deadline)) {
    return ETIMEDOUT;
  }
  take(x, self, semaphore, address);
  return 0;
}

int post(ControlledThread& self, sem_t* address, std::uintptr_t site) {
  const InsideExplorer inside(self);
  Execution& x = *Execution::current;
  SyncObject& semaphore = semaphore_at(x, address);
  announce(x, self, semaphore, OperationKind::semaphore_post, 0, site);
  x.wait_for_turn(self, semaphore);
  constexpr std::uint32_t kMaxValue = std::numeric_limits<int>::max();
  if (value_of(address) == kMaxValue) {
    x.done(self, Outcome::refused);
    return EOVERFLOW;
  }
  x.order().release_joining(self.index, semaphore.clock);
  ++value_of(address);
  update_contenders(x, semaphore, value_of(address));
  x.made_progress();
  x.done(self, Outcome::proceeded);
  return 0;
}

int with_errno(int error) {
  if (error == 0) return 0;
  errno = error;
  return -1;
}

}  // namespace
}  // namespace explorer

extern "C" {

int sem_wait(sem_t* semaphore) {
  explorer::ControlledThread* self = explorer::current_user;
  if (self == nullptr) return explorer::real_wait(semaphore);
  return explorer::with_errno(explorer::wait(*self, semaphore, explorer::call_site()));
}

int sem_trywait(sem_t* semaphore) noexcept {
  explorer::ControlledThread* self = explorer::current_user;
  if (self == nullptr) return explorer::real_trywait(semaphore);
  return explorer::with_errno(explorer::try_wait(*self, semaphore, explorer::call_site()));
}

int sem_timedwait(sem_t* semaphore, const timespec* deadline) {
  explorer::ControlledThread* self = explorer::current_user;
  if (self == nullptr) return explorer::real_timedwait(semaphore, deadline);
  return explorer::with_errno(
      explorer::timed_wait(*self, semaphore, CLOCK_REALTIME, deadline, explorer::call_site()));
}

int sem_clockwait(sem_t* semaphore, clockid_t clock, const timespec* deadline) {
  explorer::ControlledThread* self = explorer::current_user;
  if (self == nullptr) return explorer::real_clockwait(semaphore, clock, deadline);
  return explorer::with_errno(
      explorer::timed_wait(*self, semaphore, clock, deadline, explorer::call_site()));
}

int sem_post(sem_t* semaphore) noexcept {
  explorer::ControlledThread* self = explorer::current_user;
  if (self == nullptr) return explorer::real_post(semaphore);
  return explorer::with_errno(explorer::post(*self, semaphore, explorer::call_site()));
}

}  // extern "C"
