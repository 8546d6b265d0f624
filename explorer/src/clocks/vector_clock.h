// Logical time of a concurrent execution: one counter per thread.
//
// Up to 16 threads a clock is one cache line; beyond that it grows in memory of the explorer's own
// pool. Copies and joins work on four counters at a time: those behind the last are kept at zero.
// Thread-safety: values; distinct clocks may be used from distinct threads once no clock grows.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "trace/operation.h"

namespace explorer {

// One thread's moment, packed as thread << 32 | counter. Counters start at 1, so 0 is "never".
using Epoch = std::uint64_t;
inline constexpr Epoch kNever = 0;

[[nodiscard]] constexpr Epoch make_epoch(ThreadIndex thread, std::uint32_t counter) {
  return Epoch{thread} << 32 | counter;
}
[[nodiscard]] constexpr ThreadIndex thread_of(Epoch epoch) {
  return static_cast<ThreadIndex>(epoch >> 32);
}
[[nodiscard]] constexpr std::uint32_t counter_of(Epoch epoch) {
  return static_cast<std::uint32_t>(epoch);
}

class VectorClock {
 public:
  static constexpr std::uint32_t kInlineThreads = 16;

  VectorClock() = default;
  VectorClock(const VectorClock& other) { *this = other; }
  VectorClock(VectorClock&& other) noexcept { take(other); }
  VectorClock& operator=(const VectorClock& other) {
    if (this == &other) return *this;
    reserve(other.size_);
    for (std::uint32_t i = 0; i < other.size_; i += kBlock) {
      std::memcpy(counters_ + i, other.counters_ + i, kBlock * sizeof(std::uint32_t));
    }
    size_ = other.size_;
    return *this;
  }
  VectorClock& operator=(VectorClock&& other) noexcept {
    if (this == &other) return *this;
    release_storage();
    take(other);
    return *this;
  }
  ~VectorClock() { release_storage(); }

  [[nodiscard]] std::uint32_t operator[](ThreadIndex thread) const {
    return thread < size_ ? counters_[thread] : 0;
  }
  void set(ThreadIndex thread, std::uint32_t counter) {
    if (thread >= size_) extend(thread + 1U);
    counters_[thread] = counter;
  }
  // Back to the beginning of time. Keeps its memory.
  void clear() { size_ = 0; }

  // The least clock that covers both. O(threads).
  void join(const VectorClock& other) {
    if (other.size_ > size_) extend(other.size_);
    for (std::uint32_t i = 0; i < other.size_; i += kBlock) {
      std::uint32_t mine[kBlock];
      std::uint32_t theirs[kBlock];
      std::memcpy(mine, counters_ + i, sizeof mine);
      std::memcpy(theirs, other.counters_ + i, sizeof theirs);
      for (std::uint32_t j = 0; j < kBlock; ++j) mine[j] = std::max(mine[j], theirs[j]);
      std::memcpy(counters_ + i, mine, sizeof mine);
    }
  }
  // Its counters, for whoever asks often: those of threads below size(), valid until it changes.
  [[nodiscard]] const std::uint32_t* counters() const { return counters_; }
  [[nodiscard]] std::uint32_t size() const { return size_; }

  // Whether the moment lies in this clock's past (or is its present). O(1); true for kNever.
  [[nodiscard]] bool covers(Epoch epoch) const {
    return (*this)[thread_of(epoch)] >= counter_of(epoch);
  }
  // Whether everything in the other clock's past is in this one's. O(threads).
  [[nodiscard]] bool covers(const VectorClock& other) const {
    for (std::uint32_t i = 0; i < other.size_; ++i) {
      if (other.counters_[i] > (i < size_ ? counters_[i] : 0)) return false;
    }
    return true;
  }
  friend bool operator==(const VectorClock& a, const VectorClock& b) {
    return a.covers(b) && b.covers(a);
  }

 private:
  static constexpr std::uint32_t kBlock = 4;  // Divides every capacity.

  void extend(std::uint32_t size) {
    reserve(size);
    const std::uint32_t padded = (size + kBlock - 1) / kBlock * kBlock;
    std::fill(counters_ + size_, counters_ + padded, 0U);
    size_ = size;
  }
  void reserve(std::uint32_t size) {
    if (size > capacity_) [[unlikely]]
      grow(size);
  }
  void grow(std::uint32_t size);
  void take(VectorClock& other) noexcept;
  void release_storage() noexcept;

  std::uint32_t size_ = 0;
  std::uint32_t capacity_ = kInlineThreads;
  std::uint32_t* counters_ = inline_counters_;
  // Deliberately uninitialised: only the blocks of the first size_ counters mean anything.
  std::uint32_t inline_counters_[kInlineThreads];
};

}  // namespace explorer
