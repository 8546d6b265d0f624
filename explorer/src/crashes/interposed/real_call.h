// The C library's own definition of a function that this library defines too.
//
// Found at the first call, without allocation or initialisation, because the definitions here are
// called from the first moment of the process on. Thread-safe.
#pragma once

#include <dlfcn.h>

#include <atomic>

namespace explorer::crashes {

template <typename Function>
class RealCall {
 public:
  constexpr explicit RealCall(const char* name) : name_(name) {}

  template <typename... Arguments>
  auto operator()(Arguments... arguments) {
    Function* function = function_.load(std::memory_order_relaxed);
    if (function == nullptr) {
      function = reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name_));
      function_.store(function, std::memory_order_relaxed);  // Everybody finds the same.
    }
    return function(arguments...);
  }

 private:
  const char* name_;
  std::atomic<Function*> function_{nullptr};
};

}  // namespace explorer::crashes
