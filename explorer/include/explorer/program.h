// Explores a whole program: its main, its globals, its exit.
//
// Every schedule runs in a forked child of its own, so whatever the program changes is as new each
// time. The program's threads must be started by main or later, not by static constructors.
// add_explored_program() of cmake/explorer.cmake builds an existing C or C++ program this way
// without touching its source.
//
// Thread-safety: that of explore().
#pragma once

#include <string_view>

#include "explorer/options.h"
#include "explorer/report.h"

namespace explorer {

// Runs `program` with these arguments under many schedules. Returning from main and exit() end the
// program, threads that still run included; a status other than 0 is a wrong_result finding.
// options.isolation is ignored. Blocks like explore().
[[nodiscard]] Report explore_program(int (*program)(int, char**), int argc, char** argv,
                                     const Options& options = {});

// The same for the one schedule that `token` names.
[[nodiscard]] Report replay_program(std::string_view token, int (*program)(int, char**), int argc,
                                    char** argv, const Options& options = {});

}  // namespace explorer
