#include "runtime/threads/runnable_set.h"

namespace explorer {

// Eight threads at a time, whichever of them are members: no branch depends on the set's bits.
std::span<const ThreadIndex> RunnableSet::write_list() const {
  constexpr unsigned kBits = ShortThreadLists::kMost;
  const std::size_t room = std::size_t{set_.words()} * ThreadSet::kWordBits + kBits;
  if (list_.size() < room) list_.resize(room);
  ThreadIndex* next = list_.data();
  for (std::uint32_t number = 0; number < set_.words(); ++number) {
    const std::uint64_t word = set_.word(number);
    if (word == 0) continue;
    for (unsigned shift = 0; shift < ThreadSet::kWordBits; shift += kBits) {
      const std::size_t set = word >> shift & (ShortThreadLists::kSets - 1);
      const auto first = static_cast<ThreadIndex>(number * ThreadSet::kWordBits + shift);
      for (unsigned i = 0; i < kBits; ++i) {
        next[i] = static_cast<ThreadIndex>(kShortThreadLists.threads[set][i] + first);
      }
      next += kShortThreadLists.sizes[set];
    }
  }
  return {list_.data(), next};
}

}  // namespace explorer
