// pthread_rwlock_*: std::shared_mutex, std::shared_timed_mutex and C programs.
//
// Neither readers nor writers are preferred: whoever is scheduled first gets in, so a program must
// be correct under either preference. A lock that has been made to prefer writers that wait does:
// whoever reads and wants to read again waits for them, and they for its first unlock.
#include <pthread.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <optional>

#include "interposition/call_site.h"
#include "interposition/deadline.h"
#include "interposition/pthread/mutex.h"
#include "interposition/pthread/timed_park.h"
#include "runtime/real.h"

namespace explorer {
namespace {

constinit Real<decltype(pthread_rwlock_init)> real_init{"pthread_rwlock_init"};
constinit Real<decltype(pthread_rwlock_destroy)> real_destroy{"pthread_rwlock_destroy"};
constinit Real<decltype(pthread_rwlock_rdlock)> real_rdlock{"pthread_rwlock_rdlock"};
constinit Real<decltype(pthread_rwlock_wrlock)> real_wrlock{"pthread_rwlock_wrlock"};
constinit Real<decltype(pthread_rwlock_tryrdlock)> real_tryrdlock{"pthread_rwlock_tryrdlock"};
constinit Real<decltype(pthread_rwlock_trywrlock)> real_trywrlock{"pthread_rwlock_trywrlock"};
constinit Real<decltype(pthread_rwlock_clockrdlock)> real_clockrdlock{"pthread_rwlock_clockrdlock"};
constinit Real<decltype(pthread_rwlock_clockwrlock)> real_clockwrlock{"pthread_rwlock_clockwrlock"};
constinit Real<decltype(pthread_rwlock_unlock)> real_unlock{"pthread_rwlock_unlock"};

enum class Mode : std::uint8_t { read, write };

OperationKind kind_of(Mode mode, OperationKind read, OperationKind write) {
  return mode == Mode::read ? read : write;
}

SyncObject& rwlock_at(Execution& x, pthread_rwlock_t* address) {
  // Padding that the C library leaves unused.
  auto& tag = *reinterpret_cast<std::uint64_t*>(&address->__data.__pad2);
  static_assert(offsetof(pthread_rwlock_t, __data.__pad3) % alignof(SyncObject*) == 0 &&
                offsetof(pthread_rwlock_t, __data.__cur_writer) ==
                    offsetof(pthread_rwlock_t, __data.__pad3) + sizeof(SyncObject*));
  auto& object = *reinterpret_cast<SyncObject**>(&address->__data.__pad3);
  bool created = false;
  return x.objects().planted(reinterpret_cast<std::uintptr_t>(address), tag, object,
                             ObjectKind::rwlock, created);
}

bool prefers_writers(const pthread_rwlock_t* address) {
  return address->__data.__flags == PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP;
}

bool is_free_for(const SyncObject& lock, Mode mode) {
  if (lock.owner != nullptr) return false;
  return mode == Mode::read ? lock.limit == 0 : lock.count == 0;
}

// A timed waiter whose deadline has passed is no contender any more.
void update_contenders(Execution& x, SyncObject& lock) {
  if (is_free_for(lock, Mode::read)) {
    x.make_all_runnable(lock.contenders);
  } else {
    x.block_all(lock.contenders);
  }
  if (is_free_for(lock, Mode::write)) {
    x.make_all_runnable(lock.writers);
  } else {
    x.block_common(lock.contenders, lock.writers);
  }
}

// While it lives, the thread is one of those that want to write, if it does.
class Intention {
 public:
  Intention(SyncObject& lock, const ControlledThread& self, Mode mode) : lock_(lock), self_(self) {
    if (mode == Mode::write) lock.writers.insert(self.index);
  }
  ~Intention() { lock_.writers.erase(self_.index); }
  Intention(const Intention&) = delete;
  Intention& operator=(const Intention&) = delete;

 private:
  SyncObject& lock_;
  const ControlledThread& self_;
};

// While it lives, a writer of a lock that prefers writers keeps readers out.
class Preference {
 public:
  Preference(Execution& x, SyncObject& lock, bool wanted) : x_(x), lock_(lock), wanted_(wanted) {
    if (wanted_) change(1);
  }
  ~Preference() {
    if (wanted_) change(-1);
  }
  Preference(const Preference&) = delete;
  Preference& operator=(const Preference&) = delete;

 private:
  void change(int difference) {
    lock_.limit += static_cast<std::uint32_t>(difference);
    update_contenders(x_, lock_);
  }

  Execution& x_;
  SyncObject& lock_;
  bool wanted_;
};

void take(Execution& x, ControlledThread& self, SyncObject& lock, Mode mode) {
  if (mode == Mode::read) {
    ++lock.count;
    self.read_locks.push_back(lock.index);
    x.order().acquire_shared(self.index, lock.clock);
  } else {
    lock.owner = &self;
    x.order().acquire_exclusive(self.index, lock.clock);
  }
  ++self.locks_held;
  update_contenders(x, lock);
  x.done(self, Outcome::proceeded);
}

Operation operation_on(const SyncObject& lock, OperationKind kind, std::uintptr_t site) {
  return Operation{.kind = kind, .access = Access::write, .object = lock.index, .call_site = site};
}

// That a writer has come is a step of its own where others can tell. False: it need not wait.
bool arrive(Execution& x, ControlledThread& self, SyncObject& lock) {
  const Operation operation = x.pending(self);
  x.wait_for_turn(self, lock);
  if (is_free_for(lock, Mode::write)) return false;
  x.done(self, Outcome::blocked);
  x.announce(self, operation);
  return true;
}

int lock_as(ControlledThread& self, pthread_rwlock_t* address, Mode mode, std::uintptr_t site) {
  const InsideExplorer inside(self);
  Execution& x = *Execution::current;
  SyncObject& lock = rwlock_at(x, address);
  x.announce(self, operation_on(lock,
                                kind_of(mode, OperationKind::rwlock_read_lock,
                                        OperationKind::rwlock_write_lock),
                                site));
  if (lock.owner == &self) {
    x.block(self);
    x.fail(self, FindingKind::deadlock, "locks a reader-writer lock that it holds for writing",
           lock.index);
  }
  const bool preferred = mode == Mode::write && prefers_writers(address);
  const bool waits = preferred && arrive(x, self, lock);
  if (!preferred || waits) {
    const Preference preference(x, lock, waits);
    const Intention intention(lock, self, mode);
    x.contend_for(lock.contenders, self);
    if (!is_free_for(lock, mode)) x.block(self);
    x.wait_for_turn(self, lock);
    x.leave_contenders(self);
  }
  take(x, self, lock, mode);
  return 0;
}

int try_as(ControlledThread& self, pthread_rwlock_t* address, Mode mode, std::uintptr_t site) {
  const InsideExplorer inside(self);
  Execution& x = *Execution::current;
  SyncObject& lock = rwlock_at(x, address);
  x.announce(self, operation_on(lock,
                                kind_of(mode, OperationKind::rwlock_try_read_lock,
                                        OperationKind::rwlock_try_write_lock),
                                site));
  x.wait_for_turn(self, lock);
  if (!is_free_for(lock, mode) || x.spurious(ChoiceKind::weak_failure, self)) {
    x.done(self, Outcome::refused);
    was_refused(x, self, lock);
    return EBUSY;
  }
  take(x, self, lock, mode);
  return 0;
}

int timed_as(ControlledThread& self, pthread_rwlock_t* address, Mode mode, clockid_t clock,
             const timespec* time, std::uintptr_t site) {
  const InsideExplorer inside(self);
  Execution& x = *Execution::current;
  SyncObject& lock = rwlock_at(x, address);
  if (!is_valid(*time)) return EINVAL;
  const std::int64_t deadline = virtual_deadline(clock, *time);
  Operation operation = operation_on(
      lock,
      kind_of(mode, OperationKind::rwlock_timed_read_lock, OperationKind::rwlock_timed_write_lock),
      site);
  operation.value = static_cast<std::uint64_t>(deadline);
  x.announce(self, operation);
  x.wait_for_turn(self, lock);
  if (!is_free_for(lock, mode)) {
    const Preference preference(x, lock, mode == Mode::write && prefers_writers(address));
    const Intention intention(lock, self, mode);
    if (!park_among_contenders(x, self, lock, deadline)) return ETIMEDOUT;
  }
  take(x, self, lock, mode);
  return 0;
}

int unlock(ControlledThread& self, pthread_rwlock_t* address, std::uintptr_t site) {
  const InsideExplorer inside(self);
  Execution& x = *Execution::current;
  SyncObject& lock = rwlock_at(x, address);
  x.announce(self, operation_on(lock, OperationKind::rwlock_unlock, site));
  const auto held = std::find(self.read_locks.rbegin(), self.read_locks.rend(), lock.index);
  const bool reads = held != self.read_locks.rend();
  if (!reads && lock.owner != &self) {
    x.fail(self, FindingKind::misuse,
           lock.owner == nullptr && lock.count == 0
               ? "unlocks a reader-writer lock that nobody holds"
               : "unlocks a reader-writer lock that only other threads hold",
           lock.index);
  }
  x.wait_for_turn(self, lock);
  if (reads) {
    self.read_locks.erase(std::next(held).base());
    x.order().release_shared(self.index, lock.clock);
    --lock.count;
  } else {
    x.order().release_exclusive(self.index, lock.clock);
    lock.owner = nullptr;
  }
  --self.locks_held;
  update_contenders(x, lock);
  x.done(self, Outcome::proceeded);
  return 0;
}

int destroy(ControlledThread& self, pthread_rwlock_t* address, std::uintptr_t site) {
  const InsideExplorer inside(self);
  Execution& x = *Execution::current;
  SyncObject& lock = rwlock_at(x, address);
  x.announce(self, operation_on(lock, OperationKind::rwlock_destroy, site));
  x.wait_for_turn(self, lock);
  if (lock.owner != nullptr || lock.count != 0 || !lock.contenders.empty()) {
    x.fail(self, FindingKind::misuse, "destroys a reader-writer lock that is in use", lock.index);
  }
  lock.destroyed = true;
  x.done(self, Outcome::proceeded);
  return 0;
}

}  // namespace
}  // namespace explorer

extern "C" {

int pthread_rwlock_init(pthread_rwlock_t* lock, const pthread_rwlockattr_t* attributes) noexcept {
  return explorer::real_init(lock, attributes);
}

int pthread_rwlock_destroy(pthread_rwlock_t* lock) noexcept {
  explorer::ControlledThread* self = explorer::current_user;
  if (self == nullptr) return explorer::real_destroy(lock);
  return explorer::destroy(*self, lock, explorer::call_site());
}

int pthread_rwlock_rdlock(pthread_rwlock_t* lock) noexcept {
  explorer::ControlledThread* self = explorer::current_user;
  if (self == nullptr) return explorer::real_rdlock(lock);
  return explorer::lock_as(*self, lock, explorer::Mode::read, explorer::call_site());
}

int pthread_rwlock_wrlock(pthread_rwlock_t* lock) noexcept {
  explorer::ControlledThread* self = explorer::current_user;
  if (self == nullptr) return explorer::real_wrlock(lock);
  return explorer::lock_as(*self, lock, explorer::Mode::write, explorer::call_site());
}

int pthread_rwlock_tryrdlock(pthread_rwlock_t* lock) noexcept {
  explorer::ControlledThread* self = explorer::current_user;
  if (self == nullptr) return explorer::real_tryrdlock(lock);
  return explorer::try_as(*self, lock, explorer::Mode::read, explorer::call_site());
}

int pthread_rwlock_trywrlock(pthread_rwlock_t* lock) noexcept {
  explorer::ControlledThread* self = explorer::current_user;
  if (self == nullptr) return explorer::real_trywrlock(lock);
  return explorer::try_as(*self, lock, explorer::Mode::write, explorer::call_site());
}

int pthread_rwlock_timedrdlock(pthread_rwlock_t* lock, const timespec* deadline) noexcept {
  return pthread_rwlock_clockrdlock(lock, CLOCK_REALTIME, deadline);
}

int pthread_rwlock_timedwrlock(pthread_rwlock_t* lock, const timespec* deadline) noexcept {
  return pthread_rwlock_clockwrlock(lock, CLOCK_REALTIME, deadline);
}

int pthread_rwlock_clockrdlock(pthread_rwlock_t* lock, clockid_t clock,
                               const timespec* deadline) noexcept {
  explorer::ControlledThread* self = explorer::current_user;
  if (self == nullptr) return explorer::real_clockrdlock(lock, clock, deadline);
  return explorer::timed_as(*self, lock, explorer::Mode::read, clock, deadline,
                            explorer::call_site());
}

int pthread_rwlock_clockwrlock(pthread_rwlock_t* lock, clockid_t clock,
                               const timespec* deadline) noexcept {
  explorer::ControlledThread* self = explorer::current_user;
  if (self == nullptr) return explorer::real_clockwrlock(lock, clock, deadline);
  return explorer::timed_as(*self, lock, explorer::Mode::write, clock, deadline,
                            explorer::call_site());
}

int pthread_rwlock_unlock(pthread_rwlock_t* lock) noexcept {
  explorer::ControlledThread* self = explorer::current_user;
  if (self == nullptr) return explorer::real_unlock(lock);
  return explorer::unlock(*self, lock, explorer::call_site());
}

}  // extern "C"
