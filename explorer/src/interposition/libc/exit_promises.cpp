// Promises that are kept when their thread ends: set_value_at_thread_exit() and its relatives.
//
// The C++ library keeps them out of sight of the code under test, after the destructors of the
// thread's thread_local objects. Whoever then sees the future ready must be seen to come after.
#include "runtime/execution.h"
#include "runtime/real.h"
#include "runtime/thread_exit.h"

namespace explorer {

// What the C++ library makes of the request. Its layout is part of the library's binary interface.
struct KeepAtExit {
  void* next;
  void (*callback)(void*);
  std::uintptr_t state;
  void* state_count;
};

}  // namespace explorer

// The library's own way to ask for it. Not in any header.
extern "C" void explorer_keep_at_exit(explorer::KeepAtExit* request) asm(
    "_ZNSt13__future_base13_State_baseV211_Make_ready6_M_setEv");

namespace explorer {
namespace {

constinit Real<void(KeepAtExit*)> real_keep_at_exit{
    "_ZNSt13__future_base13_State_baseV211_Make_ready6_M_setEv"};

// Behind the state's table of virtual functions and its result.
constexpr std::uintptr_t kStatusOffset = 2 * sizeof(void*);

}  // namespace
}  // namespace explorer

extern "C" void explorer_keep_at_exit(explorer::KeepAtExit* request) {
  explorer::ControlledThread* self = explorer::current_user;
  if (self != nullptr && request->state != 0) {
    const explorer::InsideExplorer inside(*self);
    explorer::publish_at_exit(*self, request->state + explorer::kStatusOffset);
  }
  explorer::real_keep_at_exit(request);
}
