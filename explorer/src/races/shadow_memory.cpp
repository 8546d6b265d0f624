#include "races/shadow_memory.h"

#include <new>

namespace explorer {
namespace {

constexpr std::size_t kFirstTableSize = 1024;

}  // namespace

ShadowMemory::ShadowMemory() : pages_(kFirstTableSize), histories_(1), entries_(1) {}

ShadowMemory::~ShadowMemory() {
  drop_all_pages();
  for (Slot* block : blocks_) pool_release(block, kSlotsPerBlock * sizeof(Slot));
}

void ShadowMemory::begin_execution() {
  ++generation_;
  slots_used_ = 0;
  histories_.resize(1);
  entries_.resize(1);
  // After four thousand million executions numbers repeat: no old record may survive that.
  if (generation_ == 0 || page_count_ > kMaxPages) {
    drop_all_pages();
    generation_ = 1;
  }
  empty_head_ = Slot::plain_head(generation_, 0);
}

void ShadowMemory::drop_all_pages() {
  for (Page& page : pages_) {
    if (page.slots != nullptr) pool_release(page.slots, kSlotsPerPage * sizeof(Slot));
    page = Page{};
  }
  page_count_ = 0;
  cache_.fill(CachedPage{});
}

std::size_t ShadowMemory::home(std::uintptr_t page) const {
  return static_cast<std::size_t>((page * 0x9E37'79B9'7F4A'7C15U) >> 32) & (pages_.size() - 1);
}

Slot* ShadowMemory::slots_of(std::uintptr_t page) const {
  std::size_t place = home(page);
  while (pages_[place].slots != nullptr && pages_[place].number != page) {
    place = (place + 1) & (pages_.size() - 1);
  }
  return pages_[place].slots;
}

void ShadowMemory::add_page(std::uintptr_t page, Slot* slots) {
  std::size_t place = home(page);
  while (pages_[place].slots != nullptr) place = (place + 1) & (pages_.size() - 1);
  pages_[place] = Page{page, slots};
}

Slot& ShadowMemory::locate(std::uintptr_t address) {
  const std::uintptr_t page = address / kPageBytes;
  Slot* slots = slots_of(page);
  if (slots == nullptr) {
    slots = static_cast<Slot*>(pool_allocate(kSlotsPerPage * sizeof(Slot)));
    for (std::size_t i = 0; i < kSlotsPerPage; ++i) new (slots + i) Slot;
    if (++page_count_ * 2 > pages_.size()) {
      PoolVector<Page> old(pages_.size() * 2);
      old.swap(pages_);
      for (const Page& known : old) {
        if (known.slots != nullptr) add_page(known.number, known.slots);
      }
    }
    add_page(page, slots);
  }
  cache_[page % kCachedPages] = CachedPage{page, slots};
  return slots[address % kPageBytes / kGranule];
}

void ShadowMemory::forget(std::uintptr_t address, std::size_t size) {
  const std::uintptr_t end = address + size;
  while (address < end) {
    const std::uintptr_t page_end = (address / kPageBytes + 1) * kPageBytes;
    const std::uintptr_t part_end = end < page_end ? end : page_end;
    Slot* slots = slots_of(address / kPageBytes);
    if (slots == nullptr) {
      address = part_end;
      continue;
    }
    while (address < part_end) {
      Slot& granule = slots[address % kPageBytes / kGranule];
      const std::uintptr_t offset = address % kGranule;
      const std::uintptr_t bytes = std::min(kGranule - offset, part_end - address);
      if (bytes == kGranule) {
        granule.generation = 0;
      } else if (granule.generation == generation_) {
        const auto mask = static_cast<std::uint8_t>(((1U << bytes) - 1U) << offset);
        for_each_slot(granule, mask, [](Slot& slot) {
          slot.flags = 0;
          slot.write = kNever;
          slot.read = 0;
          return true;
        });
      }
      address += bytes;
    }
  }
}

Slot& ShadowMemory::add_after(Slot& slot, std::uint8_t mask) {
  if (slots_used_ == blocks_.size() * kSlotsPerBlock) {
    blocks_.push_back(static_cast<Slot*>(pool_allocate(kSlotsPerBlock * sizeof(Slot))));
  }
  void* place = blocks_[slots_used_ / kSlotsPerBlock] + slots_used_ % kSlotsPerBlock;
  ++slots_used_;
  Slot& added = *new (place) Slot(slot);
  added.mask = mask;
  slot.next = &added;
  if ((slot.flags & Slot::wide) != 0) {
    History copy = history_of(slot);
    copy.reads = copy_list(copy.reads);
    copy.atomic_reads = copy_list(copy.atomic_reads);
    copy.atomic_writes = copy_list(copy.atomic_writes);
    added.read = histories_.size();
    histories_.push_back(copy);
  }
  return added;
}

std::uint32_t ShadowMemory::copy_list(std::uint32_t list) {
  std::uint32_t copy = 0;
  for (; list != 0; list = entries_[list].next) {
    HistoryEntry duplicate = entries_[list];
    duplicate.next = copy;
    copy = static_cast<std::uint32_t>(entries_.size());
    entries_.push_back(duplicate);
  }
  return copy;
}

History& ShadowMemory::widen(Slot& slot) {
  if ((slot.flags & Slot::wide) == 0) {
    History history;
    if (slot.read != kNever) {
      history.reads = static_cast<std::uint32_t>(entries_.size());
      entries_.push_back({slot.read, slot.read_site, 0});
    }
    slot.flags |= Slot::wide;
    slot.read = histories_.size();
    histories_.push_back(history);
  }
  return histories_[slot.read];
}

void ShadowMemory::add_entry(std::uint32_t& list, const VectorClock& now, Epoch epoch,
                             const Site& site) {
  std::uint32_t reusable = 0;
  std::uint32_t* link = &list;
  while (*link != 0) {
    const std::uint32_t index = *link;
    HistoryEntry& old = entries_[index];
    if (now.covers(old.epoch)) {
      reusable = index;
      *link = old.next;
    } else {
      link = &old.next;
    }
  }
  if (reusable == 0) {
    reusable = static_cast<std::uint32_t>(entries_.size());
    entries_.push_back({});
  }
  entries_[reusable] = {epoch, site, list};
  list = reusable;
}

}  // namespace explorer
