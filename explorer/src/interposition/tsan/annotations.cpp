// What code says of its own locks to a thread sanitizer: libstdc++ does since version 13, for
// std::atomic<std::shared_ptr>, and programs may.
//
// No scheduling points: the atomic operations that such a lock is made of are.
#include <cstdint>

#include "runtime/execution.h"

namespace explorer {
namespace {

// Bits of a call's flags, as the sanitizer's interface defines them.
constexpr unsigned kForReading = 1U << 3;
constexpr unsigned kTryFailed = 1U << 5;

ObjectIndex clock_of(Execution& x, const void* address) {
  bool created = false;
  return x.objects()
      .hashed(reinterpret_cast<std::uintptr_t>(address), ObjectKind::unknown, created)
      .clock;
}

void locked(const void* address, unsigned flags) {
  ControlledThread* self = current_user;
  if (self == nullptr || (flags & kTryFailed) != 0) return;
  const InsideExplorer inside(*self);
  Execution& x = *Execution::current;
  if (!x.detects_races()) return;
  const ObjectIndex clock = clock_of(x, address);
  (flags & kForReading) != 0 ? x.order().acquire_shared(self->index, clock)
                             : x.order().acquire_exclusive(self->index, clock);
}

void unlocks(const void* address, unsigned flags) {
  ControlledThread* self = current_user;
  if (self == nullptr) return;
  const InsideExplorer inside(*self);
  Execution& x = *Execution::current;
  if (!x.detects_races()) return;
  const ObjectIndex clock = clock_of(x, address);
  (flags & kForReading) != 0 ? x.order().release_shared(self->index, clock)
                             : x.order().release_exclusive(self->index, clock);
}

void publishes(const void* address) {
  ControlledThread* self = current_user;
  if (self == nullptr) return;
  const InsideExplorer inside(*self);
  Execution& x = *Execution::current;
  if (x.detects_races()) x.order().release_joining(self->index, clock_of(x, address));
}

}  // namespace
}  // namespace explorer

extern "C" {

void __tsan_mutex_create(void*, unsigned) {}
void __tsan_mutex_destroy(void*, unsigned) {}
void __tsan_mutex_pre_lock(void*, unsigned) {}
void __tsan_mutex_post_lock(void* address, unsigned flags, int) {
  explorer::locked(address, flags);
}
int __tsan_mutex_pre_unlock(void* address, unsigned flags) {
  explorer::unlocks(address, flags);
  return 0;
}
void __tsan_mutex_post_unlock(void*, unsigned) {}
void __tsan_mutex_pre_signal(void*, unsigned) {}
void __tsan_mutex_post_signal(void*, unsigned) {}
void __tsan_mutex_pre_divert(void*, unsigned) {}
void __tsan_mutex_post_divert(void*, unsigned) {}

void __tsan_acquire(void* address) { explorer::locked(address, 0); }
void __tsan_release(void* address) { explorer::publishes(address); }

}  // extern "C"
