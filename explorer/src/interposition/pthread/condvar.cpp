// pthread_cond_*: std::condition_variable and C programs.
//
// A wait is two steps: releasing the mutex and parking, then competing for the mutex again once
// notified, spuriously woken or out of time. A notify that finds nobody parked is lost.
#include <pthread.h>

#include <cerrno>
#include <cstring>

#include "interposition/call_site.h"
#include "interposition/deadline.h"
#include "interposition/pthread/mutex.h"
#include "runtime/real.h"

namespace explorer {
namespace {

constinit Real<decltype(pthread_cond_init)> real_init{"pthread_cond_init"};
constinit Real<decltype(pthread_cond_destroy)> real_destroy{"pthread_cond_destroy"};
constinit Real<decltype(pthread_cond_wait)> real_wait{"pthread_cond_wait"};
constinit Real<decltype(pthread_cond_timedwait)> real_timedwait{"pthread_cond_timedwait"};
constinit Real<decltype(pthread_cond_clockwait)> real_clockwait{"pthread_cond_clockwait"};
constinit Real<decltype(pthread_cond_signal)> real_signal{"pthread_cond_signal"};
constinit Real<decltype(pthread_cond_broadcast)> real_broadcast{"pthread_cond_broadcast"};

// The words in which the C library counts waiters and signals. A count never looks like a tag.
PlantedObject& storage_of(pthread_cond_t* condvar) {
  return *reinterpret_cast<PlantedObject*>(condvar);
}

// The C library keeps the clock in a bit of the word that counts references.
constexpr std::size_t kReferencesOffset = 36;
constexpr std::uint32_t kMonotonicBit = 2;
std::uint32_t& references_of(pthread_cond_t* condvar) {
  return *reinterpret_cast<std::uint32_t*>(reinterpret_cast<std::byte*>(condvar) +
                                           kReferencesOffset);
}
clockid_t clock_of(pthread_cond_t* condvar) {
  return (references_of(condvar) & kMonotonicBit) != 0 ? CLOCK_MONOTONIC : CLOCK_REALTIME;
}

// Before the real functions see a condvar that an execution has used: wipes our traces.
pthread_cond_t* restored(pthread_cond_t* condvar) {
  if (ObjectTable::is_tag(storage_of(condvar).tag)) [[unlikely]] {
    const std::uint32_t clock = references_of(condvar) & kMonotonicBit;
    std::memset(condvar, 0, sizeof *condvar);
    references_of(condvar) = clock;
  }
  return condvar;
}

SyncObject& condvar_at(Execution& x, pthread_cond_t* address) {
  PlantedObject& storage = storage_of(address);
  bool created = false;
  return x.objects().planted(reinterpret_cast<std::uintptr_t>(address), storage.tag, storage.object,
                             ObjectKind::condvar, created);
}

Outcome outcome_of(WakeReason reason) {
  switch (reason) {
    case WakeReason::spurious:
      return Outcome::spurious;
    case WakeReason::timed_out:
      return Outcome::timed_out;
    default:
      return Outcome::proceeded;
  }
}

// Most waits have no deadline, and nothing to do with it: only where it is timed does it count.
template <bool kTimed>
int wait(ControlledThread& self, pthread_cond_t* address, pthread_mutex_t* mutex_address,
         std::int64_t deadline, std::uintptr_t site) {
  const InsideExplorer inside(self);
  Execution& x = *Execution::current;
  SyncObject& mutex = mutex_at(x, self, mutex_address);
  SyncObject& condvar = condvar_at(x, address);
  Operation operation{
      .kind = kTimed ? OperationKind::condvar_timed_wait : OperationKind::condvar_wait,
      .access = Access::write,
      .object = condvar.index,
      .second_object = mutex.index,
      .value = static_cast<std::uint64_t>(deadline),
      .call_site = site};
  x.announce(self, operation);
  x.wait_for_turn(self, condvar);
  if (mutex.owner != &self) {
    x.fail(self, FindingKind::misuse,
           "waits on a condition variable without holding the mutex it passes", condvar.index);
  }
  // The C library takes one count off a recursive mutex, so that it stays locked during the wait.
  if (mutex.count > 1) {
    x.fail(self, FindingKind::misuse,
           "waits on a condition variable with a mutex that it has locked more than once, which "
           "nobody else can lock meanwhile",
           condvar.index);
  }
  const ControlledThread* other = condvar.waiters.first;
  if (other != nullptr && x.pending(*other).second_object != mutex.index) {
    x.fail(self, FindingKind::misuse,
           "waits on a condition variable with another mutex than a thread that waits already",
           condvar.index);
  }
  WakeReason at_once = WakeReason::none;
  if (kTimed && (deadline <= x.clock().now() || x.timeout_first(self))) {
    at_once = WakeReason::timed_out;
  } else if (x.spurious(ChoiceKind::spurious_wake, self)) {
    at_once = WakeReason::spurious;
  }
  free_mutex(x, self, mutex);
  kTimed ? x.park_until(self, deadline) : x.park(self);
  x.done(self, Outcome::blocked);

  operation.kind = OperationKind::condvar_wake;
  x.announce(self, operation);
  if (at_once == WakeReason::none) {
    condvar.waiters.append(self);
  } else {
    x.wake(self, at_once);
    contend(x, self, mutex);
  }
  x.choose_next(self);
  x.use_object(self, mutex);
  x.leave_contenders(self);
  take_mutex(x, self, mutex);
  const bool timed_out = kTimed && self.wake_reason == WakeReason::timed_out;
  if (timed_out) x.reach(deadline);
  x.done(self, outcome_of(self.wake_reason), true);
  return timed_out ? ETIMEDOUT : 0;
}

int timed_wait(ControlledThread& self, pthread_cond_t* condvar, pthread_mutex_t* mutex,
               clockid_t clock, const timespec* time, std::uintptr_t site) {
  if (!is_valid(*time)) return EINVAL;
  return wait<true>(self, condvar, mutex, virtual_deadline(clock, *time), site);
}

void notify(Execution& x, ControlledThread& waiter) {
  x.wake(waiter, WakeReason::notified);
  contend(x, waiter, x.objects()[x.pending(waiter).second_object]);
}

int signal(ControlledThread& self, pthread_cond_t* address, std::uintptr_t site) {
  const InsideExplorer inside(self);
  Execution& x = *Execution::current;
  SyncObject& condvar = condvar_at(x, address);
  x.announce(self, {.kind = OperationKind::condvar_notify_one,
                    .access = Access::write,
                    .object = condvar.index,
                    .call_site = site});
  x.wait_for_turn(self, condvar);
  if (condvar.waiters.size > 0) {
    const std::uint16_t which = x.choose(ChoiceKind::notified_waiter, self, condvar.waiters.size);
    ControlledThread& waiter = condvar.waiters.at(which);
    notify(x, waiter);
    x.pending(self).peer = waiter.index;
    x.pending(self).value = 1;
    x.made_progress();
  }
  x.done(self, Outcome::proceeded);
  return 0;
}

int broadcast(ControlledThread& self, pthread_cond_t* address, std::uintptr_t site) {
  const InsideExplorer inside(self);
  Execution& x = *Execution::current;
  SyncObject& condvar = condvar_at(x, address);
  x.announce(self, {.kind = OperationKind::condvar_notify_all,
                    .access = Access::write,
                    .object = condvar.index,
                    .call_site = site});
  x.wait_for_turn(self, condvar);
  x.pending(self).value = condvar.waiters.size;
  if (condvar.waiters.size > 0) x.made_progress();
  while (condvar.waiters.first != nullptr) notify(x, *condvar.waiters.first);
  x.done(self, Outcome::proceeded);
  return 0;
}

int destroy(ControlledThread& self, pthread_cond_t* address, std::uintptr_t site) {
  const InsideExplorer inside(self);
  Execution& x = *Execution::current;
  SyncObject& condvar = condvar_at(x, address);
  x.announce(self, {.kind = OperationKind::condvar_destroy,
                    .access = Access::write,
                    .object = condvar.index,
                    .call_site = site});
  x.wait_for_turn(self, condvar);
  if (condvar.waiters.first != nullptr) {
    x.fail(self, FindingKind::misuse, "destroys a condition variable that threads wait on",
           condvar.index);
  }
  condvar.destroyed = true;
  x.done(self, Outcome::proceeded);
  return 0;
}

}  // namespace
}  // namespace explorer

extern "C" {

int pthread_cond_init(pthread_cond_t* condvar, const pthread_condattr_t* attributes) noexcept {
  return explorer::real_init(condvar, attributes);
}

int pthread_cond_destroy(pthread_cond_t* condvar) noexcept {
  explorer::ControlledThread* self = explorer::current_user;
  if (self == nullptr) return explorer::real_destroy(explorer::restored(condvar));
  return explorer::destroy(*self, condvar, explorer::call_site());
}

int pthread_cond_wait(pthread_cond_t* condvar, pthread_mutex_t* mutex) {
  explorer::ControlledThread* self = explorer::current_user;
  if (self == nullptr) return explorer::real_wait(explorer::restored(condvar), mutex);
  return explorer::wait<false>(*self, condvar, mutex, 0, explorer::call_site());
}

int pthread_cond_timedwait(pthread_cond_t* condvar, pthread_mutex_t* mutex,
                           const timespec* deadline) {
  explorer::ControlledThread* self = explorer::current_user;
  if (self == nullptr) {
    return explorer::real_timedwait(explorer::restored(condvar), mutex, deadline);
  }
  return explorer::timed_wait(*self, condvar, mutex, explorer::clock_of(condvar), deadline,
                              explorer::call_site());
}

int pthread_cond_clockwait(pthread_cond_t* condvar, pthread_mutex_t* mutex, clockid_t clock,
                           const timespec* deadline) {
  explorer::ControlledThread* self = explorer::current_user;
  if (self == nullptr) {
    return explorer::real_clockwait(explorer::restored(condvar), mutex, clock, deadline);
  }
  return explorer::timed_wait(*self, condvar, mutex, clock, deadline, explorer::call_site());
}

int pthread_cond_signal(pthread_cond_t* condvar) noexcept {
  explorer::ControlledThread* self = explorer::current_user;
  if (self == nullptr) return explorer::real_signal(explorer::restored(condvar));
  return explorer::signal(*self, condvar, explorer::call_site());
}

int pthread_cond_broadcast(pthread_cond_t* condvar) noexcept {
  explorer::ControlledThread* self = explorer::current_user;
  if (self == nullptr) return explorer::real_broadcast(explorer::restored(condvar));
  return explorer::broadcast(*self, condvar, explorer::call_site());
}

}  // extern "C"
