#include "verbs/compare/timing.h"

#include <algorithm>
#include <map>

#include <nlohmann/json.hpp>

#include "build/toolkit.h"
#include "process/run.h"
#include "process/scratch.h"
#include "system/files.h"
#include "system/text.h"

namespace runner {

namespace {

namespace fs = std::filesystem;

constexpr int kRounds = 5;
// Seconds per benchmark and round.
constexpr const char* kLeastTime = "--benchmark_min_time=0.05";

// The toolkit's flags without what belongs to graders: the precompiled header and low optimisation.
std::vector<std::string> compile_flags(const Toolkit& toolkit) {
  std::vector<std::string> flags;
  for (std::size_t i = 0; i < toolkit.compile.size(); ++i) {
    if (toolkit.compile[i] == "-include-pch") {
      ++i;
    } else if (!toolkit.compile[i].starts_with("-O")) {
      flags.push_back(toolkit.compile[i]);
    }
  }
  flags.insert(flags.end(), {"-O2", "-DNDEBUG"});
  return flags;
}

Outcome run_tool(const std::vector<std::string>& argv, const fs::path& directory) {
  Command command;
  command.argv = argv;
  command.environment = {"PATH=/usr/local/bin:/usr/bin:/bin", "LC_ALL=C.UTF-8"};
  command.directory = directory;
  Limits limits;
  limits.memory_bytes = 4ULL << 30;
  return run(command, limits);
}

// Returns what went wrong; empty when `executable` is there.
std::string build(const Toolkit& toolkit, const Kata& kata, const fs::path& source,
                  const fs::path& header, const fs::path& executable) {
  std::vector<std::string> argv = {toolkit.compiler};
  for (const std::string& flag : compile_flags(toolkit)) argv.push_back(flag);
  argv.insert(argv.end(), {"-iquote" + header.parent_path().string(), source.string(), "-o",
                           executable.string(), "-lbenchmark", "-pthread"});
  for (const std::string& library : kata.libraries) argv.push_back("-l" + library);
  const Outcome outcome = run_tool(argv, executable.parent_path());
  if (outcome.ending == Ending::exited && outcome.exit_code == 0) return "";
  return "The benchmark does not compile with " + shown_path(header) + ":\n" +
         std::string(trim(printable(outcome.output.substr(0, 2000))));
}

using Nanoseconds = std::map<std::string, double>;

double in_nanoseconds(double value, const std::string& unit) {
  if (unit == "us") return value * 1e3;
  if (unit == "ms") return value * 1e6;
  if (unit == "s") return value * 1e9;
  return value;
}

// Runs the benchmark once and keeps the fastest times. Returns what went wrong.
std::string measure(const fs::path& executable, std::vector<std::string>& order,
                    Nanoseconds& fastest) {
  const fs::path report = executable.string() + ".json";
  const Outcome outcome =
      run_tool({executable.string(), kLeastTime, "--benchmark_out=" + report.string(),
                "--benchmark_out_format=json"},
               executable.parent_path());
  if (outcome.ending != Ending::exited || outcome.exit_code != 0) {
    return "The benchmark did not end as it should with " + executable.filename().string() + ".";
  }
  const auto document =
      nlohmann::json::parse(read_file(report).value_or(""), nullptr, /*allow_exceptions=*/false);
  if (!document.is_object() || !document.contains("benchmarks")) {
    return "The benchmark wrote no result.";
  }
  for (const auto& entry : document["benchmarks"]) {
    const std::string name = entry.value("name", "");
    const double time =
        in_nanoseconds(entry.value("real_time", 0.0), entry.value("time_unit", "ns"));
    if (std::find(order.begin(), order.end(), name) == order.end()) order.push_back(name);
    const auto [slot, first] = fastest.try_emplace(name, time);
    if (!first) slot->second = std::min(slot->second, time);
  }
  return "";
}

}  // namespace

TimingResult time_both(const Layout& layout, const Kata& kata, const fs::path& mine,
                       const fs::path& reference,
                       const std::function<void(const std::string&)>& progress) {
  TimingResult result;
  const fs::path source = layout.graders / kata.slug / (kata.slug + "_benchmark.cpp");
  std::error_code error;
  if (!fs::exists(source, error)) {
    result.problem = "This kata has no benchmark.";
    return result;
  }
  const Toolkit toolkit = load_toolkit(layout, Stage::plain);
  const ScratchDirectory scratch;
  const fs::path programs[] = {scratch.path() / "yours", scratch.path() / "reference"};
  progress("building the benchmark");
  result.problem = build(toolkit, kata, source, mine, programs[0]);
  if (result.problem.empty()) result.problem = build(toolkit, kata, source, reference, programs[1]);
  std::vector<std::string> order;
  Nanoseconds fastest[2];
  for (int round = 0; round < kRounds; ++round) {
    progress("timing, round " + std::to_string(round + 1) + " of " + std::to_string(kRounds));
    for (std::size_t i = 0; i < 2 && result.problem.empty(); ++i) {
      result.problem = measure(programs[i], order, fastest[i]);
    }
  }
  if (!result.problem.empty()) return result;
  for (const std::string& name : order) {
    if (fastest[0].contains(name) && fastest[1].contains(name)) {
      result.timings.push_back({name, fastest[0][name], fastest[1][name]});
    }
  }
  return result;
}

}  // namespace runner
