// How the interposed functions find what they stand in front of. Strong definitions in the
// executable also catch the calls made inside the C++ library.
//
// Under ThreadSanitizer the function behind is the sanitizer's interceptor, which Clang 16 and
// later export as `__interceptor_<name>`; elsewhere it is the C library's.
#pragma once

#include <dlfcn.h>

#include "grading/src/perturbation/perturbation.h"
#include "grading/src/uninstrumented.h"

extern "C" {
void __tsan_func_entry(void* call) __attribute__((weak));
void __tsan_func_exit() __attribute__((weak));
}

namespace grading::perturbation {

// Makes the linker take in the object files which define the interposed functions.
void link_interposed_functions();
void link_interposed_mutex();
void link_interposed_condvar();
void link_interposed_clock_locks();
void link_interposed_semaphore();
void link_interposed_futex();

GRADING_UNINSTRUMENTED_BEGIN

// Tells the sanitizer of the call, as instrumented code would: without it the line of the program
// that called the primitive would be missing from the stacks of reports.
class CallFrame {
 public:
  explicit CallFrame(void* return_address) {
    if (&__tsan_func_entry != nullptr) __tsan_func_entry(return_address);
  }
  ~CallFrame() {
    if (&__tsan_func_exit != nullptr) __tsan_func_exit();
  }
  CallFrame(const CallFrame&) = delete;
  CallFrame& operator=(const CallFrame&) = delete;
};

// `sanitizers` if there is one, else the next definition of `name`, looked up once.
template <typename Function>
Function behind(Function sanitizers, Function& found, const char* name) {
  if (sanitizers != nullptr) return sanitizers;
  Function function = __atomic_load_n(&found, __ATOMIC_RELAXED);
  if (function == nullptr) {
    function = reinterpret_cast<Function>(dlsym(RTLD_NEXT, name));
    __atomic_store_n(&found, function, __ATOMIC_RELAXED);
  }
  return function;
}

GRADING_UNINSTRUMENTED_END

}  // namespace grading::perturbation

// Declares `behind_<name>()`, which returns the function behind; `parameters` in parentheses.
#define GRADING_BEHIND(result, name, parameters)                                        \
  extern "C" result __interceptor_##name parameters __attribute__((weak));              \
  static decltype(&__interceptor_##name) found_##name;                                  \
  static auto behind_##name() {                                                         \
    return ::grading::perturbation::behind(&__interceptor_##name, found_##name, #name); \
  }
