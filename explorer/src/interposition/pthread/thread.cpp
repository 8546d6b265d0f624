// pthread_create, join, detach and exit: std::thread, std::jthread, std::async and C programs.
#include <pthread.h>
#include <unwind.h>

#include <cerrno>
#include <cstdlib>

#include "interposition/call_site.h"
#include "runtime/execution.h"
#include "runtime/real.h"

namespace explorer {
namespace {

constinit Real<decltype(pthread_create)> real_create{"pthread_create"};
constinit Real<decltype(pthread_join)> real_join{"pthread_join"};
constinit Real<decltype(pthread_detach)> real_detach{"pthread_detach"};
constinit Real<decltype(pthread_exit)> real_exit{"pthread_exit"};

int create(ControlledThread& self, pthread_t* handle, const pthread_attr_t* attributes,
           void* (*routine)(void*), void* argument, std::uintptr_t site) {
  const InsideExplorer inside(self);
  Execution& x = *Execution::current;
  x.announce(self,
             {.kind = OperationKind::thread_create, .access = Access::write, .call_site = site});
  x.wait_for_turn(self);
  ControlledThread* child = x.create_thread(&self, routine, argument);
  if (child == nullptr) {
    x.done(self, Outcome::refused);
    return EAGAIN;
  }
  int state = PTHREAD_CREATE_JOINABLE;
  if (attributes != nullptr) pthread_attr_getdetachstate(attributes, &state);
  child->detached = state == PTHREAD_CREATE_DETACHED;
  *handle = child->pooled->handle;
  x.pending(self).peer = child->index;
  x.made_progress();
  x.done(self, Outcome::proceeded);
  return 0;
}

int join(ControlledThread& self, ControlledThread& target, void** result, std::uintptr_t site) {
  const InsideExplorer inside(self);
  Execution& x = *Execution::current;
  x.announce(self, {.kind = OperationKind::thread_join,
                    .access = Access::write,
                    .peer = target.index,
                    .call_site = site});
  if (target.joined) x.fail(self, FindingKind::misuse, "joins a thread that was joined before");
  if (target.detached) x.fail(self, FindingKind::misuse, "joins a thread that is detached");
  if (&target == &self) return EDEADLK;
  if (target.joiner != nullptr) {
    x.fail(self, FindingKind::misuse, "joins a thread that another thread is joining");
  }
  target.joiner = &self;
  if (!target.finished) x.block(self);
  x.wait_for_turn(self);
  target.joined = true;
  x.order().thread_joined(self.index, target.index);
  if (result != nullptr) *result = target.result;
  x.done(self, Outcome::proceeded);
  return 0;
}

int detach(ControlledThread& self, ControlledThread& target, std::uintptr_t site) {
  const InsideExplorer inside(self);
  Execution& x = *Execution::current;
  x.announce(self, {.kind = OperationKind::thread_detach,
                    .access = Access::write,
                    .peer = target.index,
                    .call_site = site});
  if (target.joined || target.detached) {
    x.fail(self, FindingKind::misuse, "detaches a thread that was joined or detached before");
  }
  x.wait_for_turn(self);
  target.detached = true;
  x.done(self, Outcome::proceeded);
  return 0;
}

_Unwind_Reason_Code stop_at_the_end(int, _Unwind_Action actions, _Unwind_Exception_Class,
                                    _Unwind_Exception*, _Unwind_Context*, void* self) {
  if ((actions & _UA_END_OF_STACK) != 0) {
    Execution::current->finish_thread(*static_cast<ControlledThread*>(self));
  }
  return _URC_NO_REASON;
}

// As the C library does it: unwinds the stack, running destructors, then ends the thread.
[[noreturn]] void exit_thread(ControlledThread& self, void* result) {
  self.result = result;
  static thread_local _Unwind_Exception unwinding;
  unwinding = {};
  _Unwind_ForcedUnwind(&unwinding, &stop_at_the_end, &self);
  std::abort();
}

}  // namespace
}  // namespace explorer

extern "C" {

int pthread_create(pthread_t* handle, const pthread_attr_t* attributes, void* (*routine)(void*),
                   void* argument) noexcept {
  explorer::ControlledThread* self = explorer::current_user;
  if (self == nullptr) return explorer::real_create(handle, attributes, routine, argument);
  return explorer::create(*self, handle, attributes, routine, argument, explorer::call_site());
}

int pthread_join(pthread_t handle, void** result) {
  explorer::ControlledThread* self = explorer::current_user;
  explorer::ControlledThread* target =
      self == nullptr ? nullptr : explorer::Execution::current->find_thread(handle);
  if (target == nullptr) return explorer::real_join(handle, result);
  return explorer::join(*self, *target, result, explorer::call_site());
}

int pthread_detach(pthread_t handle) noexcept {
  explorer::ControlledThread* self = explorer::current_user;
  explorer::ControlledThread* target =
      self == nullptr ? nullptr : explorer::Execution::current->find_thread(handle);
  if (target == nullptr) return explorer::real_detach(handle);
  return explorer::detach(*self, *target, explorer::call_site());
}

void pthread_exit(void* result) {
  explorer::ControlledThread* self = explorer::current_user;
  if (self == nullptr) {
    explorer::real_exit(result);
    std::abort();
  }
  explorer::exit_thread(*self, result);
}

}  // extern "C"
