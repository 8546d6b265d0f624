#include "build/tool_run.h"

#include <fmt/format.h>

#include <chrono>

namespace runner {

namespace {

// A header can make a compiler run for ever: templates, constexpr, #include of a device.
Limits compiler_limits() {
  Limits limits;
  limits.cpu = std::chrono::seconds(90);
  limits.wall = std::chrono::seconds(120);
  limits.memory_bytes = 3ULL << 30;
  limits.output_bytes = 4ULL << 20;
  limits.file_bytes = 1ULL << 30;
  return limits;
}

std::optional<BuildResult> failure_in(const Outcome& outcome, std::string_view tool,
                                      const std::string& program, const BuildRequest& request) {
  const auto too_much = [&](std::string_view what) {
    return rejected(request.header,
                    fmt::format("the {} needed {} on it and was stopped", tool, what));
  };
  switch (outcome.ending) {
    case Ending::exited:
      return std::nullopt;
    case Ending::interrupted: {
      BuildResult result;
      result.kind = BuildResult::Kind::interrupted;
      return result;
    }
    case Ending::cpu_limit:
    case Ending::wall_limit:
      return too_much("more than 90 seconds");
    case Ending::memory_limit:
      return too_much("more than 3 GiB of memory");
    case Ending::output_limit:
      return too_much("more than 4 MiB of messages");
    case Ending::not_started:
      return failed(fmt::format("The {} {} could not be started: {}. Run `./kata doctor`.", tool,
                                program, outcome.error));
    default:
      return rejected(request.header,
                      fmt::format("the {} itself crashed on it (signal {})", tool, outcome.signal));
  }
}

// Compilers report it as an error in what they compile.
std::optional<BuildResult> no_room(const std::string& output, std::string_view tool,
                                   const std::filesystem::path& scratch) {
  for (const char* const words :
       {"No space left on device", "Disk quota exceeded", "Read-only file system"}) {
    if (output.find(words) == std::string::npos) continue;
    return failed(
        fmt::format("The {} cannot write to {}: {}. Free some space there, or name another "
                    "directory with TMPDIR.",
                    tool, scratch.parent_path().string(), words));
  }
  return std::nullopt;
}

}  // namespace

ToolRun run_tool(std::string_view tool, const std::vector<std::string>& argv,
                 const BuildRequest& request) {
  Command command;
  command.argv = argv;
  command.directory = request.scratch;
  const std::string scratch = request.scratch.string();
  command.environment = {"PATH=/usr/local/bin:/usr/bin:/bin", "LC_ALL=C.UTF-8", "HOME=" + scratch,
                         "TMPDIR=" + scratch};
  ToolRun result;
  result.outcome = run(command, compiler_limits());
  result.failure = failure_in(result.outcome, tool, argv.front(), request);
  if (!result.failure && result.outcome.exit_code != 0) {
    result.failure = no_room(result.outcome.output, tool, request.scratch);
  }
  return result;
}

}  // namespace runner
