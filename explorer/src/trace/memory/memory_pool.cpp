#include "trace/memory/memory_pool.h"

#include <sys/mman.h>

#include <array>
#include <bit>
#include <cstdint>
#include <cstdlib>

namespace explorer {
namespace {

constexpr std::size_t kSmallestClass = 64;
constexpr std::size_t kChunkBytes = std::size_t{1} << 20;

struct FreeBlock {
  FreeBlock* next;
};

// Constant-initialised: usable before any constructor has run, and without a guard variable.
constinit std::array<FreeBlock*, 64> free_blocks{};
constinit std::byte* chunk_next = nullptr;
constinit std::byte* chunk_end = nullptr;

std::size_t class_bytes(std::size_t bytes) {
  return std::bit_ceil(bytes < kSmallestClass ? kSmallestClass : bytes);
}

void* map(std::size_t bytes) {
  void* block = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (block == MAP_FAILED) std::abort();
  return block;
}

}  // namespace

void* pool_allocate(std::size_t bytes) {
  const std::size_t size = class_bytes(bytes);
  FreeBlock*& head = free_blocks[static_cast<std::size_t>(std::countr_zero(size))];
  if (head != nullptr) {
    FreeBlock* block = head;
    head = block->next;
    return block;
  }
  if (size >= kChunkBytes) return map(size);
  if (static_cast<std::size_t>(chunk_end - chunk_next) < size) {
    chunk_next = static_cast<std::byte*>(map(kChunkBytes));
    chunk_end = chunk_next + kChunkBytes;
  }
  void* block = chunk_next;
  chunk_next += size;
  return block;
}

void pool_release(void* block, std::size_t bytes) noexcept {
  FreeBlock*& head = free_blocks[static_cast<std::size_t>(std::countr_zero(class_bytes(bytes)))];
  head = new (block) FreeBlock{head};
}

}  // namespace explorer
