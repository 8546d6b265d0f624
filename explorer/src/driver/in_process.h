// Executions in this process, thousands a second.
#pragma once

#include "driver/runner.h"
#include "runtime/execution.h"

namespace explorer {

// The executions of a process share their memory, grown once; one instance per backend.
[[nodiscard]] Execution& execution_on(Backend backend);

// Runs the failure's schedule with stacks and fills the report: what Runner::tell does, for the
// process that calls it.
void tell_here(Execution& execution, const std::function<void()>& body, const Ending& failure,
               const Options& options, bool unguarded, Report& report);

}  // namespace explorer
