// The heap of controlled threads: within one execution no address is ever used twice, and every
// execution starts at the same address again.
//
// So an access to freed memory is always recognisable, races cannot be hidden or invented by
// reuse, and a schedule that is run again sees the same addresses. Blocks that outlive their
// execution stay valid until they are freed; the region they lie in is not used again before.
//
// Thread-safety: allocation by one thread at a time, as controlled threads run; so is giving back.
#pragma once

#include <cstddef>
#include <cstdint>

namespace explorer {

class Arena {
 public:
  // The process has one: allocations outlive executions, backends and explorations.
  [[nodiscard]] static Arena& instance() {
    if (instance_ == nullptr) [[unlikely]]
      create();
    return *instance_;
  }

  // Starts over at the lowest address above all blocks that are still in use.
  // O(1), or O(slices used) if the last execution left blocks behind.
  void begin_execution();
  [[nodiscard]] std::uintptr_t execution_begin() const { return begin_; }

  // Null when the arena is exhausted: the C library's heap must do. Alignment: a power of two.
  [[nodiscard]] void* allocate(std::size_t size, std::size_t alignment);

  [[nodiscard]] bool owns(const void* block) const {
    return reinterpret_cast<std::uintptr_t>(block) - base_ < size_;
  }
  // Requires: owns(block), and the block came from allocate().
  [[nodiscard]] static std::size_t size_of(const void* block) { return header_of(block).size; }
  [[nodiscard]] static bool is_freed(const void* block) {
    return header_of(block).state == State::freed;
  }
  // False if the address is not the beginning of any block.
  [[nodiscard]] static bool is_block(const void* block) {
    return header_of(block).state == State::used || is_freed(block);
  }
  // Requires: is_block(block), not freed yet.
  void give_back(void* block);

 private:
  static constexpr std::size_t kSliceSize = std::size_t{1} << 16;
  static constexpr std::size_t kMaxSize = std::size_t{4} << 30;
  static constexpr std::size_t kMinSize = std::size_t{64} << 20;

  enum class State : std::uint64_t {
    used = 0x5EC7'0BA5'E0F0'11EDULL,
    freed = 0xDEAD'0BA5'E0F0'11EDULL,
  };
  struct Header {
    std::size_t size;
    State state;
  };
  // What a slice holds of blocks that begin in it.
  struct Slice {
    std::uint32_t blocks_in_use = 0;
    std::uintptr_t end = 0;  // Where the last of them ends.
  };

  Arena();
  static void create();
  [[nodiscard]] static Header& header_of(const void* block) {
    return *(reinterpret_cast<Header*>(reinterpret_cast<std::uintptr_t>(block)) - 1);
  }
  [[nodiscard]] Slice& slice_of(std::uintptr_t address) {
    return slices_[(address - base_) / kSliceSize];
  }

  static inline constinit Arena* instance_ = nullptr;

  std::uintptr_t base_ = 0;
  std::size_t size_ = 0;
  std::uintptr_t begin_ = 0;   // Of the running execution.
  std::uintptr_t cursor_ = 0;  // Next address to give out.
  std::size_t in_use_ = 0;     // Blocks of the running execution.
  bool old_freed_ = false;     // A block of an earlier execution was given back.
  Slice* slices_ = nullptr;
};

}  // namespace explorer
