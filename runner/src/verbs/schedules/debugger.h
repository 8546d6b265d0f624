// Runs a schedule in gdb.
#pragma once

#include "stages/grade.h"
#include "verbs/verb.h"

namespace runner {

// Builds the grader with all that a debugger wants to know, and starts gdb on it with a breakpoint
// on every function of the header, on kernel threads, so that gdb sees each. Returns gdb's exit
// code. Throws UserError, which names the package, when there is no gdb.
[[nodiscard]] int debug_schedule(const Context& context, const GradeRequest& request);

}  // namespace runner
