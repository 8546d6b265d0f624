// Runs a program of the compiler's on somebody's header, which can keep it busy for ever, make it
// grow without end or crash it.
//
// Thread-safety: may be called from several threads, with a scratch directory each.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "build/build_request.h"
#include "build/build_result.h"
#include "process/run.h"

namespace runner {

struct ToolRun {
  Outcome outcome;
  // All that can go wrong with any tool but its own complaints.
  std::optional<BuildResult> failure;
};

// `tool` is what the program is called in messages: "compiler". Blocks until it is over, at most
// two minutes.
[[nodiscard]] ToolRun run_tool(std::string_view tool, const std::vector<std::string>& argv,
                               const BuildRequest& request);

}  // namespace runner
