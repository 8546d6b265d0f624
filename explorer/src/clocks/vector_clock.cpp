#include "clocks/vector_clock.h"

#include <bit>

#include "trace/memory/memory_pool.h"

namespace explorer {

void VectorClock::grow(std::uint32_t size) {
  const std::uint32_t capacity = std::bit_ceil(size);
  auto* counters = static_cast<std::uint32_t*>(pool_allocate(capacity * sizeof(std::uint32_t)));
  std::copy_n(counters_, (size_ + kBlock - 1) / kBlock * kBlock, counters);
  release_storage();
  counters_ = counters;
  capacity_ = capacity;
}

void VectorClock::extend_far(std::uint32_t size) {
  reserve(size);
  const std::uint32_t padded = (size + kBlock - 1) / kBlock * kBlock;
  std::fill(counters_ + size_, counters_ + padded, 0U);
  size_ = size;
}

void VectorClock::copy_far(const VectorClock& other) {
  if (this == &other) return;
  clear();
  reserve(other.size_);
  for (std::uint32_t i = 0; i < other.size_; i += kBlock) {
    std::memcpy(counters_ + i, other.counters_ + i, kBlock * sizeof(std::uint32_t));
  }
  size_ = other.size_;
}

void VectorClock::join_far(const VectorClock& other) {
  if (other.size_ > size_) extend(other.size_);
  for (std::uint32_t i = 0; i < other.size_; i += kBlock) {
    join_block(counters_ + i, other.counters_ + i);
  }
}

void VectorClock::take(VectorClock& other) noexcept {
  size_ = other.size_;
  capacity_ = other.capacity_;
  if (other.counters_ == other.inline_counters_) {
    counters_ = inline_counters_;
    std::copy_n(other.inline_counters_, kInlineThreads, inline_counters_);
  } else {
    counters_ = other.counters_;
  }
  other.capacity_ = kInlineThreads;
  other.counters_ = other.inline_counters_;
  std::fill_n(other.inline_counters_, kInlineThreads, 0U);
  other.size_ = 0;
}

void VectorClock::release_storage() noexcept {
  if (counters_ != inline_counters_) pool_release(counters_, capacity_ * sizeof(std::uint32_t));
  counters_ = inline_counters_;
  capacity_ = kInlineThreads;
}

}  // namespace explorer
