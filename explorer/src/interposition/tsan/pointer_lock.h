// The lock inside libstdc++'s std::atomic<std::shared_ptr>.
//
// Its lowest bit excludes everybody else from the pointer that lies before it. Up to version 12 a
// reader gives it back by a relaxed operation, which excludes but does not order: no program can
// notice on real machines, and none is to blame.
#pragma once

#include <cstdint>

#include "runtime/execution.h"

namespace explorer {

// To be told of every change to an eight-byte atomic by a read-modify-write, before it is done().
void note_pointer_lock(Execution& x, const ControlledThread& self, const SyncObject& word,
                       std::uint64_t old_value);

// Ends the execution for what the detector has just found; returns if both accesses of a race were
// made under such a lock.
void report_fault(ControlledThread& self);

}  // namespace explorer
