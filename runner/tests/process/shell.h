// Commands for the tests of run(): small shell scripts, which need nothing to be compiled.
#pragma once

#include <string>

#include "process/run.h"

namespace runner::testing {

inline Command shell(const std::string& script) {
  Command command;
  command.argv = {"/bin/sh", "-c", script};
  command.environment = {"PATH=/usr/bin:/bin"};
  command.directory = "/";
  return command;
}

}  // namespace runner::testing
