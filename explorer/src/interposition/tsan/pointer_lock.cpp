#include "interposition/tsan/pointer_lock.h"

#include <cstddef>

namespace explorer {
namespace {

constexpr std::uint64_t kLockBit = 1;

bool is_access_to_pointer(const AccessSite& access) {
  return access.size == sizeof(void*) && !access.is_atomic;
}

// The thread's latest operation on the lock before the step, or its first from the step on.
const Event* latest_before(const Trace& trace, const AccessSite& access, ObjectIndex lock) {
  for (std::size_t i = trace.events.size(); i-- > 0;) {
    const Event& event = trace.events[i];
    if (event.step >= access.step || event.thread != access.thread) continue;
    if (event.operation.object == lock) return &event;
  }
  return nullptr;
}
const Event* first_from(const Trace& trace, const AccessSite& access, ObjectIndex lock) {
  for (const Event& event : trace.events) {
    if (event.step < access.step || event.thread != access.thread) continue;
    if (event.operation.object == lock) return &event;
  }
  return nullptr;
}

bool takes_lock(const Event* event) {
  return event != nullptr && event->outcome == Outcome::proceeded &&
         event->operation.kind == OperationKind::atomic_compare_exchange &&
         (event->operation.value & kLockBit) == 0;
}
bool gives_lock_back(const Event* event) {
  return event != nullptr && event->operation.kind == OperationKind::atomic_read_modify_write &&
         (event->operation.value & kLockBit) != 0;
}

}  // namespace

bool is_under_pointer_lock(Execution& x, const MemoryFault& fault) {
  if (fault.kind != MemoryFault::Kind::data_race || !is_access_to_pointer(fault.current) ||
      !is_access_to_pointer(fault.previous) || fault.current.address != fault.previous.address) {
    return false;
  }
  const std::uintptr_t word = fault.current.address + sizeof(void*);
  bool created = false;
  const ObjectIndex lock = x.objects().hashed(word, ObjectKind::memory, created).index;
  if (created || (*reinterpret_cast<const std::uint64_t*>(word) & kLockBit) == 0) return false;
  return takes_lock(latest_before(x.trace(), fault.current, lock)) &&
         takes_lock(latest_before(x.trace(), fault.previous, lock)) &&
         gives_lock_back(first_from(x.trace(), fault.previous, lock));
}

}  // namespace explorer
