#include "interposition/libc/once.h"

#include <cxxabi.h>
#include <pthread.h>

#include "interposition/call_site.h"
#include "interposition/libc/language_runtime.h"
#include "interposition/tsan/atomic_operations.h"
#include "runtime/local_statics.h"
#include "runtime/real.h"

// Of the C++ library: calls the function that std::call_once was given.
extern "C" void __once_proxy();

namespace explorer {
namespace {

constinit Real<int(pthread_once_t*, void (*)())> real_once{"pthread_once"};
constinit Real<int(abi::__guard*)> real_guard_acquire{"__cxa_guard_acquire"};
constinit Real<void(abi::__guard*)> real_guard_release{"__cxa_guard_release"};
constinit Real<void(abi::__guard*)> real_guard_abort{"__cxa_guard_abort"};

SyncObject& once_at(Execution& x, std::uintptr_t address) {
  bool created = false;
  return x.objects().hashed(address, ObjectKind::once, created);
}

// The C library's encoding of pthread_once_t.
constexpr pthread_once_t kOnceUntouched = 0;
constexpr pthread_once_t kOnceFinished = 2;

OnceState state_of_once(std::uintptr_t address) {
  return *reinterpret_cast<pthread_once_t*>(address) == kOnceFinished ? OnceState::finished
                                                                      : OnceState::untouched;
}

// The C++ ABI: the first byte of a guard tells that the object has been constructed.
std::uint8_t& guard_byte(std::uintptr_t address) {
  return *reinterpret_cast<std::uint8_t*>(address);
}
OnceState state_of_guard(std::uintptr_t address) {
  return guard_byte(address) != 0 ? OnceState::finished : OnceState::untouched;
}

std::uintptr_t address_of(const void* object) { return reinterpret_cast<std::uintptr_t>(object); }

Once guarded_by(const ControlledThread& self, std::uintptr_t guard, std::uintptr_t site) {
  return {guard, site, local_statics::is_under_test(self.index, guard)};
}

// What the C++ library and the unwinder initialise for themselves, once in a process, would be seen
// in its first execution only: an exception thrown would have steps that it has not when the same
// schedule is run again. Their part in std::call_once is to call what the program gave them.
bool is_runtimes_own(ControlledThread& self, std::uintptr_t site, void (*routine)()) {
  const InsideExplorer inside(self);
  return is_language_runtime(site) && routine != &__once_proxy;
}

void wait_for_turn(Execution& x, ControlledThread& self, SyncObject& once, std::uintptr_t site) {
  x.announce(self, {.kind = OperationKind::once_begin,
                    .access = Access::write,
                    .object = once.index,
                    .call_site = site});
  if (once.owner == &self) {
    x.fail(self, FindingKind::misuse, "initialises an object from within its own initialisation",
           once.index);
  }
  x.contend_for(once.contenders, self);
  if (once.owner != nullptr) x.block(self);
  x.wait_for_turn(self);
  x.leave_contenders(self);
}

// Ends the initialisation, by whichever way it is left.
class OnceScope {
 public:
  OnceScope(ControlledThread& self, pthread_once_t* control, const Once& once)
      : self_(self), control_(control), once_(once) {}
  ~OnceScope() {
    *control_ = finished_ ? kOnceFinished : kOnceUntouched;
    once_end(self_, once_);
  }
  OnceScope(const OnceScope&) = delete;
  OnceScope& operator=(const OnceScope&) = delete;
  void finished() { finished_ = true; }

 private:
  ControlledThread& self_;
  pthread_once_t* control_;
  Once once_;
  bool finished_ = false;
};

}  // namespace

bool once_begin(ControlledThread& self, const Once& what, OnceState (*state)(std::uintptr_t)) {
  const InsideExplorer inside(self);
  Execution& x = *Execution::current;
  SyncObject& once = once_at(x, what.address);
  const bool is_step = what.under_test || once.owner != nullptr;
  if (is_step) wait_for_turn(x, self, once, what.site);
  x.order().acquire(self.index, once.clock);
  const bool first = state(what.address) != OnceState::finished;
  if (first) {
    once.owner = &self;
    x.block_all(once.contenders);
  }
  if (is_step) x.done(self, Outcome::proceeded);
  return first;
}

void once_end(ControlledThread& self, const Once& what) {
  const InsideExplorer inside(self);
  Execution& x = *Execution::current;
  SyncObject& once = once_at(x, what.address);
  if (what.under_test) {
    x.announce(self, {.kind = OperationKind::once_end,
                      .access = Access::write,
                      .object = once.index,
                      .call_site = what.site});
    x.wait_for_turn(self);
  }
  x.order().release(self.index, once.clock);
  once.owner = nullptr;
  x.make_all_runnable(once.contenders);
  if (what.under_test || !once.contenders.empty()) x.made_progress();
  if (what.under_test) x.done(self, Outcome::proceeded);
}

}  // namespace explorer

extern "C" {

int pthread_once(pthread_once_t* control, void (*routine)()) {
  const std::uintptr_t site = explorer::call_site();
  explorer::ControlledThread* self = explorer::current_user;
  if (self == nullptr) return explorer::real_once(control, routine);
  if (explorer::is_runtimes_own(*self, site, routine)) {
    const explorer::InsideExplorer inside(*self);
    return explorer::real_once(control, routine);
  }
  const explorer::Once once{explorer::address_of(control), site, true};
  if (!explorer::once_begin(*self, once, &explorer::state_of_once)) return 0;
  explorer::OnceScope scope(*self, control, once);
  routine();
  scope.finished();
  return 0;
}

int __cxa_guard_acquire(abi::__guard* guard) {
  explorer::ControlledThread* self = explorer::current_user;
  if (self == nullptr) return explorer::real_guard_acquire(guard);
  const std::uintptr_t address = explorer::address_of(guard);
  // The code under test has just looked at the guard, and that was seen.
  const bool under_test = self->seen.address == address;
  const explorer::Once once{address, explorer::call_site(), under_test};
  if (!explorer::once_begin(*self, once, &explorer::state_of_guard)) return 0;
  const explorer::InsideExplorer inside(*self);
  explorer::local_statics::begin(self->index, address, under_test);
  return 1;
}

void __cxa_guard_release(abi::__guard* guard) noexcept {
  explorer::ControlledThread* self = explorer::current_user;
  if (self == nullptr) return explorer::real_guard_release(guard);
  const std::uintptr_t address = explorer::address_of(guard);
  const explorer::Once once = explorer::guarded_by(*self, address, explorer::call_site());
  if (once.under_test) {
    // The code under test looks at this byte, with acquire, before it asks for the guard.
    explorer::atomic_store<std::uint8_t>(&explorer::guard_byte(address), 1, __ATOMIC_RELEASE,
                                         once.site);
  } else {
    explorer::guard_byte(address) = 1;
  }
  explorer::once_end(*self, once);
  const explorer::InsideExplorer inside(*self);
  explorer::local_statics::end(self->index, address, true);
}

void __cxa_guard_abort(abi::__guard* guard) noexcept {
  explorer::ControlledThread* self = explorer::current_user;
  if (self == nullptr) return explorer::real_guard_abort(guard);
  const std::uintptr_t address = explorer::address_of(guard);
  explorer::once_end(*self, explorer::guarded_by(*self, address, explorer::call_site()));
  const explorer::InsideExplorer inside(*self);
  explorer::local_statics::end(self->index, address, false);
}

}  // extern "C"
