// Synchronization objects of the program under test and the numbers that events call them by.
//
// An object keeps its number over all executions of one search, found by address and kind, because
// strategies compare operations of different executions; numbers are given by first use, so a
// search that starts anew gives the same ones. Where the object's own storage has room that the C
// library leaves unused, the object's address is planted there together with a tag that names the
// execution: then finding the object costs one comparison, and what earlier executions left behind
// is recognised as stale.
#pragma once

#include <cstdint>
#include <vector>

#include "runtime/controlled_thread.h"
#include "trace/operation.h"

namespace explorer {

enum class ObjectKind : std::uint8_t {
  unknown,
  memory,  // An atomic location or futex word.
  barrier,
  once,
  // Not to be used once their storage is gone. (Leaving a barrier does not touch it.)
  mutex,
  condvar,
  rwlock,
  semaphore,
  spin_lock,
};

enum class MutexType : std::uint8_t { normal, recursive, errorcheck };

struct alignas(64) SyncObject {
  std::uintptr_t address = 0;
  ObjectIndex index = 0;
  ObjectIndex clock = 0;  // Among the objects of this execution: its clocks in HappensBefore.
  std::uint32_t execution = 0;
  ObjectKind kind = ObjectKind::unknown;
  MutexType mutex_type = MutexType::normal;
  bool destroyed = false;
  bool on_heap = false;        // Its storage is a block, or part of one, of the program under test.
  bool realtime_clock = true;  // Condvars: which clock their timed waits use.
  std::uint32_t count = 0;     // Recursion, readers, semaphore value, barrier arrivals.
  // Barriers: how many must arrive; reader-writer locks: how many writers wait and are preferred.
  std::uint32_t limit = 0;
  ControlledThread* owner = nullptr;
  ThreadSet contenders;  // Threads whose pending operation needs the object to be free.
  ThreadSet writers;     // Reader-writer locks: those that want to write.
  ThreadList waiters;    // Threads parked until somebody wakes them.

  // As new, at the same address and under the same number.
  void reset();
};

// Sixteen bytes inside a pthread object.
struct PlantedObject {
  std::uint64_t tag;
  SyncObject* object;
};

class ObjectTable {
 public:
  static constexpr std::size_t kMaxObjects = std::size_t{1} << 20;

  // Forgets all numbers.
  void begin_search();
  // Requires: `execution` differs from every earlier one.
  void begin_execution(std::uint32_t execution);

  [[nodiscard]] SyncObject& operator[](ObjectIndex index) { return objects_[index]; }
  // One more than the highest index in use.
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] bool is_current(const SyncObject& object) const {
    return object.execution == execution_;
  }

  // The object at `address`, known by what is planted there. `created` tells whether it is new, as
  // it is when its storage has been initialised again. The comparison of addresses catches what was
  // copied along with an object.
  SyncObject& planted(std::uintptr_t address, std::uint64_t& tag, SyncObject*& object,
                      ObjectKind kind, bool& created) {
    if (tag == tag_) [[likely]] {
      SyncObject& known = *object;
      if (known.address == address && known.kind == kind) [[likely]] {
        created = false;
        return known;
      }
    }
    created = true;
    return plant(address, tag, object, kind);
  }

  // The object at `address`, by hash. Expected O(1).
  SyncObject& hashed(std::uintptr_t address, ObjectKind kind, bool& created) {
    SyncObject& object = numbered(address, kind);
    created = !is_current(object);
    if (created) renew(object);
    return object;
  }

  // Whether the bytes are a tag planted by whatever execution.
  [[nodiscard]] static bool is_tag(std::uint64_t value) { return (value >> 32) == kTagHigh; }

 private:
  static constexpr std::uint64_t kTagHigh = 0xE7B1'0CA7;

  struct Place {
    std::uintptr_t key = 0;
    ObjectIndex index = 0;
  };

  // Objects of different kinds may follow one another at one address.
  [[nodiscard]] static std::uintptr_t key_of(std::uintptr_t address, ObjectKind kind) {
    constexpr int kAddressBits = 56;
    return address ^ (static_cast<std::uintptr_t>(kind) << kAddressBits);
  }
  [[nodiscard]] std::size_t home(std::uintptr_t key) const {
    return (key * 0x9E37'79B9'7F4A'7C15ULL) >> shift_;
  }
  SyncObject& plant(std::uintptr_t address, std::uint64_t& tag, SyncObject*& planted,
                    ObjectKind kind);
  [[nodiscard]] SyncObject& numbered(std::uintptr_t address, ObjectKind kind);
  void renew(SyncObject& object);
  void grow_places();

  std::uint64_t tag_ = 0;
  std::uint32_t execution_ = 0;
  ObjectIndex clocks_ = 0;
  SyncObject* objects_ = nullptr;  // Reserved address space: references stay valid as it fills.
  std::size_t size_ = 1;           // Index 0 means "no object".
  std::vector<Place> places_;
  unsigned shift_ = 64;
};

}  // namespace explorer
