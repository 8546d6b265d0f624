// Which events of an execution could change places, as systematic search needs to know.
#pragma once

#include "trace/operation.h"
#include "trace/trace.h"

namespace explorer {

// dependent(Operation, Operation) for events that have happened. Knows more: the threads, so that
// program order and creating, starting, ending and joining count, and the outcomes.
// Symmetric. Errs towards true.
[[nodiscard]] bool dependent(const Event& a, const Event& b);

// Whether `later` could also have come before `earlier`, had its thread been chosen there: two
// locks of a mutex could, a lock and the unlock that made it possible could not.
// Requires: dependent(earlier, later), different threads. Errs towards true.
[[nodiscard]] bool reversible(const Event& earlier, const Event& later);

}  // namespace explorer
