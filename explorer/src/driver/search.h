// One exploration: runs schedules until one fails, nothing is left to try, or the budget is spent.
#pragma once

#include <functional>
#include <vector>

#include "explorer/options.h"
#include "explorer/report.h"
#include "runtime/execution.h"
#include "scheduling/factory.h"
#include "scheduling/strategy.h"

namespace explorer {

// The executions of a process share their memory, grown once; one instance per backend.
[[nodiscard]] Execution& execution_on(Backend backend);

// Runs `strategy` within the budget of `options`. Fills everything of the report but the story.
// True if a schedule failed; `execution` then still holds it.
[[nodiscard]] bool search(Execution& execution, Strategy& strategy, const Options& options,
                          const std::function<void()>& body, Report& report);

// Simplifies the failure that `execution` holds, runs it once more with stacks, and fills finding,
// story and token.
void tell_failure(Execution& execution, const Options& options, const std::function<void()>& body,
                  bool minimised, Report& report);

}  // namespace explorer
