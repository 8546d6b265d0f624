// The hooks that -fsanitize=thread puts before plain memory accesses and around functions.
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "interposition/call_site.h"
#include "interposition/tsan/pointer_lock.h"
#include "runtime/execution.h"

namespace explorer {
namespace {

// Makes the access a scheduling point, where the exploration asks for that.
template <bool kIsWrite>
[[gnu::noinline]] void point(ControlledThread& self, std::uintptr_t address, std::size_t size,
                             std::uintptr_t site) {
  const InsideExplorer inside(self);
  Execution& x = *Execution::current;
  bool created = false;
  const SyncObject& object = x.objects().hashed(address, ObjectKind::memory, created);
  x.announce(self, {.kind = kIsWrite ? OperationKind::plain_write : OperationKind::plain_read,
                    .access = kIsWrite ? Access::write : Access::read,
                    .size = static_cast<std::uint8_t>(size),
                    .object = object.index,
                    .call_site = site});
  x.wait_for_turn(self);
  x.done(self, Outcome::proceeded);
}

template <bool kIsWrite>
void access_range(const void* pointer, std::size_t size, std::uintptr_t pc) {
  ControlledThread* self = current_user;
  if (self == nullptr || size == 0) return;
  const InsideExplorer inside(*self);
  Execution& x = *Execution::current;
  const auto address = reinterpret_cast<std::uintptr_t>(pointer);
  if (x.told()) [[unlikely]]
    x.watch_access(*self, address, size);
  if (!x.detects_races()) return;
  const Site site{.pc = pc, .step = x.step()};
  const bool fine = kIsWrite ? x.detector().on_write(self->index, address, size, site)
                             : x.detector().on_read(self->index, address, size, site);
  if (!fine) [[unlikely]]
    report_fault(*self);
}

template <bool kIsWrite>
[[gnu::noinline]] void access_slowly(const void* pointer, std::size_t size, std::uintptr_t pc) {
  ControlledThread* self = current_user;
  const Execution& x = *Execution::current;
  if (x.options().points_at_plain_accesses) {
    point<kIsWrite>(*self, reinterpret_cast<std::uintptr_t>(pointer), size, pc);
  }
  access_range<kIsWrite>(pointer, size, pc);
}

template <std::size_t kSize, bool kIsWrite>
[[gnu::always_inline]] inline void access(const void* pointer, std::uintptr_t pc) {
  ControlledThread* self = current_user;
  if (self == nullptr) return;
  // A thread that writes between two looks at an atomic does more than wait for it.
  if constexpr (kIsWrite) self->spin.call_site = 0;
  Execution& x = *Execution::current;
  const auto address = reinterpret_cast<std::uintptr_t>(pointer);
  if (x.detector().is_ready()) [[likely]] {
    const auto site = [&] { return Site{.pc = pc, .step = x.step()}; };
    Detector& detector = x.detector();
    const bool simple = kIsWrite ? detector.is_simple_write<kSize>(address, site)
                                 : detector.is_simple_read<kSize>(address, site);
    if (simple) [[likely]]
      return;
  } else if (!x.looks_at_accesses() && !x.detects_races()) {
    return;
  }
  access_slowly<kIsWrite>(pointer, kSize, pc);
}

}  // namespace
}  // namespace explorer

// The names and shapes below are fixed by the compilers. Where one hook covers a read followed by
// a write, the write is what can race.
#define EXPLORER_ACCESS(name, size, is_write)                         \
  void __tsan_##name(void* address) {                                 \
    explorer::access<size, is_write>(address, explorer::call_site()); \
  }
#define EXPLORER_ACCESSES(prefix, is_write) \
  EXPLORER_ACCESS(prefix##1, 1, is_write)   \
  EXPLORER_ACCESS(prefix##2, 2, is_write)   \
  EXPLORER_ACCESS(prefix##4, 4, is_write)   \
  EXPLORER_ACCESS(prefix##8, 8, is_write)
#define EXPLORER_WIDE_ACCESSES(prefix, is_write)                            \
  void __tsan_##prefix##16(void* address) {                                 \
    explorer::access_range<is_write>(address, 16, explorer::call_site());   \
  }                                                                         \
  void __tsan_unaligned_##prefix##16(void* address) {                       \
    explorer::access_range<is_write>(address, 16, explorer::call_site());   \
  }                                                                         \
  void __tsan_##prefix##_range(void* address, unsigned long size) {         \
    explorer::access_range<is_write>(address, size, explorer::call_site()); \
  }

extern "C" {

void __tsan_init() {}
void __tsan_func_entry(void*) {}
void __tsan_func_exit() {}
void __tsan_ignore_thread_begin() {}
void __tsan_ignore_thread_end() {}

EXPLORER_ACCESSES(read, false)
EXPLORER_ACCESSES(write, true)
EXPLORER_ACCESSES(read_write, true)
EXPLORER_ACCESSES(unaligned_read, false)
EXPLORER_ACCESSES(unaligned_write, true)
EXPLORER_ACCESSES(unaligned_read_write, true)
EXPLORER_ACCESSES(volatile_read, false)
EXPLORER_ACCESSES(volatile_write, true)
EXPLORER_ACCESSES(unaligned_volatile_read, false)
EXPLORER_ACCESSES(unaligned_volatile_write, true)
EXPLORER_WIDE_ACCESSES(read, false)
EXPLORER_WIDE_ACCESSES(write, true)
EXPLORER_WIDE_ACCESSES(read_write, true)
EXPLORER_WIDE_ACCESSES(volatile_read, false)
EXPLORER_WIDE_ACCESSES(volatile_write, true)

void __tsan_vptr_update(void** pointer, void* value) {
  // Rewriting the same value, as every constructor of a hierarchy may, harms nobody.
  if (*pointer == value) return;
  explorer::access<8, true>(pointer, explorer::call_site());
}
void __tsan_vptr_read(void** pointer) {
  explorer::access<8, false>(pointer, explorer::call_site());
}

void* __tsan_memcpy(void* to, const void* from, unsigned long size) {
  const std::uintptr_t pc = explorer::call_site();
  explorer::access_range<false>(from, size, pc);
  explorer::access_range<true>(to, size, pc);
  return std::memcpy(to, from, size);
}
void* __tsan_memmove(void* to, const void* from, unsigned long size) {
  const std::uintptr_t pc = explorer::call_site();
  explorer::access_range<false>(from, size, pc);
  explorer::access_range<true>(to, size, pc);
  return std::memmove(to, from, size);
}
void* __tsan_memset(void* to, int value, unsigned long size) {
  explorer::access_range<true>(to, size, explorer::call_site());
  return std::memset(to, value, size);
}

}  // extern "C"
