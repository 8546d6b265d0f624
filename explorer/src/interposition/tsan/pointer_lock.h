// The lock inside libstdc++'s std::atomic<std::shared_ptr>.
//
// Its lowest bit excludes everybody else from the pointer that lies before it. Up to version 12 a
// reader gives it back by a relaxed operation, which excludes but does not order: no program can
// notice on real machines, and none is to blame.
#pragma once

#include "races/race.h"
#include "runtime/execution.h"

namespace explorer {

// Whether both accesses of a race were made under such a lock.
[[nodiscard]] bool is_under_pointer_lock(Execution& x, const MemoryFault& fault);

}  // namespace explorer
