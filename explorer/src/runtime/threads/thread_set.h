// Sets of controlled threads: one word for the first 64, further words on demand.
//
// What many threads have in common happens to all of them at once: the cost of setting a lock free
// does not depend on how many wait for it. Thread-safety: none. All zero bytes are an empty set,
// and destruction gives no memory back: sets live in tables that are used again and again.
#pragma once

#include <bit>
#include <cstdint>

#include "trace/operation.h"

namespace explorer {

class ThreadSet {
 public:
  static constexpr unsigned kWordBits = 64;

  ThreadSet() = default;
  ThreadSet(const ThreadSet&) = delete;
  ThreadSet& operator=(const ThreadSet&) = delete;

  [[nodiscard]] static constexpr std::uint64_t bit_of(ThreadIndex thread) {
    return std::uint64_t{1} << (thread % kWordBits);
  }

  // The thread's bit among those of the first 64, 0 if it is none of them.
  [[nodiscard]] static constexpr std::uint64_t low_bit_of(ThreadIndex thread) {
    return thread < kWordBits ? bit_of(thread) : 0;
  }

  // O(1), except that the first thread of a number beyond all earlier ones makes room.
  void insert(ThreadIndex thread) { insert(thread, low_bit_of(thread)); }
  void erase(ThreadIndex thread) { erase(thread, low_bit_of(thread)); }
  [[nodiscard]] bool contains(ThreadIndex thread) const {
    return contains(thread, low_bit_of(thread));
  }
  // The same for those who have low_bit_of(thread) at hand.
  void insert(ThreadIndex thread, std::uint64_t low_bit) {
    if (low_bit != 0) [[likely]] {
      low_ |= low_bit;
    } else {
      insert_high(thread);
    }
  }
  void erase(ThreadIndex thread, std::uint64_t low_bit) {
    if (low_bit != 0) [[likely]] {
      low_ &= ~low_bit;
    } else {
      erase_high(thread);
    }
  }
  [[nodiscard]] bool contains(ThreadIndex thread, std::uint64_t low_bit) const {
    if (low_bit != 0) [[likely]]
      return (low_ & low_bit) != 0;
    return contains_high(thread);
  }
  void clear() {
    low_ = 0;
    for (std::uint32_t i = 0; i < high_words_; ++i) high_[i] = 0;
  }

  // O(threads / 64).
  void unite(const ThreadSet& other) {
    low_ |= other.low_;
    if (other.high_words_ > 0) [[unlikely]]
      unite_high(other);
  }
  void subtract(const ThreadSet& other) {
    low_ &= ~other.low_;
    if (high_words_ > 0) [[unlikely]]
      subtract_high(other);
  }
  // Without those that are in both of the others.
  void subtract_common(const ThreadSet& a, const ThreadSet& b) {
    low_ &= ~(a.low_ & b.low_);
    for (std::uint32_t i = 0; i < high_words_ && i < a.high_words_ && i < b.high_words_; ++i) {
      high_[i] &= ~(a.high_[i] & b.high_[i]);
    }
  }

  [[nodiscard]] bool empty() const { return low_ == 0 && !has_high(); }
  [[nodiscard]] std::uint64_t low() const { return low_; }
  // Whether there may be one beyond the first 64.
  [[nodiscard]] bool has_high_words() const { return high_words_ > 0; }
  [[nodiscard]] std::uint32_t words() const { return 1 + high_words_; }
  [[nodiscard]] std::uint64_t word(std::uint32_t number) const {
    return number == 0 ? low_ : high_[number - 1];
  }
  // O(threads / 64).
  [[nodiscard]] std::size_t size() const {
    const auto low = static_cast<std::size_t>(std::popcount(low_));
    return high_words_ == 0 ? low : low + high_size();
  }
  // Whether there is one beyond the first 64.
  [[nodiscard]] bool has_high() const { return high_words_ > 0 && high_size() > 0; }

 private:
  // What concerns the further words is not inlined: nearly all programs do without them.
  void insert_high(ThreadIndex thread);
  void erase_high(ThreadIndex thread);
  void unite_high(const ThreadSet& other);
  void subtract_high(const ThreadSet& other);
  [[nodiscard]] bool contains_high(ThreadIndex thread) const;
  [[nodiscard]] std::size_t high_size() const;
  void grow(std::uint32_t high_words);

  std::uint64_t low_ = 0;
  std::uint64_t* high_ = nullptr;
  std::uint32_t high_words_ = 0;
};

}  // namespace explorer
