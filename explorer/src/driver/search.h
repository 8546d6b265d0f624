// One exploration: runs schedules until one fails, nothing is left to try, or the budget is spent.
#pragma once

#include "driver/runner.h"
#include "explorer/options.h"
#include "explorer/report.h"
#include "scheduling/strategy.h"

namespace explorer {

// Runs `strategy` within the budget of `options`. Fills everything of the report but the story.
// True if a schedule failed; the runner then still holds its ending.
[[nodiscard]] bool search(Runner& runner, Strategy& strategy, const Options& options,
                          Report& report);

// Simplifies the failure that the runner holds, runs it once more with stacks, and fills finding,
// story and token.
void tell_failure(Runner& runner, const Options& options, bool minimised, Report& report);

}  // namespace explorer
