// A failed crash point in words.
#pragma once

#include <string>

#include "crashes/blackboard.h"
#include "crashes/child.h"
#include "explorer/crashes.h"

namespace explorer::crashes {

// Where the body died, paths shortened to what lies below `directory`.
[[nodiscard]] CrashPoint point_of(const Blackboard& board, const std::string& directory);

// The body failed by itself, not killed by us.
[[nodiscard]] Finding describe_body_failure(const ChildResult& body, const Blackboard& board);

// The recovery failed after the body had died at `point` (or had returned: call 0).
[[nodiscard]] Finding describe_recovery_failure(const ChildResult& recovery, const Blackboard& body,
                                                const CrashPoint& point);

}  // namespace explorer::crashes
