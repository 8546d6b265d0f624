#include "runtime/sync_object.h"

#include <sys/mman.h>

#include <bit>
#include <cstdlib>

#include "runtime/heap/arena.h"

namespace explorer {

void SyncObject::reset() {
  clock = 0;
  execution = 0;
  mutex_type = MutexType::normal;
  destroyed = false;
  realtime_clock = true;
  count = 0;
  limit = 0;
  owner = nullptr;
  contenders.clear();
  writers.clear();
  waiters = ThreadList{};
}

void ObjectTable::begin_search() {
  if (objects_ == nullptr) {
    void* reserved = mmap(nullptr, kMaxObjects * sizeof(SyncObject), PROT_READ | PROT_WRITE,
                          MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (reserved == MAP_FAILED) std::abort();
    objects_ = static_cast<SyncObject*>(reserved);
  }
  size_ = 1;
  places_.clear();
  grow_places();
}

void ObjectTable::begin_execution(std::uint32_t execution) {
  // A body that keeps using new addresses would otherwise fill the table in the long run.
  if (size_ > kMaxObjects / 2) begin_search();
  execution_ = execution;
  tag_ = kTagHigh << 32 | execution;
  clocks_ = 0;
}

SyncObject& ObjectTable::plant(std::uintptr_t address, std::uint64_t& tag, SyncObject*& planted,
                               ObjectKind kind) {
  SyncObject& object = numbered(address, kind);
  renew(object);
  tag = tag_;
  planted = &object;
  return object;
}

SyncObject& ObjectTable::numbered(std::uintptr_t address, ObjectKind kind) {
  if ((size_ + 1) * 2 > places_.size()) grow_places();
  const std::uintptr_t key = key_of(address, kind);
  std::size_t i = home(key);
  for (; places_[i].index != 0; i = (i + 1) & (places_.size() - 1)) {
    if (places_[i].key == key) return objects_[places_[i].index];
  }
  // Beyond the limit all further objects share the last number.
  if (size_ < kMaxObjects) ++size_;
  const auto index = static_cast<ObjectIndex>(size_ - 1);
  places_[i] = {key, index};
  SyncObject& object = objects_[index];
  object.address = address;
  object.index = index;
  object.kind = kind;
  object.on_heap = Arena::instance().owns(reinterpret_cast<const void*>(address));
  object.reset();
  return object;
}

void ObjectTable::renew(SyncObject& object) {
  // Whoever still waits for an object that has been overwritten waits for ever.
  if (is_current(object)) {
    for (ControlledThread* t = object.waiters.first; t != nullptr; t = t->next) t->list = nullptr;
  }
  object.reset();
  object.clock = ++clocks_;
  object.execution = execution_;
}

void ObjectTable::grow_places() {
  constexpr std::size_t kFirstPlaces = 512;
  std::vector<Place> old(places_.empty() ? kFirstPlaces : places_.size() * 2);
  old.swap(places_);
  shift_ = 64U - static_cast<unsigned>(std::countr_zero(places_.size()));
  for (const Place& place : old) {
    if (place.index == 0) continue;
    std::size_t i = home(place.key);
    while (places_[i].index != 0) i = (i + 1) & (places_.size() - 1);
    places_[i] = place;
  }
}

}  // namespace explorer
