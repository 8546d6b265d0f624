// pthread_barrier_*: std::barrier is made of atomics and needs nothing of this.
#include <pthread.h>

#include <cerrno>

#include "interposition/call_site.h"
#include "runtime/execution.h"
#include "runtime/real.h"

namespace explorer {
namespace {

constinit Real<decltype(pthread_barrier_init)> real_init{"pthread_barrier_init"};
constinit Real<decltype(pthread_barrier_destroy)> real_destroy{"pthread_barrier_destroy"};
constinit Real<decltype(pthread_barrier_wait)> real_wait{"pthread_barrier_wait"};

// How many must arrive: where the C library keeps it, third of its words.
std::uint32_t limit_of(const pthread_barrier_t* address) {
  constexpr std::size_t kLimitWord = 2;
  return reinterpret_cast<const std::uint32_t*>(address)[kLimitWord];
}

SyncObject& barrier_at(Execution& x, pthread_barrier_t* address) {
  bool created = false;
  SyncObject& barrier =
      x.objects().hashed(reinterpret_cast<std::uintptr_t>(address), ObjectKind::barrier, created);
  if (created) barrier.limit = limit_of(address);
  return barrier;
}

int wait(ControlledThread& self, pthread_barrier_t* address, std::uintptr_t site) {
  const InsideExplorer inside(self);
  Execution& x = *Execution::current;
  SyncObject& barrier = barrier_at(x, address);
  const Operation operation{.kind = OperationKind::barrier_wait,
                            .access = Access::write,
                            .object = barrier.index,
                            .call_site = site};
  x.announce(self, operation);
  x.wait_for_turn(self);
  x.order().release_joining(self.index, barrier.clock);
  if (++barrier.count < barrier.limit) {
    x.park(self);
    x.done(self, Outcome::blocked);
    x.announce(self, operation);
    barrier.waiters.append(self);
    x.wait_for_turn(self);
    x.order().acquire(self.index, barrier.clock);
    x.done(self, Outcome::proceeded);
    return 0;
  }
  barrier.count = 0;
  x.order().acquire(self.index, barrier.clock);
  while (barrier.waiters.first != nullptr) {
    ControlledThread& waiter = *barrier.waiters.first;
    x.wake(waiter, WakeReason::notified);
    x.make_runnable(waiter);
  }
  x.made_progress();
  x.done(self, Outcome::proceeded);
  return PTHREAD_BARRIER_SERIAL_THREAD;
}

void check_destroy(ControlledThread& self, pthread_barrier_t* address) {
  const InsideExplorer inside(self);
  Execution& x = *Execution::current;
  SyncObject& barrier = barrier_at(x, address);
  if (barrier.waiters.first != nullptr) {
    x.fail(self, FindingKind::misuse, "destroys a barrier that threads wait at", barrier.index);
  }
}

}  // namespace
}  // namespace explorer

extern "C" {

int pthread_barrier_init(pthread_barrier_t* barrier, const pthread_barrierattr_t* attributes,
                         unsigned count) noexcept {
  const int error = explorer::real_init(barrier, attributes, count);
  explorer::ControlledThread* self = explorer::current_user;
  if (self != nullptr && error == 0) {
    const explorer::InsideExplorer inside(*self);
    explorer::SyncObject& object = explorer::barrier_at(*explorer::Execution::current, barrier);
    object.limit = count;
    object.count = 0;
  }
  return error;
}

int pthread_barrier_destroy(pthread_barrier_t* barrier) noexcept {
  explorer::ControlledThread* self = explorer::current_user;
  if (self != nullptr) explorer::check_destroy(*self, barrier);
  return explorer::real_destroy(barrier);
}

int pthread_barrier_wait(pthread_barrier_t* barrier) noexcept {
  explorer::ControlledThread* self = explorer::current_user;
  if (self == nullptr) return explorer::real_wait(barrier);
  return explorer::wait(*self, barrier, explorer::call_site());
}

}  // extern "C"
