// Logical time of a concurrent execution: one counter per thread.
//
// Up to 16 threads a clock is one cache line; beyond that it grows in memory of the explorer's own
// pool. Copies and joins work on several counters at a time: those behind the last are kept at
// zero, up to the end of a block of four, and all of them while they are in the clock itself.
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
  // NOLINTNEXTLINE(bugprone-unhandled-self-assignment): it harms neither way of copying.
  VectorClock& operator=(const VectorClock& other) {
    if (is_inline() && other.is_inline()) [[likely]] {
      // All of it, whatever its size: cheaper than to count, and harmless if it is this clock.
      std::memmove(inline_counters_, other.inline_counters_, sizeof inline_counters_);
      size_ = other.size_;
    } else {
      copy_far(other);
    }
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
  // One more; returns what was there before. Requires: thread < size().
  std::uint32_t tick(ThreadIndex thread) { return counters_[thread]++; }
  // Back to the beginning of time. Keeps its memory.
  void clear() {
    if (size_ == 0) return;
    if (is_inline()) std::memset(inline_counters_, 0, sizeof inline_counters_);
    size_ = 0;
  }

  // The least clock that covers both. O(threads).
  [[gnu::always_inline]] void join(const VectorClock& other) {
    if (!is_inline() || !other.is_inline()) [[unlikely]]
      return join_far(other);
    size_ = std::max(size_, other.size_);
    // The first two blocks together, whether or not the second has a counter in use.
    join_block(inline_counters_, other.inline_counters_);
    join_block(inline_counters_ + kBlock, other.inline_counters_ + kBlock);
    for (std::uint32_t i = 2 * kBlock; i < other.size_; i += kBlock) [[unlikely]] {
      join_block(inline_counters_ + i, other.inline_counters_ + i);
    }
  }
  // Whether joining it to another small clock costs less than asking if that is needed.
  [[nodiscard]] bool is_small() const { return is_inline(); }
  // From now on counters() are those of so many threads at least.
  void make_room(std::uint32_t threads) {
    if (threads > kInlineThreads && threads > size_) [[unlikely]]
      extend_far(threads);
  }
  // Its counters, for whoever asks often; valid until it changes.
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

  // Counters stay far below 2^31, and older processors compare only signed numbers by fours.
  static std::uint32_t later(std::uint32_t a, std::uint32_t b) {
    return static_cast<std::int32_t>(a) > static_cast<std::int32_t>(b) ? a : b;
  }
  static void join_block(std::uint32_t* mine, const std::uint32_t* theirs) {
    std::uint32_t a[kBlock];
    std::uint32_t b[kBlock];
    std::memcpy(a, mine, sizeof a);
    std::memcpy(b, theirs, sizeof b);
    for (std::uint32_t j = 0; j < kBlock; ++j) a[j] = later(a[j], b[j]);
    std::memcpy(mine, a, sizeof a);
  }
  [[nodiscard]] bool is_inline() const { return capacity_ == kInlineThreads; }

  void extend(std::uint32_t size) {
    if (size <= kInlineThreads && is_inline()) [[likely]] {
      size_ = size;
    } else {
      extend_far(size);
    }
  }
  void extend_far(std::uint32_t size);
  void reserve(std::uint32_t size) {
    if (size > capacity_) [[unlikely]]
      grow(size);
  }
  void grow(std::uint32_t size);
  void copy_far(const VectorClock& other);
  void join_far(const VectorClock& other);
  void take(VectorClock& other) noexcept;
  void release_storage() noexcept;

  std::uint32_t size_ = 0;
  std::uint32_t capacity_ = kInlineThreads;
  std::uint32_t* counters_ = inline_counters_;
  std::uint32_t inline_counters_[kInlineThreads] = {};
};

}  // namespace explorer
