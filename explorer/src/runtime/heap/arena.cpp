#include "runtime/heap/arena.h"

#include <sys/mman.h>

#include <cstdlib>
#include <new>

namespace explorer {
namespace {

constexpr std::uintptr_t kArenaBegin = 0x1000'0000'0000;

void* reserve(std::uintptr_t wanted, std::size_t size, int flags) {
  void* mapped = mmap(reinterpret_cast<void*>(wanted), size, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | flags, -1, 0);
  return mapped == MAP_FAILED ? nullptr : mapped;
}

std::uintptr_t align_up(std::uintptr_t address, std::size_t alignment) {
  return (address + alignment - 1) & ~(std::uintptr_t{alignment} - 1);
}

}  // namespace

void Arena::create() {
  // Called by the first free() of the process, perhaps before any constructor has run.
  alignas(Arena) static std::byte memory[sizeof(Arena)];
  instance_ = new (memory) Arena;
}

Arena::Arena() {
  // Where address space is limited, a smaller arena does for most programs.
  for (std::size_t size = kMaxSize; size >= kMinSize && base_ == 0; size /= 4) {
    void* mapped = reserve(kArenaBegin, size, MAP_FIXED_NOREPLACE);
    if (mapped == nullptr) mapped = reserve(0, size, 0);
    base_ = reinterpret_cast<std::uintptr_t>(mapped);
    size_ = mapped == nullptr ? 0 : size;
  }
  base_ = base_ == 0 ? kArenaBegin : base_;
  begin_ = cursor_ = base_;
  slices_ = static_cast<Slice*>(reserve(0, (kMaxSize / kSliceSize + 1) * sizeof(Slice), 0));
  if (slices_ == nullptr) std::abort();
}

void Arena::begin_execution() {
  if (in_use_ == 0 && !old_freed_) {
    cursor_ = begin_;
    return;
  }
  // The topmost slice that still holds a block ends what must be kept.
  std::size_t top = (cursor_ - base_ + kSliceSize - 1) / kSliceSize;
  while (top > 0 && slices_[top - 1].blocks_in_use == 0) --top;
  begin_ = top == 0 ? base_ : align_up(slices_[top - 1].end, kSliceSize);
  cursor_ = begin_;
  in_use_ = 0;
  old_freed_ = false;
}

void* Arena::allocate(std::size_t size, std::size_t alignment) {
  constexpr std::size_t kMinAlignment = 16;
  if (alignment < kMinAlignment) alignment = kMinAlignment;
  const std::uintptr_t block = align_up(cursor_ + sizeof(Header), alignment);
  const std::uintptr_t limit = base_ + size_;
  if (block > limit || size > limit - block) return nullptr;
  // Even an empty block needs an address of its own.
  cursor_ = align_up(block + (size == 0 ? 1 : size), kMinAlignment);
  void* result = reinterpret_cast<void*>(block);
  header_of(result) = {size, State::used};
  Slice& slice = slice_of(block);
  ++slice.blocks_in_use;
  slice.end = cursor_;
  ++in_use_;
  return result;
}

void Arena::give_back(void* block) {
  header_of(block).state = State::freed;
  const auto address = reinterpret_cast<std::uintptr_t>(block);
  --slice_of(address).blocks_in_use;
  if (address < begin_) {
    old_freed_ = true;
  } else {
    --in_use_;
  }
}

}  // namespace explorer
