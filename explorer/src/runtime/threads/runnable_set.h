// The threads that could go on now, as the strategies want them: listed, by ascending number.
//
// Up to eight threads the list of every set is at hand; longer ones are written down when asked
// for. Thread-safety: none, one controlled thread runs at a time.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "runtime/threads/thread_set.h"

namespace explorer {

// The members of every set of the first eight threads, by the set's bits.
struct ShortThreadLists {
  static constexpr unsigned kMost = 8;
  static constexpr std::size_t kSets = std::size_t{1} << kMost;
  // Whole lines: a list is copied by one instruction.
  alignas(16) ThreadIndex threads[kSets][kMost] = {};
  std::uint8_t sizes[kSets] = {};

  constexpr ShortThreadLists() {
    for (std::size_t set = 0; set < kSets; ++set) {
      for (unsigned thread = 0; thread < kMost; ++thread) {
        if ((set >> thread & 1) == 0) continue;
        threads[set][sizes[set]++] = static_cast<ThreadIndex>(thread);
      }
    }
  }
};
inline constexpr ShortThreadLists kShortThreadLists;

class RunnableSet {
 public:
  void clear() { set_.clear(); }
  void insert(ThreadIndex thread) { set_.insert(thread); }
  void erase(ThreadIndex thread) { set_.erase(thread); }
  // The same for those who have ThreadSet::low_bit_of(thread) at hand.
  void insert(ThreadIndex thread, std::uint64_t low_bit) { set_.insert(thread, low_bit); }
  void erase(ThreadIndex thread, std::uint64_t low_bit) { set_.erase(thread, low_bit); }
  void insert_all(const ThreadSet& threads) { set_.unite(threads); }
  void erase_all(const ThreadSet& threads) { set_.subtract(threads); }
  void erase_common(const ThreadSet& a, const ThreadSet& b) { set_.subtract_common(a, b); }

  [[nodiscard]] bool contains(ThreadIndex thread) const { return set_.contains(thread); }
  [[nodiscard]] bool contains(ThreadIndex thread, std::uint64_t low_bit) const {
    return set_.contains(thread, low_bit);
  }
  // The same for one of the first 64 threads, given by its bit.
  [[nodiscard]] bool contains_low(std::uint64_t bit) const { return (set_.low() & bit) != 0; }
  [[nodiscard]] bool is_only_low(std::uint64_t bit) const {
    return set_.low() == bit && !set_.has_high();
  }
  [[nodiscard]] bool empty() const { return set_.empty(); }
  [[nodiscard]] std::size_t size() const { return set_.size(); }
  // Whether there never was one beyond the first 64: then low() is all of them.
  [[nodiscard]] bool is_low() const { return !set_.has_high_words(); }
  [[nodiscard]] std::uint64_t low() const { return set_.low(); }
  // Whether the thread is the only member.
  [[nodiscard]] bool is_only(ThreadIndex thread) const {
    return set_.low() == ThreadSet::bit_of(thread) && thread < ThreadSet::kWordBits &&
           !set_.has_high();
  }

  // Valid until the set changes.
  [[nodiscard]] std::span<const ThreadIndex> threads() const {
    const std::uint64_t low = set_.low();
    if (low < ShortThreadLists::kSets && !set_.has_high()) [[likely]]
      return {kShortThreadLists.threads[low], kShortThreadLists.sizes[low]};
    return write_list();
  }

 private:
  [[nodiscard]] std::span<const ThreadIndex> write_list() const;

  ThreadSet set_;
  mutable std::vector<ThreadIndex> list_;
};

}  // namespace explorer
