#include "runtime/thread_exit.h"

#include <limits.h>

#include <array>
#include <atomic>

#include "runtime/execution.h"

namespace explorer {
namespace {

using Destructor = void (*)(void*);

constinit std::array<std::atomic<Destructor>, PTHREAD_KEYS_MAX> key_destructors{};
// One more than the highest key with a destructor: most programs use a handful.
constinit std::atomic<pthread_key_t> keys_end{0};

bool run_key_destructors() {
  bool ran = false;
  const pthread_key_t end = keys_end.load(std::memory_order_relaxed);
  for (pthread_key_t key = 0; key < end; ++key) {
    const Destructor destructor = key_destructors[key].load(std::memory_order_relaxed);
    if (destructor == nullptr) continue;
    void* value = pthread_getspecific(key);
    if (value == nullptr) continue;
    pthread_setspecific(key, nullptr);
    destructor(value);
    ran = true;
  }
  return ran;
}

void publish(void* word) {
  ControlledThread& self = *current_user;
  const InsideExplorer inside(self);
  Execution& x = *Execution::current;
  bool created = false;
  const auto address = reinterpret_cast<std::uintptr_t>(word);
  const SyncObject& object = x.objects().hashed(address, ObjectKind::memory, created);
  x.order().atomic_store(self.index, object.clock, std::memory_order_release);
}

}  // namespace

void publish_at_exit(ControlledThread& self, std::uintptr_t word) {
  // Callbacks run from the back: this is to be the last.
  self.exit_callbacks.insert(self.exit_callbacks.begin(),
                             {&publish, reinterpret_cast<void*>(word)});
}

void run_exit_callbacks(ControlledThread& self) {
  while (!self.exit_callbacks.empty()) {
    const ExitCallback callback = self.exit_callbacks.back();
    self.exit_callbacks.pop_back();
    callback.function(callback.argument);
  }
  for (int round = 0; round < PTHREAD_DESTRUCTOR_ITERATIONS; ++round) {
    if (!run_key_destructors()) return;
  }
}

void remember_key(pthread_key_t key, Destructor destructor) {
  if (key >= PTHREAD_KEYS_MAX) return;
  key_destructors[key].store(destructor, std::memory_order_relaxed);
  pthread_key_t end = keys_end.load(std::memory_order_relaxed);
  while (destructor != nullptr && end <= key &&
         !keys_end.compare_exchange_weak(end, key + 1, std::memory_order_relaxed)) {
  }
}

void forget_key(pthread_key_t key) {
  if (key < PTHREAD_KEYS_MAX) key_destructors[key].store(nullptr, std::memory_order_relaxed);
}

}  // namespace explorer
