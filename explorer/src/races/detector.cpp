#include "races/detector.h"

#include <algorithm>
#include <bit>

namespace explorer {

template <Detector::AccessKind kKind>
bool Detector::access_range(ThreadIndex thread, std::uintptr_t address, std::size_t size,
                            Site site) {
  select(thread);
  const std::uintptr_t end = address + size;
  while (address < end) {
    const std::uintptr_t offset = address % ShadowMemory::kGranule;
    std::uintptr_t bytes = ShadowMemory::kGranule;
    std::uint8_t mask = mask_of(0, ShadowMemory::kGranule);
    if (offset != 0 || end - address < ShadowMemory::kGranule) [[unlikely]] {
      bytes = std::min(ShadowMemory::kGranule - offset, end - address);
      mask = mask_of(offset, bytes);
    }
    bool clean = true;
    if constexpr (kKind == AccessKind::read) {
      clean = read_bytes(address, mask, site);
    } else if constexpr (kKind == AccessKind::write) {
      clean = write_bytes(address, mask, site);
    } else if constexpr (kKind == AccessKind::free) {
      clean = free_bytes(address, mask, site);
    } else {
      clean = access(kKind, address, mask, site);
    }
    if (!clean) return false;
    address += bytes;
  }
  return true;
}

bool Detector::on_read(ThreadIndex thread, std::uintptr_t address, std::size_t size, Site site) {
  return access_range<AccessKind::read>(thread, address, size, site);
}

bool Detector::on_write(ThreadIndex thread, std::uintptr_t address, std::size_t size, Site site) {
  return access_range<AccessKind::write>(thread, address, size, site);
}

bool Detector::on_atomic_read(ThreadIndex thread, std::uintptr_t address, std::size_t size,
                              Site site) {
  return access_range<AccessKind::atomic_read>(thread, address, size, site);
}

bool Detector::on_atomic_write(ThreadIndex thread, std::uintptr_t address, std::size_t size,
                               Site site) {
  return access_range<AccessKind::atomic_write>(thread, address, size, site);
}

bool Detector::on_free(ThreadIndex thread, std::uintptr_t address, std::size_t size, Site site) {
  return access_range<AccessKind::free>(thread, address, std::clamp(size, {1}, kMaxFreed), site);
}

bool Detector::access(AccessKind kind, std::uintptr_t address, std::uint8_t mask,
                      const Site& site) {
  Slot* found = shadow_.find(address);
  Slot& granule = found != nullptr ? *found : shadow_.locate(address);
  const Access access{kind, address - address % ShadowMemory::kGranule, site};
  return shadow_.for_each_slot(granule, mask,
                               [&](Slot& slot) { return access_slot(access, slot); });
}

bool Detector::access_slot(const Access& access, Slot& slot) {
  if ((slot.flags & Slot::freed) != 0) {
    report(access.kind == AccessKind::free ? MemoryFault::Kind::double_free
                                           : MemoryFault::Kind::use_after_free,
           access, slot, {slot.write, slot.write_site, true, false});
    return false;
  }
  if (const std::optional<Past> past = find_unordered(access.kind, slot)) {
    report(access.kind == AccessKind::free ? MemoryFault::Kind::freed_in_use
                                           : MemoryFault::Kind::data_race,
           access, slot, *past);
    return false;
  }
  record(access.kind, slot, access.site);
  return true;
}

std::optional<Detector::Past> Detector::find_unordered(AccessKind kind, Slot& slot) {
  if (!has_seen(slot.write)) return Past{slot.write, slot.write_site, true, false};
  const bool plain_write = kind == AccessKind::write || kind == AccessKind::free;
  const bool conflicts_with_reads = plain_write || kind == AccessKind::atomic_write;
  if ((slot.flags & Slot::wide) == 0) {
    if (!conflicts_with_reads || has_seen(slot.read)) return std::nullopt;
    return Past{slot.read, slot.read_site, false, false};
  }
  const History history = shadow_.history_of(slot);
  std::optional<Past> past;
  if (conflicts_with_reads) past = find_in(history.reads, false, false);
  if (!past && (plain_write || kind == AccessKind::read)) {
    past = find_in(history.atomic_writes, true, true);
  }
  if (!past && plain_write) past = find_in(history.atomic_reads, false, true);
  return past;
}

std::optional<Detector::Past> Detector::find_in(std::uint32_t list, bool is_write, bool is_atomic) {
  while (list != 0) {
    const HistoryEntry& entry = shadow_.entry(list);
    if (!has_seen(entry.epoch)) return Past{entry.epoch, entry.site, is_write, is_atomic};
    list = entry.next;
  }
  return std::nullopt;
}

void Detector::record(AccessKind kind, Slot& slot, const Site& site) {
  switch (kind) {
    case AccessKind::free:
    case AccessKind::write:
      // Whatever is unordered with an access this write covers is unordered with the write too.
      slot.write = moment();
      slot.write_site = site;
      slot.read = kNever;
      slot.flags = kind == AccessKind::free ? Slot::freed : 0;
      return;
    case AccessKind::read:
      if ((slot.flags & Slot::wide) == 0 && has_seen(slot.read)) {
        slot.read = moment();
        slot.read_site = site;
      } else {
        shadow_.add_entry(shadow_.widen(slot).reads, present_->now, moment(), site);
      }
      return;
    case AccessKind::atomic_read:
      shadow_.add_entry(shadow_.widen(slot).atomic_reads, present_->now, moment(), site);
      return;
    case AccessKind::atomic_write:
      shadow_.add_entry(shadow_.widen(slot).atomic_writes, present_->now, moment(), site);
      return;
  }
}

void Detector::report(MemoryFault::Kind kind, const Access& access, const Slot& slot,
                      const Past& past) {
  const auto describe = [&](ThreadIndex thread, const Site& site, bool is_write, bool is_atomic) {
    AccessSite told;
    told.thread = thread;
    told.is_write = is_write;
    told.is_atomic = is_atomic;
    told.step = site.step;
    told.address = access.granule + static_cast<unsigned>(std::countr_zero(slot.mask));
    told.size = static_cast<std::uint8_t>(std::popcount(slot.mask));
    told.stack.push_back(site.pc);
    stacks_.append_to(told.stack, site.stack);
    return told;
  };
  const bool is_atomic =
      access.kind == AccessKind::atomic_read || access.kind == AccessKind::atomic_write;
  const bool is_write = access.kind != AccessKind::read && access.kind != AccessKind::atomic_read;
  fault_ = MemoryFault{kind, describe(thread_of(moment()), access.site, is_write, is_atomic),
                       describe(thread_of(past.epoch), past.site, past.is_write, past.is_atomic)};
}

}  // namespace explorer
