// What an execution keeps of what its threads did, beside the trace. Plain data.
#pragma once

#include <cstddef>
#include <cstdint>

#include "report/evidence.h"
#include "trace/trace.h"

namespace explorer {

// An access to memory that a told execution watches for.
struct WatchedAccess {
  ThreadIndex thread = kNoThread;
  std::uint32_t step = 0;
  ReturnAddresses stack;
};

struct WatchedRange {
  std::uintptr_t begin = 0;
  std::size_t size = 0;
};

// What is kept of a step where nobody wants to know more.
struct BriefEvent {
  ThreadIndex thread = 0;
  Outcome outcome = Outcome::proceeded;
  OperationKind kind = OperationKind::yield;
};

}  // namespace explorer
