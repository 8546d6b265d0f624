// All threads but the calling one, whoever started them: for code under test that has threads of
// its own, such as a pool's workers. The grader's own housekeeping is not counted.
//
// Thread-safety: for the thread that runs the behaviour. Orders nothing.
#pragma once

#include <cstdint>

#include "grading/cast.h"

namespace grading::everyone {

// Blocks until all of them are blocked, which they then stay until the caller acts or a deadline
// passes: Standing::asleep. If one never gets there, what it does instead: spinning or polling.
// Standing::finished: there is nobody.
Standing await_blocked();

// How often they have gone to sleep so far, all together. Of threads that have ended it knows
// nothing any more: for comparing two moments between which none ends.
[[nodiscard]] std::uint64_t wake_ups();

}  // namespace grading::everyone
