#include "runtime/sync_object.h"

#include <sys/mman.h>

#include <bit>
#include <cstdlib>

namespace explorer {

void ObjectTable::begin_execution(std::uint32_t execution) {
  execution_ = execution;
  tag_ = kTagHigh << 32 | execution;
  size_ = 1;
  places_used_ = 0;
  if (objects_ == nullptr) {
    void* reserved = mmap(nullptr, kMaxObjects * sizeof(SyncObject), PROT_READ | PROT_WRITE,
                          MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (reserved == MAP_FAILED) std::abort();
    objects_ = static_cast<SyncObject*>(reserved);
  }
  if (places_.empty()) grow_places();
}

SyncObject& ObjectTable::add(std::uintptr_t address, ObjectKind kind) {
  if (size_ < kMaxObjects - 1) ++size_;
  SyncObject& object = objects_[size_ - 1];
  object = SyncObject{};
  object.address = address;
  object.index = static_cast<ObjectIndex>(size_ - 1);
  object.kind = kind;
  return object;
}

SyncObject* ObjectTable::find_hashed(std::uintptr_t address) {
  for (std::size_t i = home(address);; i = (i + 1) & (places_.size() - 1)) {
    if (places_[i].execution != execution_) return nullptr;
    if (places_[i].address == address) return &objects_[places_[i].index];
  }
}

SyncObject& ObjectTable::hashed(std::uintptr_t address, ObjectKind kind, bool& created) {
  if ((places_used_ + 1) * 2 > places_.size()) grow_places();
  std::size_t i = home(address);
  for (; places_[i].execution == execution_; i = (i + 1) & (places_.size() - 1)) {
    if (places_[i].address == address) {
      created = false;
      return objects_[places_[i].index];
    }
  }
  created = true;
  SyncObject& object = add(address, kind);
  places_[i] = {address, execution_, object.index};
  ++places_used_;
  return object;
}

void ObjectTable::grow_places() {
  std::vector<Place> old(places_.empty() ? 512 : places_.size() * 2);
  old.swap(places_);
  shift_ = 64U - static_cast<unsigned>(std::countr_zero(places_.size()));
  for (const Place& place : old) {
    if (place.execution != execution_ || place.address == 0) continue;
    std::size_t i = home(place.address);
    while (places_[i].address != 0) i = (i + 1) & (places_.size() - 1);
    places_[i] = place;
  }
}

}  // namespace explorer
