// Runs a body of ordinary std::thread code under many chosen schedules and reports the first that
// breaks.
//
// The translation units under test are compiled with -fsanitize=thread and linked with this library
// instead of the sanitizer's runtime.
//
// Thread-safety: one exploration at a time per process. A body may start threads as it likes and
// must join them; the functions of controls.h may be called from any of them.
#pragma once

#include <functional>
#include <string_view>

#include "explorer/controls.h"
#include "explorer/options.h"
#include "explorer/report.h"

namespace explorer {

// Requires: not called from inside a body. Blocks until a schedule fails, the space is exhausted or
// the budget of `options` is used up. Never throws for what the body does: an exception that leaves
// the body, a crash or a hang is a finding.
[[nodiscard]] Report explore(const Options& options, const std::function<void()>& body);

// Runs the one schedule that `token` names. A token of another format version, or a body that
// diverges from it, yields an internal_error finding which says at which step and what differed.
[[nodiscard]] Report replay(std::string_view token, const std::function<void()>& body,
                            const Options& options = {});

}  // namespace explorer
