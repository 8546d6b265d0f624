// The C library's own functions, behind the names that this program redefines.
//
// An interposed function may be called before main, by the dynamic linker or while another one is
// being resolved, so resolution is lazy, idempotent and free of locks of our own.
#pragma once

#include <dlfcn.h>

#include <atomic>
#include <utility>

namespace explorer {

template <typename Function>
class Real {
 public:
  explicit constexpr Real(const char* name) : name_(name) {}

  template <typename... Arguments>
  auto operator()(Arguments... arguments) {
    return get()(arguments...);
  }

  Function* get() {
    Function* known = function_.load(std::memory_order_acquire);
    if (known == nullptr) {
      known = reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name_));
      function_.store(known, std::memory_order_release);
    }
    return known;
  }

 private:
  const char* name_;
  std::atomic<Function*> function_{nullptr};
};

}  // namespace explorer
