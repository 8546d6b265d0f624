// Destructors of thread_local objects and local statics, and the keys that the C library's
// destructors hang on.
#include <pthread.h>

#include "runtime/execution.h"
#include "runtime/local_statics.h"
#include "runtime/real.h"
#include "runtime/thread_exit.h"

namespace explorer {
namespace {

constinit Real<int(void (*)(void*), void*, void*)> real_thread_atexit{"__cxa_thread_atexit_impl"};
constinit Real<int(void (*)(void*), void*, void*)> real_atexit{"__cxa_atexit"};
constinit Real<decltype(pthread_key_create)> real_key_create{"pthread_key_create"};
constinit Real<decltype(pthread_key_delete)> real_key_delete{"pthread_key_delete"};

}  // namespace
}  // namespace explorer

extern "C" {

int __cxa_thread_atexit(void (*destructor)(void*), void* object, void* library) noexcept {
  explorer::ControlledThread* self = explorer::current_user;
  if (self == nullptr) return explorer::real_thread_atexit(destructor, object, library);
  const explorer::InsideExplorer inside(*self);
  self->exit_callbacks.push_back({destructor, object});
  return 0;
}

int __cxa_atexit(void (*destructor)(void*), void* object, void* library) noexcept {
  explorer::ControlledThread* self = explorer::current_user;
  if (self != nullptr) {
    const explorer::InsideExplorer inside(*self);
    if (explorer::local_statics::destroy_later(self->index, destructor, object)) return 0;
  }
  return explorer::real_atexit(destructor, object, library);
}

int pthread_key_create(pthread_key_t* key, void (*destructor)(void*)) noexcept {
  const int error = explorer::real_key_create(key, destructor);
  if (error == 0) explorer::remember_key(*key, destructor);
  return error;
}

int pthread_key_delete(pthread_key_t key) noexcept {
  explorer::forget_key(key);
  return explorer::real_key_delete(key);
}

}  // extern "C"
