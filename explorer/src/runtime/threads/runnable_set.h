// The threads that could go on now, as the strategies want them: listed, by ascending number.
//
// Up to eight threads the list of every set is at hand; longer ones are written down when asked
// for. Thread-safety: none, one controlled thread runs at a time.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "runtime/threads/thread_set.h"

namespace explorer {

// The members of a set of the first eight threads.
struct ShortThreadList {
  static constexpr unsigned kMost = 8;
  ThreadIndex threads[kMost] = {};
  std::uint16_t size = 0;
};
// By the set's bits.
using ShortThreadLists = std::array<ShortThreadList, std::size_t{1} << ShortThreadList::kMost>;
constexpr ShortThreadLists make_short_thread_lists() {
  ShortThreadLists lists{};
  for (std::size_t set = 0; set < lists.size(); ++set) {
    for (unsigned thread = 0; thread < ShortThreadList::kMost; ++thread) {
      if ((set >> thread & 1) == 0) continue;
      lists[set].threads[lists[set].size++] = static_cast<ThreadIndex>(thread);
    }
  }
  return lists;
}
inline constexpr ShortThreadLists kShortThreadLists = make_short_thread_lists();

class RunnableSet {
 public:
  void clear() { set_.clear(); }
  void insert(ThreadIndex thread) { set_.insert(thread); }
  void erase(ThreadIndex thread) { set_.erase(thread); }
  void insert_all(const ThreadSet& threads) { set_.unite(threads); }
  void erase_all(const ThreadSet& threads) { set_.subtract(threads); }
  void erase_common(const ThreadSet& a, const ThreadSet& b) { set_.subtract_common(a, b); }

  [[nodiscard]] bool contains(ThreadIndex thread) const { return set_.contains(thread); }
  [[nodiscard]] bool empty() const { return set_.empty(); }
  [[nodiscard]] std::size_t size() const { return threads().size(); }
  // Whether the thread is the only member.
  [[nodiscard]] bool is_only(ThreadIndex thread) const {
    return thread < ThreadSet::kWordBits && set_.low() == ThreadSet::bit_of(thread) &&
           !set_.has_high();
  }

  // Valid until the set changes.
  [[nodiscard]] std::span<const ThreadIndex> threads() const {
    const std::uint64_t low = set_.low();
    if (low < kShortThreadLists.size() && !set_.has_high()) [[likely]] {
      const ShortThreadList& list = kShortThreadLists[low];
      return {list.threads, list.size};
    }
    return write_list();
  }

 private:
  [[nodiscard]] std::span<const ThreadIndex> write_list() const;

  ThreadSet set_;
  mutable std::vector<ThreadIndex> list_;
};

}  // namespace explorer
