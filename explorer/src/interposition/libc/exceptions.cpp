// Exceptions that several threads share by std::exception_ptr, as futures do.
//
// The C++ library counts references to them out of sight of the code under test. Whoever gives the
// last one back destroys the exception, so everybody else's use of it must be seen to come before.
#include <exception>

#include "runtime/execution.h"
#include "runtime/real.h"

// std::exception_ptr's own way to give back its reference. Not in any header.
extern "C" void explorer_release_exception(std::exception_ptr* pointer) noexcept
    asm("_ZNSt15__exception_ptr13exception_ptr10_M_releaseEv");

namespace explorer {
namespace {

constinit Real<void()> real_end_catch{"__cxa_end_catch"};
constinit Real<void(std::exception_ptr*)> real_release{
    "_ZNSt15__exception_ptr13exception_ptr10_M_releaseEv"};

// The address of the exception is all that an exception_ptr consists of.
std::uintptr_t address_of(const std::exception_ptr& pointer) {
  static_assert(sizeof pointer == sizeof(std::uintptr_t));
  return *reinterpret_cast<const std::uintptr_t*>(&pointer);
}

// What an atomic decrement of the count would do to happens-before.
void give_back(ControlledThread& self, std::uintptr_t exception) {
  Execution& x = *Execution::current;
  if (exception == 0 || !x.detects_races()) return;
  bool created = false;
  const SyncObject& count = x.objects().hashed(exception, ObjectKind::memory, created);
  x.order().atomic_read_modify_write(self.index, count.clock, std::memory_order_acq_rel);
}

}  // namespace
}  // namespace explorer

extern "C" {

void __cxa_end_catch() {
  explorer::ControlledThread* self = explorer::current_user;
  if (self != nullptr) {
    const explorer::InsideExplorer inside(*self);
    explorer::give_back(*self, explorer::address_of(std::current_exception()));
  }
  explorer::real_end_catch();
}

void explorer_release_exception(std::exception_ptr* pointer) noexcept {
  explorer::ControlledThread* self = explorer::current_user;
  if (self != nullptr) {
    const explorer::InsideExplorer inside(*self);
    explorer::give_back(*self, explorer::address_of(*pointer));
  }
  explorer::real_release(pointer);
}

}  // extern "C"
