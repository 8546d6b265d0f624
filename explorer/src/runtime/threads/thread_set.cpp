#include "runtime/threads/thread_set.h"

#include <algorithm>

#include "trace/memory/memory_pool.h"

namespace explorer {

void ThreadSet::insert_high(ThreadIndex thread) {
  const std::uint32_t word = thread / kWordBits;
  if (word > high_words_) grow(word);
  high_[word - 1] |= bit_of(thread);
}

void ThreadSet::erase_high(ThreadIndex thread) {
  const std::uint32_t word = thread / kWordBits;
  if (word <= high_words_) high_[word - 1] &= ~bit_of(thread);
}

bool ThreadSet::contains_high(ThreadIndex thread) const {
  const std::uint32_t word = thread / kWordBits;
  return word <= high_words_ && (high_[word - 1] & bit_of(thread)) != 0;
}

void ThreadSet::unite_high(const ThreadSet& other) {
  if (other.high_words_ > high_words_) grow(other.high_words_);
  for (std::uint32_t i = 0; i < other.high_words_; ++i) high_[i] |= other.high_[i];
}

void ThreadSet::subtract_high(const ThreadSet& other) {
  const std::uint32_t common = std::min(high_words_, other.high_words_);
  for (std::uint32_t i = 0; i < common; ++i) high_[i] &= ~other.high_[i];
}

std::size_t ThreadSet::high_size() const {
  std::size_t count = 0;
  for (std::uint32_t i = 0; i < high_words_; ++i) {
    count += static_cast<std::size_t>(std::popcount(high_[i]));
  }
  return count;
}

void ThreadSet::grow(std::uint32_t high_words) {
  const std::uint32_t words = std::bit_ceil(high_words);
  auto* grown = static_cast<std::uint64_t*>(pool_allocate(words * sizeof(std::uint64_t)));
  std::fill_n(grown, words, 0U);
  std::copy_n(high_, high_words_, grown);
  if (high_ != nullptr) pool_release(high_, high_words_ * sizeof(std::uint64_t));
  high_ = grown;
  high_words_ = words;
}

}  // namespace explorer
