// pthread_mutex_*: std::mutex, std::recursive_mutex, std::timed_mutex and C programs.
#include "interposition/pthread/mutex.h"

#include <cerrno>
#include <optional>

#include "interposition/call_site.h"
#include "interposition/deadline.h"
#include "interposition/pthread/timed_park.h"
#include "runtime/real.h"

namespace explorer {
namespace {

constinit Real<decltype(pthread_mutex_init)> real_init{"pthread_mutex_init"};
constinit Real<decltype(pthread_mutex_destroy)> real_destroy{"pthread_mutex_destroy"};
constinit Real<decltype(pthread_mutex_lock)> real_lock{"pthread_mutex_lock"};
constinit Real<decltype(pthread_mutex_trylock)> real_trylock{"pthread_mutex_trylock"};
constinit Real<decltype(pthread_mutex_timedlock)> real_timedlock{"pthread_mutex_timedlock"};
constinit Real<decltype(pthread_mutex_clocklock)> real_clocklock{"pthread_mutex_clocklock"};
constinit Real<decltype(pthread_mutex_unlock)> real_unlock{"pthread_mutex_unlock"};

Operation operation_on(const SyncObject& mutex, OperationKind kind, std::uintptr_t site) {
  return Operation{.kind = kind, .access = Access::write, .object = mutex.index, .call_site = site};
}

// The calling thread holds the mutex already. The result, where there is one.
int relock(Execution& x, ControlledThread& self, SyncObject& mutex, OperationKind kind,
           std::uintptr_t site) {
  if (mutex.mutex_type == MutexType::recursive) {
    ++mutex.count;
    return 0;
  }
  if (mutex.mutex_type == MutexType::errorcheck) return EDEADLK;
  x.announce(self, operation_on(mutex, kind, site));
  x.block(self);
  x.fail(self, FindingKind::deadlock, "locks a mutex that it already holds", mutex.index);
}

int lock(ControlledThread& self, pthread_mutex_t* address, std::uintptr_t site) {
  const InsideExplorer inside(self);
  Execution& x = *Execution::current;
  SyncObject& mutex = mutex_at(x, self, address);
  if (mutex.owner == &self) [[unlikely]]
    return relock(x, self, mutex, OperationKind::mutex_lock, site);
  x.announce(self, operation_on(mutex, OperationKind::mutex_lock, site));
  if (mutex.owner != nullptr || !x.has_turn(self)) [[unlikely]] {
    contend(x, self, mutex);
    x.choose_next(self);
    x.leave_contenders(self);
  }
  x.use_object(self, mutex);
  take_mutex(x, self, mutex);
  x.done(self, Outcome::proceeded, true);
  return 0;
}

int try_lock(ControlledThread& self, pthread_mutex_t* address, std::uintptr_t site) {
  const InsideExplorer inside(self);
  Execution& x = *Execution::current;
  SyncObject& mutex = mutex_at(x, self, address);
  if (mutex.owner == &self && mutex.mutex_type == MutexType::recursive) {
    ++mutex.count;
    return 0;
  }
  x.announce(self, operation_on(mutex, OperationKind::mutex_try_lock, site));
  x.wait_for_turn(self, mutex);
  if (mutex.owner != nullptr || x.spurious(ChoiceKind::weak_failure, self)) {
    x.done(self, Outcome::refused);
    was_refused(x, self, mutex);
    return EBUSY;
  }
  take_mutex(x, self, mutex);
  x.done(self, Outcome::proceeded);
  return 0;
}

int timed_lock(ControlledThread& self, pthread_mutex_t* address, clockid_t clock,
               const timespec* time, std::uintptr_t site) {
  const InsideExplorer inside(self);
  Execution& x = *Execution::current;
  SyncObject& mutex = mutex_at(x, self, address);
  if (mutex.owner == &self) return relock(x, self, mutex, OperationKind::mutex_timed_lock, site);
  if (!is_valid(*time)) return EINVAL;
  const std::int64_t deadline = virtual_deadline(clock, *time);
  Operation operation = operation_on(mutex, OperationKind::mutex_timed_lock, site);
  operation.value = static_cast<std::uint64_t>(deadline);
  x.announce(self, operation);
  x.wait_for_turn(self, mutex);
  if (mutex.owner != nullptr && !park_among_contenders(x, self, mutex, deadline)) return ETIMEDOUT;
  take_mutex(x, self, mutex);
  x.done(self, Outcome::proceeded);
  return 0;
}

int unlock(ControlledThread& self, pthread_mutex_t* address, std::uintptr_t site) {
  const InsideExplorer inside(self);
  Execution& x = *Execution::current;
  SyncObject& mutex = mutex_at(x, self, address);
  if (mutex.owner == &self && mutex.count > 1) [[unlikely]] {
    --mutex.count;
    return 0;
  }
  x.announce(self, operation_on(mutex, OperationKind::mutex_unlock, site));
  if (mutex.owner != &self) [[unlikely]] {
    if (mutex.mutex_type != MutexType::normal) return EPERM;
    x.fail(self, FindingKind::misuse,
           mutex.owner == nullptr ? "unlocks a mutex that nobody holds"
                                  : "unlocks a mutex that another thread holds",
           mutex.index);
  }
  x.wait_for_turn(self, mutex);
  free_mutex(x, self, mutex);
  x.done(self, Outcome::proceeded);
  return 0;
}

int destroy(ControlledThread& self, pthread_mutex_t* address, std::uintptr_t site) {
  const InsideExplorer inside(self);
  Execution& x = *Execution::current;
  SyncObject& mutex = mutex_at(x, self, address);
  x.announce(self, operation_on(mutex, OperationKind::mutex_destroy, site));
  x.wait_for_turn(self, mutex);
  if (mutex.owner != nullptr || !mutex.contenders.empty()) {
    x.fail(self, FindingKind::misuse, "destroys a mutex that is in use", mutex.index);
  }
  mutex.destroyed = true;
  x.done(self, Outcome::proceeded);
  return 0;
}

}  // namespace

void read_type(Execution& x, ControlledThread& self, SyncObject& mutex, pthread_mutex_t* address) {
  constexpr int kTypeBits = 3;
  constexpr int kElisionBits = 256 | 512;
  const int kind = address->__data.__kind & ~kElisionBits;
  if ((kind & ~kTypeBits) != 0) {
    x.fail(self, FindingKind::unsupported,
           "robust, priority-inheriting and process-shared mutexes are not controlled");
  }
  mutex.mutex_type = kind == PTHREAD_MUTEX_RECURSIVE    ? MutexType::recursive
                     : kind == PTHREAD_MUTEX_ERRORCHECK ? MutexType::errorcheck
                                                        : MutexType::normal;
}

}  // namespace explorer

extern "C" {

int pthread_mutex_init(pthread_mutex_t* mutex, const pthread_mutexattr_t* attributes) noexcept {
  return explorer::real_init(mutex, attributes);
}

int pthread_mutex_destroy(pthread_mutex_t* mutex) noexcept {
  explorer::ControlledThread* self = explorer::current_user;
  if (self == nullptr) return explorer::real_destroy(mutex);
  return explorer::destroy(*self, mutex, explorer::call_site());
}

int pthread_mutex_lock(pthread_mutex_t* mutex) noexcept {
  explorer::ControlledThread* self = explorer::current_user;
  if (self == nullptr) return explorer::real_lock(mutex);
  return explorer::lock(*self, mutex, explorer::call_site());
}

int pthread_mutex_trylock(pthread_mutex_t* mutex) noexcept {
  explorer::ControlledThread* self = explorer::current_user;
  if (self == nullptr) return explorer::real_trylock(mutex);
  return explorer::try_lock(*self, mutex, explorer::call_site());
}

int pthread_mutex_timedlock(pthread_mutex_t* mutex, const timespec* deadline) noexcept {
  explorer::ControlledThread* self = explorer::current_user;
  if (self == nullptr) return explorer::real_timedlock(mutex, deadline);
  return explorer::timed_lock(*self, mutex, CLOCK_REALTIME, deadline, explorer::call_site());
}

int pthread_mutex_clocklock(pthread_mutex_t* mutex, clockid_t clock,
                            const timespec* deadline) noexcept {
  explorer::ControlledThread* self = explorer::current_user;
  if (self == nullptr) return explorer::real_clocklock(mutex, clock, deadline);
  return explorer::timed_lock(*self, mutex, clock, deadline, explorer::call_site());
}

int pthread_mutex_unlock(pthread_mutex_t* mutex) noexcept {
  explorer::ControlledThread* self = explorer::current_user;
  if (self == nullptr) return explorer::real_unlock(mutex);
  return explorer::unlock(*self, mutex, explorer::call_site());
}

}  // extern "C"
