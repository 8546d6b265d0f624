// From argc and argv to a verb that has run: parsing, help, mistyped verbs, exit codes.
#pragma once

#include "verbs/verb.h"

namespace runner {

// Parses, runs the verb and returns the exit code. Never throws: errors are explained on standard
// error and become 2. Without a verb, `next` runs.
[[nodiscard]] int run_command_line(Context& context, int argc, const char* const* argv);

}  // namespace runner
