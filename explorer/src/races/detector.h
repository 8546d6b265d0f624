// Finds data races and accesses to freed memory in one execution, by happens-before.
//
// An access races with an earlier one of another thread to a common byte if one of them writes,
// not both are atomic, and synchronisation orders neither before the other. The first race of an
// execution is always found (the fast path is that of FastTrack: Flanagan and Freund, PLDI 2009);
// what is reported after the first fault is not meaningful. The interleaving does not matter beyond
// the order of synchronisation, so plain accesses need not be scheduling points.
//
// Needs no threads: any literal list of events will do. Thread-safety: none, one controlled thread
// runs at a time. Every call names the thread that acts. No call allocates in a steady state; a
// repeated access costs a few nanoseconds, begin_execution() O(1).
//
// Every on_... call returns true if all is well and false after a fault, which fault() then tells.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <optional>

#include "clocks/happens_before.h"
#include "races/race.h"
#include "races/shadow_memory.h"
#include "trace/stack_tree.h"

namespace explorer {

class Detector {
 public:
  // `stacks` outlives the detector and knows the nodes that sites name.
  explicit Detector(const StackTree& stacks) : stacks_(stacks) {}

  // Forgets the last execution; thread 0 exists.
  void begin_execution() {
    shadow_.begin_execution();
    pause();
    order_.begin_execution();
    fault_.reset();
  }

  // Threads, locks, atomics and fences are told here.
  [[nodiscard]] HappensBefore& synchronisation() { return order_; }
  // The thread will act next, and nobody else before resume() is called again, as it must be after
  // a thread has been created.
  void resume(ThreadIndex thread) {
    select(thread);
    is_ready_ = true;
  }
  // Nobody is known to act next.
  void pause() { is_ready_ = false; }
  // Whether it is known who acts.
  [[nodiscard]] bool is_ready() const { return is_ready_; }

  // Plain accesses of a size known at compile time, aligned or not.
  template <std::size_t kSize>
  [[gnu::always_inline]] bool on_read(ThreadIndex thread, std::uintptr_t address, Site site) {
    select(thread);
    return is_simple_read<kSize>(address, [&] { return site; }) ||
           on_read(thread, address, kSize, site);
  }
  template <std::size_t kSize>
  [[gnu::always_inline]] bool on_write(ThreadIndex thread, std::uintptr_t address, Site site) {
    select(thread);
    return is_simple_write<kSize>(address, [&] { return site; }) ||
           on_write(thread, address, kSize, site);
  }

  // Deals with the common case of the above in a few instructions and calls nothing but `site`, for
  // a Site, if it needs one. False: the access is still to be told in full. Requires: is_ready().
  template <std::size_t kSize, class MakeSite>
  [[gnu::always_inline]] bool is_simple_read(std::uintptr_t address, MakeSite site) {
    const UsualSlot found = usual_slot<kSize>(address);
    Slot* const slot = found.slot;
    if (slot == nullptr) [[unlikely]]
      return false;
    if (!found.untouched) [[likely]] {
      if (slot->read == moment()) return true;
      if (!has_seen(slot->write) || !has_seen(slot->read)) [[unlikely]]
        return false;
    }
    slot->read = moment();
    put(slot->read_site, site());
    return true;
  }
  template <std::size_t kSize, class MakeSite>
  [[gnu::always_inline]] bool is_simple_write(std::uintptr_t address, MakeSite site) {
    const UsualSlot found = usual_slot<kSize>(address);
    Slot* const slot = found.slot;
    if (slot == nullptr) [[unlikely]]
      return false;
    if (!found.untouched) [[likely]] {
      if (slot->write == moment()) return true;
      if (!has_seen(slot->write) || !has_seen(slot->read)) [[unlikely]]
        return false;
    }
    slot->write = moment();
    put(slot->write_site, site());
    slot->read = kNever;
    return true;
  }

  // Plain accesses to any range (memcpy and friends). O(size).
  bool on_read(ThreadIndex thread, std::uintptr_t address, std::size_t size, Site site);
  bool on_write(ThreadIndex thread, std::uintptr_t address, std::size_t size, Site site);

  // Atomic accesses; a read-modify-write is a write. Tell synchronisation() as well.
  bool on_atomic_read(ThreadIndex thread, std::uintptr_t address, std::size_t size, Site site);
  bool on_atomic_write(ThreadIndex thread, std::uintptr_t address, std::size_t size, Site site);

  // The range is new to the program: a heap block, or the stack of a thread that is about to start
  // on memory another thread of this execution has used. Costs O(size) for pages touched before.
  void on_alloc(std::uintptr_t address, std::size_t size) { shadow_.forget(address, size); }
  // The block is given back. Reports unordered accesses as freed_in_use and a second free as such;
  // later accesses are use_after_free. Only the first kMaxFreed bytes are guarded.
  bool on_free(ThreadIndex thread, std::uintptr_t address, std::size_t size, Site site);
  static constexpr std::size_t kMaxFreed = 65'536;

  [[nodiscard]] const std::optional<MemoryFault>& fault() const { return fault_; }

 private:
  enum class AccessKind : std::uint8_t { read, write, atomic_read, atomic_write, free };
  struct Access {
    AccessKind kind;
    std::uintptr_t granule;  // Address of the granule's first byte.
    Site site;
  };
  struct Past {
    Epoch epoch;
    Site site;
    bool is_write;
    bool is_atomic;
  };

  static constexpr std::uint8_t mask_of(std::uintptr_t offset, std::size_t size) {
    return static_cast<std::uint8_t>(((1U << size) - 1U) << offset);
  }
  // In two words, so that a site made in registers need not pass through memory.
  [[gnu::always_inline]] static void put(Site& place, const Site& site) {
    const std::uint64_t words[] = {site.pc, std::uint64_t{site.stack} << 32 | site.step};
    static_assert(std::endian::native == std::endian::little && sizeof words == sizeof place);
    std::memcpy(static_cast<void*>(&place), words, sizeof words);
  }
  void select(ThreadIndex thread) { present_ = &order_.present(thread); }
  // The moment of the thread that acts.
  [[nodiscard]] Epoch moment() const { return present_->epoch; }
  // The same as covers() of its clock, which has a counter of every thread.
  [[nodiscard]] bool has_seen(Epoch epoch) const {
    return present_->now.counters()[epoch >> 32] >= counter_of(epoch);
  }
  struct UsualSlot {
    Slot* slot = nullptr;
    bool untouched = false;  // By this execution, until now.
  };
  // The slot of exactly these bytes, if it is one of its granule's first two and nothing is special
  // about it.
  template <std::size_t kSize>
  [[gnu::always_inline]] UsualSlot usual_slot(std::uintptr_t address) {
    const std::uintptr_t offset = address % ShadowMemory::kGranule;
    if (offset + kSize > ShadowMemory::kGranule) [[unlikely]]
      return {};
    Slot* slot = shadow_.find(address);
    if (slot == nullptr) [[unlikely]]
      return {};
    const std::uint64_t usual = shadow_.empty_head() | Slot::plain_head(0, mask_of(0, kSize))
                                                           << offset;
    if (slot->head() == usual) [[likely]]
      return {slot};
    if (slot->generation != shadow_.generation()) {
      slot->restart(usual);
      return {slot, true};
    }
    slot = slot->next;
    return {slot != nullptr && slot->head() == usual ? slot : nullptr};
  }
  // The slot of exactly these bytes, if it exists; a granule not yet touched becomes that slot.
  [[nodiscard]] Slot* exact_slot(std::uintptr_t address, std::uint8_t mask) {
    Slot* slot = shadow_.find(address);
    if (slot == nullptr) [[unlikely]]
      return nullptr;
    if (slot->generation != shadow_.generation()) {
      slot->restart(shadow_.generation(), mask);
      return slot;
    }
    while (slot->mask != mask) {
      slot = slot->next;
      if (slot == nullptr) return nullptr;
    }
    return slot;
  }
  [[gnu::always_inline]] bool read_bytes(std::uintptr_t address, std::uint8_t mask, Site site) {
    Slot* slot = exact_slot(address, mask);
    if (slot != nullptr && slot->flags == 0) [[likely]] {
      if (slot->read == moment() || slot->write == moment()) return true;
      if (has_seen(slot->write) && has_seen(slot->read)) {
        slot->read = moment();
        put(slot->read_site, site);
        return true;
      }
    }
    // Memory that many threads read: each need be noted once between two synchronisations.
    if (slot != nullptr && slot->flags == Slot::wide && shadow_.has_read(*slot, moment())) {
      return true;
    }
    return access(AccessKind::read, address, mask, site);
  }
  [[gnu::always_inline]] bool write_bytes(std::uintptr_t address, std::uint8_t mask, Site site) {
    Slot* slot = exact_slot(address, mask);
    if (slot != nullptr && slot->flags == 0) [[likely]] {
      if (slot->write == moment()) return true;
      if (has_seen(slot->write) && has_seen(slot->read)) {
        slot->write = moment();
        put(slot->write_site, site);
        slot->read = kNever;
        return true;
      }
    }
    return access(AccessKind::write, address, mask, site);
  }

  [[gnu::always_inline]] bool free_bytes(std::uintptr_t address, std::uint8_t mask, Site site) {
    Slot* slot = exact_slot(address, mask);
    if (slot == nullptr || slot->flags != 0 || !has_seen(slot->write) || !has_seen(slot->read)) {
      return access(AccessKind::free, address, mask, site);
    }
    slot->write = moment();
    put(slot->write_site, site);
    slot->read = kNever;
    slot->flags = Slot::freed;
    return true;
  }

  // The general case.
  bool access(AccessKind kind, std::uintptr_t address, std::uint8_t mask, const Site& site);
  template <AccessKind kKind>
  bool access_range(ThreadIndex thread, std::uintptr_t address, std::size_t size, Site site);
  bool access_slot(const Access& access, Slot& slot);
  [[nodiscard]] std::optional<Past> find_unordered(AccessKind kind, Slot& slot);
  [[nodiscard]] std::optional<Past> find_in(std::uint32_t list, bool is_write, bool is_atomic);
  void record(AccessKind kind, Slot& slot, const Site& site);
  void report(MemoryFault::Kind kind, const Access& access, const Slot& slot, const Past& past);

  const StackTree& stacks_;
  HappensBefore order_;
  ShadowMemory shadow_;
  bool is_ready_ = false;
  const Present* present_ = nullptr;  // Of the thread that acts.
  std::optional<MemoryFault> fault_;
};

}  // namespace explorer
