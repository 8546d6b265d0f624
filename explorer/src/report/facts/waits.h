// What the threads of a stuck execution wait for, and whom that leads to.
#pragma once

#include <string>
#include <vector>

#include "report/evidence.h"
#include "report/facts/holdings.h"
#include "report/symbols/symbols.h"

namespace explorer {

enum class WaitReason { lock, notification, value, join, time, other };

struct Wait {
  ThreadIndex thread = kNoThread;
  WaitReason reason = WaitReason::other;
  Operation operation;           // The pending one; a notified waiter's is to lock its mutex again.
  std::vector<Holding> holders;  // For locks: who has it.
  ThreadIndex joined = kNoThread;  // For joins.
  // For waits inside a library call that is told as one: "latch::wait()"; else empty.
  std::string call;
};

// One entry for each blocked thread, by thread index. Requires: `holdings` followed to the end.
[[nodiscard]] std::vector<Wait> waits_at_end(const ExecutionRecord& record,
                                             const Holdings& holdings, Symbols& symbols);

// Where a waiting thread stands: its stack, or at least the call site. May be empty.
[[nodiscard]] ReturnAddresses stack_of(const Wait& wait, const ExecutionRecord& record);

// The threads of one cycle in which each waits for the next and the last for the first; empty when
// there is none. Starts with the lowest index.
[[nodiscard]] std::vector<ThreadIndex> waiting_cycle(const std::vector<Wait>& waits);

}  // namespace explorer
