// Synchronization objects of the program under test, numbered by first use within an execution.
//
// Where the object's own storage has room that the C library leaves unused, our number is planted
// there together with a tag that names the execution, so that finding an object costs one
// comparison and what earlier executions left behind is recognised as stale. Elsewhere (spin locks,
// once flags, atomics, futex words) a hash table keyed by address serves; it is cleared in O(1).
#pragma once

#include <cstdint>
#include <vector>

#include "runtime/controlled_thread.h"
#include "trace/operation.h"

namespace explorer {

enum class ObjectKind : std::uint8_t {
  unknown,
  mutex,
  condvar,
  rwlock,
  semaphore,
  barrier,
  spin_lock,
  once,
  memory,  // An atomic location or futex word.
};

enum class MutexType : std::uint8_t { normal, recursive, errorcheck };

struct SyncObject {
  std::uintptr_t address = 0;
  ObjectIndex index = 0;
  ObjectKind kind = ObjectKind::unknown;
  MutexType mutex_type = MutexType::normal;
  bool destroyed = false;
  bool realtime_clock = true;  // Condvars: which clock their timed waits use.
  std::uint32_t count = 0;     // Recursion, readers, semaphore value, barrier arrivals.
  std::uint32_t limit = 0;     // Barriers: how many must arrive.
  ControlledThread* owner = nullptr;
  ThreadList contenders;  // Threads whose pending operation needs the object to be free.
  ThreadList waiters;     // Threads parked until somebody wakes them.
};

// Sixteen bytes inside a pthread object.
struct PlantedNumber {
  std::uint64_t tag;
  std::uint32_t number;
};

class ObjectTable {
 public:
  // Requires: `execution` differs from every earlier one.
  void begin_execution(std::uint32_t execution);

  [[nodiscard]] SyncObject& operator[](ObjectIndex index) { return objects_[index]; }
  // One more than the highest index in use.
  [[nodiscard]] std::size_t size() const { return size_; }
  static constexpr std::size_t kMaxObjects = std::size_t{1} << 20;
  // Beyond that many objects all further ones share the last: the caller ends the execution.
  [[nodiscard]] bool full() const { return size_ + 1 >= kMaxObjects; }

  // The object at `address`, known by the number planted there. `created` tells whether it is new.
  // The address comparison catches numbers copied along with an object.
  SyncObject& planted(std::uintptr_t address, std::uint64_t& tag, std::uint32_t& number,
                      ObjectKind kind, bool& created) {
    if (tag == tag_) [[likely]] {
      SyncObject& known = objects_[number];
      if (known.address == address && known.kind == kind) [[likely]] {
        created = false;
        return known;
      }
    }
    created = true;
    SyncObject& object = add(address, kind);
    tag = tag_;
    number = object.index;
    return object;
  }

  // The object at `address`, by hash. Expected O(1).
  SyncObject& hashed(std::uintptr_t address, ObjectKind kind, bool& created);
  // Null when the address has not been seen in this execution.
  [[nodiscard]] SyncObject* find_hashed(std::uintptr_t address);

  // Whether the bytes are a tag planted by whatever execution.
  [[nodiscard]] static bool is_tag(std::uint64_t value) { return (value >> 32) == kTagHigh; }

 private:
  static constexpr std::uint64_t kTagHigh = 0xE7B1'0CA7;

  struct Place {
    std::uintptr_t address = 0;
    std::uint32_t execution = 0;
    ObjectIndex index = 0;
  };

  SyncObject& add(std::uintptr_t address, ObjectKind kind);
  [[nodiscard]] std::size_t home(std::uintptr_t address) const {
    return (address * 0x9E37'79B9'7F4A'7C15ULL) >> shift_;
  }
  void grow_places();

  std::uint64_t tag_ = 0;
  std::uint32_t execution_ = 0;
  SyncObject* objects_ = nullptr;  // Reserved address space: references stay valid as it fills.
  std::size_t size_ = 1;           // Index 0 means "no object".
  std::vector<Place> places_;
  std::size_t places_used_ = 0;
  unsigned shift_ = 64;
};

}  // namespace explorer
