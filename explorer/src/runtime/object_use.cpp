// Locks and condvars that are used after their time.
//
// Where one lies in a heap block, using it is an access to that block like any other, whether or
// not its type tells anybody of its end (std::mutex does not).
#include "runtime/execution.h"
#include "runtime/heap/arena.h"

namespace explorer {
namespace {

const char* words_for(ObjectKind kind) {
  switch (kind) {
    case ObjectKind::condvar:
      return "uses a condition variable that has been destroyed";
    case ObjectKind::rwlock:
      return "uses a reader-writer lock that has been destroyed";
    default:
      return "uses a mutex that has been destroyed";
  }
}

}  // namespace

void Execution::use_object_with_care(ControlledThread& self, const SyncObject& object) {
  if (object.on_heap && detects_races_) {
    // Uses exclude each other from nothing: only a free and plain writes conflict with them.
    constexpr std::size_t kSize = 1;
    if (settings_.told) watch_access(self, object.address, kSize);
    const Site site{.pc = self.pending->call_site, .step = step_};
    if (!detector_.on_atomic_read(self.index, object.address, kSize, site)) memory_fault(self);
  }
  if (object.destroyed) {
    fail(self, FindingKind::misuse, words_for(object.kind), object.index);
  }
}

}  // namespace explorer
