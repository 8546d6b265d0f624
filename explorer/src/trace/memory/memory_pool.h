// Memory for the explorer's own bookkeeping, taken from the kernel and never from the heap of the
// program under test, whose calls are interposed and whose addresses must not depend on us.
//
// Thread-safety: none; callers run one at a time, as everything inside an exploration does.
// Blocks are 64-byte aligned. Released blocks are kept for the next request of the same size class,
// so a steady state makes no system call. Running out of memory ends the process.
#pragma once

#include <cstddef>
#include <vector>

namespace explorer {

// O(1). Requires: bytes > 0.
[[nodiscard]] void* pool_allocate(std::size_t bytes);
// Requires: `block` came from pool_allocate(bytes) with the same size.
void pool_release(void* block, std::size_t bytes) noexcept;

// The pool behind a standard container.
template <class T>
struct PoolAllocator {
  using value_type = T;
  PoolAllocator() = default;
  template <class U>
  PoolAllocator(const PoolAllocator<U>&) noexcept {}
  [[nodiscard]] T* allocate(std::size_t count) {
    return static_cast<T*>(pool_allocate(count * sizeof(T)));
  }
  void deallocate(T* block, std::size_t count) noexcept { pool_release(block, count * sizeof(T)); }
  friend bool operator==(const PoolAllocator&, const PoolAllocator&) { return true; }
};

template <class T>
using PoolVector = std::vector<T, PoolAllocator<T>>;

}  // namespace explorer
