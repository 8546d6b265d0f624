// What happened last to every byte the program under test touched in this execution.
//
// Memory is shadowed in granules of 8 bytes. A granule starts as one slot for the bytes first
// accessed together and is split only where accesses of different extent overlap, so the common
// case is one 64-byte record per granule and every case is exact to the byte. Records carry the
// number of their execution: begin_execution() costs O(1) and stale records read as untouched.
//
// Thread-safety: none, one thread runs at a time. Memory: 32 KB per page the program touches, kept
// from one execution to the next and given back when there are more than kMaxPages of them.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

#include "clocks/vector_clock.h"
#include "trace/memory/memory_pool.h"
#include "trace/stack_tree.h"

namespace explorer {

// Where an access was made. `step` is the trace step in progress.
struct Site {
  std::uintptr_t pc = 0;
  std::uint32_t step = 0;
  StackNode stack = kRootStack;
};

// The history of a set of bytes that were always accessed together.
struct alignas(64) Slot {
  enum Flag : std::uint8_t {
    wide = 1,   // `read` is the index of a History instead of an epoch.
    freed = 2,  // `write` and `write_site` are those of the free.
  };

  std::uint8_t mask = 0;  // Bit i: byte i of the granule.
  std::uint8_t flags = 0;
  std::uint16_t unused = 0;
  std::uint32_t generation = 0;  // Of a granule's first slot; the others share it.
  Slot* next = nullptr;          // Other bytes of the granule.
  Epoch write = kNever;          // Last plain write.
  std::uint64_t read = 0;        // Last plain read, while reads are totally ordered.
  Site write_site;
  Site read_site;

  // Generation, mask and flags as one number: one comparison tells that a slot is the usual one.
  struct Head {
    std::uint8_t mask;
    std::uint8_t flags;
    std::uint16_t unused;
    std::uint32_t generation;
  };
  [[nodiscard]] static std::uint64_t plain_head(std::uint32_t generation, std::uint8_t mask) {
    return std::bit_cast<std::uint64_t>(Head{mask, 0, 0, generation});
  }
  [[nodiscard]] std::uint64_t head() const {
    std::uint64_t value = 0;
    std::memcpy(&value, this, sizeof value);
    return value;
  }
  // Written in one piece, so that head() need not wait for the parts.
  void restart(std::uint32_t new_generation, std::uint8_t new_mask) {
    restart(plain_head(new_generation, new_mask));
  }
  void restart(std::uint64_t new_head) {
    std::memcpy(static_cast<void*>(this), &new_head, sizeof new_head);
    next = nullptr;
    write = kNever;
    read = kNever;
  }
};
static_assert(sizeof(Slot) == 64);

// What does not fit a slot: reads and atomic accesses by several unordered threads. Lists of
// entries, by index, 0 is the empty list.
struct History {
  std::uint32_t reads = 0;
  std::uint32_t atomic_reads = 0;
  std::uint32_t atomic_writes = 0;
};
struct HistoryEntry {
  Epoch epoch = kNever;
  Site site;
  std::uint32_t next = 0;
};

class ShadowMemory {
 public:
  static constexpr std::uintptr_t kGranule = 8;
  static constexpr std::size_t kMaxPages = 16'384;

  ShadowMemory();
  ~ShadowMemory();
  ShadowMemory(const ShadowMemory&) = delete;
  ShadowMemory& operator=(const ShadowMemory&) = delete;

  void begin_execution();
  [[nodiscard]] std::uint32_t generation() const { return generation_; }
  // The head of a slot of this execution that has no bytes yet.
  [[nodiscard]] std::uint64_t empty_head() const { return empty_head_; }

  // The first slot of the granule at `address` if its page was used lately, else null.
  [[nodiscard]] Slot* find(std::uintptr_t address) const {
    const std::uintptr_t page = address / kPageBytes;
    const CachedPage& cached = cache_[page % kCachedPages];
    if (cached.page != page) [[unlikely]]
      return nullptr;
    if (cached.slots == nullptr) __builtin_unreachable();
    return cached.slots + address % kPageBytes / kGranule;
  }
  // The same, creating the page's shadow.
  [[nodiscard]] Slot& locate(std::uintptr_t address);
  // Calls `visit(Slot&)` for slots that cover exactly the bytes `mask` of the granule, splitting
  // and adding as needed. Stops when `visit` returns false, and returns whether it did not.
  template <class Visit>
  bool for_each_slot(Slot& granule, std::uint8_t mask, Visit visit);

  // Makes the bytes untouched. Pages never touched cost nothing. O(size).
  void forget(std::uintptr_t address, std::size_t size);

  // The slot's history, created where it has none.
  [[nodiscard]] History& widen(Slot& slot);
  [[nodiscard]] History& history_of(const Slot& slot) { return histories_[slot.read]; }
  // Whether the slot's history tells of a plain read at this moment.
  [[nodiscard]] bool has_read(const Slot& slot, Epoch epoch) const {
    std::uint32_t list = histories_[slot.read].reads;
    while (list != 0 && entries_[list].epoch != epoch) list = entries_[list].next;
    return list != 0;
  }
  [[nodiscard]] HistoryEntry& entry(std::uint32_t index) { return entries_[index]; }
  // Puts an entry in front of `list`, dropping those that `now` covers: nothing can be unordered
  // with them that is ordered with the new one.
  void add_entry(std::uint32_t& list, const VectorClock& now, Epoch epoch, const Site& site);

 private:
  static constexpr std::uintptr_t kPageBytes = 4096;
  static constexpr std::size_t kSlotsPerPage = kPageBytes / kGranule;
  static constexpr std::size_t kCachedPages = 512;
  static constexpr std::size_t kSlotsPerBlock = 1024;

  struct CachedPage {
    std::uintptr_t page = ~std::uintptr_t{0};
    Slot* slots = nullptr;
  };
  struct Page {
    std::uintptr_t number = 0;
    Slot* slots = nullptr;
  };

  [[nodiscard]] std::size_t home(std::uintptr_t page) const;
  [[nodiscard]] Slot* slots_of(std::uintptr_t page) const;
  void add_page(std::uintptr_t page, Slot* slots);
  void drop_all_pages();
  // A copy of `slot` for the bytes `mask`, linked in behind it.
  Slot& add_after(Slot& slot, std::uint8_t mask);
  std::uint32_t copy_list(std::uint32_t list);

  std::uint32_t generation_ = 1;
  std::uint64_t empty_head_ = Slot::plain_head(1, 0);
  std::array<CachedPage, kCachedPages> cache_{};
  PoolVector<Page> pages_;  // Open addressing by page number; an empty place has no slots.
  std::size_t page_count_ = 0;
  PoolVector<Slot*> blocks_;  // Further slots of split granules.
  std::size_t slots_used_ = 0;
  PoolVector<History> histories_;  // Both start with an entry that stands for "none".
  PoolVector<HistoryEntry> entries_;
};

template <class Visit>
bool ShadowMemory::for_each_slot(Slot& granule, std::uint8_t mask, Visit visit) {
  if (granule.generation != generation_) {
    granule.restart(generation_, mask);
    return visit(granule);
  }
  Slot* last = &granule;
  for (Slot* slot = &granule; slot != nullptr && mask != 0; slot = slot->next) {
    last = slot;
    const auto common = static_cast<std::uint8_t>(slot->mask & mask);
    if (common == 0) continue;
    if (common != slot->mask) {
      add_after(*slot, static_cast<std::uint8_t>(slot->mask & ~common));
      slot->mask = common;
    }
    mask = static_cast<std::uint8_t>(mask & ~common);
    if (!visit(*slot)) return false;
  }
  if (mask == 0) return true;
  Slot& added = add_after(*last, mask);
  added.flags = 0;
  added.write = kNever;
  added.read = 0;
  return visit(added);
}

}  // namespace explorer
