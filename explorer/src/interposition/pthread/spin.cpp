// pthread_spin_*: here a spin lock is a mutex without kinds.
#include <pthread.h>

#include <cerrno>

#include "interposition/call_site.h"
#include "interposition/pthread/mutex.h"
#include "runtime/real.h"

namespace explorer {
namespace {

constinit Real<decltype(pthread_spin_lock)> real_lock{"pthread_spin_lock"};
constinit Real<decltype(pthread_spin_trylock)> real_trylock{"pthread_spin_trylock"};
constinit Real<decltype(pthread_spin_unlock)> real_unlock{"pthread_spin_unlock"};

// The word itself stays as the C library's unlocked state: only executions lock it here.
SyncObject& spin_at(Execution& x, pthread_spinlock_t* address) {
  bool created = false;
  return x.objects().hashed(reinterpret_cast<std::uintptr_t>(address), ObjectKind::spin_lock,
                            created);
}

void announce(Execution& x, ControlledThread& self, const SyncObject& lock, OperationKind kind,
              std::uintptr_t site) {
  x.announce(
      self,
      Operation{.kind = kind, .access = Access::write, .object = lock.index, .call_site = site});
}

int lock(ControlledThread& self, pthread_spinlock_t* address, std::uintptr_t site) {
  const InsideExplorer inside(self);
  Execution& x = *Execution::current;
  SyncObject& spin = spin_at(x, address);
  announce(x, self, spin, OperationKind::mutex_lock, site);
  if (spin.owner == &self) {
    x.block(self);
    x.fail(self, FindingKind::deadlock, "locks a spin lock that it already holds", spin.index);
  }
  contend(x, self, spin);
  x.wait_for_turn(self, spin);
  x.leave_contenders(self);
  take_mutex(x, self, spin);
  x.done(self, Outcome::proceeded);
  return 0;
}

int try_lock(ControlledThread& self, pthread_spinlock_t* address, std::uintptr_t site) {
  const InsideExplorer inside(self);
  Execution& x = *Execution::current;
  SyncObject& spin = spin_at(x, address);
  announce(x, self, spin, OperationKind::mutex_try_lock, site);
  x.wait_for_turn(self, spin);
  if (spin.owner != nullptr) {
    x.done(self, Outcome::refused);
    x.spun(self);
    return EBUSY;
  }
  take_mutex(x, self, spin);
  x.done(self, Outcome::proceeded);
  return 0;
}

int unlock(ControlledThread& self, pthread_spinlock_t* address, std::uintptr_t site) {
  const InsideExplorer inside(self);
  Execution& x = *Execution::current;
  SyncObject& spin = spin_at(x, address);
  announce(x, self, spin, OperationKind::mutex_unlock, site);
  if (spin.owner != &self) {
    x.fail(self, FindingKind::misuse, "unlocks a spin lock that it does not hold", spin.index);
  }
  x.wait_for_turn(self, spin);
  free_mutex(x, self, spin);
  x.done(self, Outcome::proceeded);
  return 0;
}

}  // namespace
}  // namespace explorer

extern "C" {

int pthread_spin_lock(pthread_spinlock_t* lock) noexcept {
  explorer::ControlledThread* self = explorer::current_user;
  if (self == nullptr) return explorer::real_lock(lock);
  return explorer::lock(*self, lock, explorer::call_site());
}

int pthread_spin_trylock(pthread_spinlock_t* lock) noexcept {
  explorer::ControlledThread* self = explorer::current_user;
  if (self == nullptr) return explorer::real_trylock(lock);
  return explorer::try_lock(*self, lock, explorer::call_site());
}

int pthread_spin_unlock(pthread_spinlock_t* lock) noexcept {
  explorer::ControlledThread* self = explorer::current_user;
  if (self == nullptr) return explorer::real_unlock(lock);
  return explorer::unlock(*self, lock, explorer::call_site());
}

}  // extern "C"
