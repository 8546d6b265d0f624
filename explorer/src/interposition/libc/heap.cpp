// malloc and its relatives; operator new arrives here too.
//
// Controlled threads allocate from the arena. Everybody else, the explorer included, uses the C
// library's heap. A block may be given back by anybody.
#include <malloc.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "interposition/call_site.h"
#include "runtime/execution.h"
#include "runtime/heap/arena.h"

// The sanitizers bring an allocator of their own.
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define EXPLORER_HEAP_IS_TAKEN 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__)
#define EXPLORER_HEAP_IS_TAKEN 1
#endif

#ifndef EXPLORER_HEAP_IS_TAKEN

extern "C" {
void* __libc_malloc(std::size_t size) noexcept;
void* __libc_calloc(std::size_t count, std::size_t size) noexcept;
void* __libc_realloc(void* block, std::size_t size) noexcept;
void* __libc_memalign(std::size_t alignment, std::size_t size) noexcept;
void __libc_free(void* block) noexcept;
}

namespace explorer {
namespace {

constexpr std::size_t kAnyAlignment = 16;

void* allocate(ControlledThread& self, std::size_t size, std::size_t alignment) {
  void* block = Arena::instance().allocate(size, alignment);
  if (block == nullptr) return __libc_memalign(alignment, size);
  Execution& x = *Execution::current;
  if (x.told()) [[unlikely]] {
    const InsideExplorer inside(self);
    x.remember_block(self, reinterpret_cast<std::uintptr_t>(block), size);
  }
  return block;
}

// Tells the detector; ends the execution when the block must not be given back.
void check_free(ControlledThread& self, void* block, std::uintptr_t site) {
  const InsideExplorer inside(self);
  Execution& x = *Execution::current;
  if (!Arena::is_block(block)) {
    x.fail(self, FindingKind::misuse, "frees an address that is not the beginning of a block");
  }
  const auto address = reinterpret_cast<std::uintptr_t>(block);
  const std::size_t size = Arena::size_of(block);
  if (x.told()) [[unlikely]]
    x.watch_access(self, address, size);
  if (x.detects_races()) {
    const Site where{.pc = site, .step = x.step()};
    if (!x.detector().on_free(self.index, address, size, where)) x.memory_fault(self);
  }
  if (Arena::is_freed(block)) {
    x.fail(self, FindingKind::use_after_free, "frees a block that has been freed before");
  }
}

void release(void* block, std::uintptr_t site) {
  if (block == nullptr) return;
  Arena& arena = Arena::instance();
  if (!arena.owns(block)) return __libc_free(block);
  ControlledThread* self = current_user;
  if (self != nullptr) check_free(*self, block, site);
  if (!Arena::is_freed(block)) arena.give_back(block);
}

std::size_t usable_size(void* block) {
  return Arena::instance().owns(block) ? Arena::size_of(block) : malloc_usable_size(block);
}

}  // namespace
}  // namespace explorer

extern "C" {

void* malloc(std::size_t size) noexcept {
  explorer::ControlledThread* self = explorer::current_user;
  if (self == nullptr) return __libc_malloc(size);
  return explorer::allocate(*self, size, explorer::kAnyAlignment);
}

void* calloc(std::size_t count, std::size_t size) noexcept {
  explorer::ControlledThread* self = explorer::current_user;
  std::size_t bytes = 0;
  if (self == nullptr || __builtin_mul_overflow(count, size, &bytes)) {
    return __libc_calloc(count, size);
  }
  void* block = explorer::allocate(*self, bytes, explorer::kAnyAlignment);
  return block == nullptr ? nullptr : std::memset(block, 0, bytes);
}

void free(void* block) noexcept { explorer::release(block, explorer::call_site()); }

void* realloc(void* block, std::size_t size) noexcept {
  explorer::ControlledThread* self = explorer::current_user;
  const bool ours = block != nullptr && explorer::Arena::instance().owns(block);
  if (self == nullptr && !ours) return __libc_realloc(block, size);
  if (size == 0 && block != nullptr) {
    explorer::release(block, explorer::call_site());
    return nullptr;
  }
  void* moved = self == nullptr ? __libc_malloc(size)
                                : explorer::allocate(*self, size, explorer::kAnyAlignment);
  if (moved == nullptr || block == nullptr) return moved;
  const std::size_t old_size = explorer::usable_size(block);
  std::memcpy(moved, block, old_size < size ? old_size : size);
  explorer::release(block, explorer::call_site());
  return moved;
}

void* memalign(std::size_t alignment, std::size_t size) noexcept {
  explorer::ControlledThread* self = explorer::current_user;
  if (self == nullptr) return __libc_memalign(alignment, size);
  return explorer::allocate(*self, size, alignment);
}

void* aligned_alloc(std::size_t alignment, std::size_t size) noexcept {
  return memalign(alignment, size);
}

int posix_memalign(void** result, std::size_t alignment, std::size_t size) noexcept {
  if (alignment < sizeof(void*) || (alignment & (alignment - 1)) != 0) return EINVAL;
  void* block = memalign(alignment, size);
  if (block == nullptr) return ENOMEM;
  *result = block;
  return 0;
}

}  // extern "C"

#endif
