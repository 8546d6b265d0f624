// Which choice of a failing schedule made the difference.
#pragma once

#include <cstddef>
#include <optional>

#include "report/evidence.h"

namespace explorer {

// The position of the event that followed the decisive choice. For unguarded_wait: the last
// spurious wake-up. For lost_wakeup: the notify that went elsewhere, if whom it woke was a choice.
// Else the last choice that was not the undramatic one (another waiter woken, an early timeout, a
// preemption). In a minimised schedule every such choice is needed, and the last is the one after
// which nothing could be saved. Nothing when the schedule was forced throughout. O(events x locks
// held).
[[nodiscard]] std::optional<std::size_t> decisive_position(const ExecutionRecord& record,
                                                           FindingKind kind);

}  // namespace explorer
