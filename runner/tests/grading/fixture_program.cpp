#include "fixture_program.h"

#include <optional>

#include "process/run.h"
#include "system/files.h"

namespace runner {

using Json = nlohmann::json;

Json Graded::with_finding(const std::string& finding) const {
  if (!verdict.is_object()) return {};
  for (const Json& behaviour : verdict["behaviours"]) {
    if (behaviour["finding"] == finding) return behaviour;
  }
  return {};
}

FixtureProgram::FixtureProgram() = default;

std::vector<std::string> FixtureProgram::environment() const {
  return {"PATH=/usr/local/bin:/usr/bin:/bin", "HOME=" + scratch_.path().string(),
          "TMPDIR=" + scratch_.path().string(), std::string("KATA_ROOT=") + KATA_FIXTURES,
          "KATA_STATE=" + (scratch_ / "state").string(),
          // What a user may have in the environment must not disturb.
          "TSAN_OPTIONS=halt_on_error=1:exitcode=99", "GTEST_FILTER=nothing"};
}

Graded FixtureProgram::run(const std::vector<std::string>& arguments,
                           const std::vector<std::string>& more) const {
  Command command;
  command.argv = {KATA_RUNNER};
  command.argv.insert(command.argv.end(), arguments.begin(), arguments.end());
  command.environment = more;
  for (std::string& variable : environment()) command.environment.push_back(std::move(variable));
  command.directory = scratch_.path();
  Limits limits;
  limits.cpu = std::chrono::minutes(30);  // Compilers, and pressure on purpose.
  limits.wall = std::chrono::minutes(30);
  limits.memory_bytes = 8ULL << 30;
  limits.processes = 1000;
  const Outcome outcome = runner::run(command, limits);
  Graded graded;
  graded.exit_code = outcome.ending == Ending::exited ? outcome.exit_code : -1;
  graded.screen = outcome.output;
  if (const auto text = read_file(scratch_ / "verdict.json")) {
    graded.verdict = Json::parse(*text, nullptr, /*allow_exceptions=*/false);
  }
  return graded;
}

Graded FixtureProgram::grade(const std::string& name, const std::vector<std::string>& more) const {
  std::vector<std::string> arguments = {"grade",       "tally",
                                        "--workspace", submission(name),
                                        "--json",      (scratch_ / "verdict.json").string()};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return run(arguments);
}

std::string FixtureProgram::submission(const std::string& name) {
  return std::string(KATA_FIXTURES) + "/submissions/" + name;
}

}  // namespace runner
