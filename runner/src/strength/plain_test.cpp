#include "strength/plain_test.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <utility>

#include "build/tool_run.h"
#include "process/run.h"
#include "process/scratch.h"
#include "system/files.h"
#include "system/text.h"
#include "user_error.h"

namespace runner {

namespace {

namespace fs = std::filesystem;

constexpr int kRaceExit = 66;
constexpr std::string_view kRounds = "rounds: ";

// GoogleTest repeats by itself, but it neither stops at the first failure without a trap nor after
// some time. Two macros are given on the command line: the test, and for how many seconds it is
// repeated.
constexpr const char* kMain = R"text(#include KATA_PLAIN_TEST

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>

namespace {

class StopsInTime : public testing::EmptyTestEventListener {
  // Before each test: on a busy machine a whole round may take longer than there is time left.
  void OnTestStart(const testing::TestInfo&) override {
    if (rounds_ > 0 && time_is_up()) end(rounds_, 0);
  }
  void OnTestIterationEnd(const testing::UnitTest& test, int iteration) override {
    rounds_ = iteration + 1;
    if (test.Failed()) end(rounds_, 1);
  }
  bool time_is_up() const {
    const auto wall = std::chrono::steady_clock::now() - start_;
    const double cpu = static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
    return wall >= std::chrono::seconds(KATA_SECONDS) &&
           (cpu >= KATA_SECONDS / 2.0 || wall >= 3 * std::chrono::seconds(KATA_SECONDS));
  }
  static void end(int rounds, int code) {
    std::printf("rounds: %d\n", rounds);
    std::fflush(stdout);
    std::_Exit(code);
  }

  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  int rounds_ = 0;
};

}  // namespace

int main(int count, char** arguments) {
  testing::InitGoogleTest(&count, arguments);
  testing::UnitTest::GetInstance()->listeners().Append(new StopsInTime);
  return RUN_ALL_TESTS();
}
)text";

constexpr const char* kPrelude =
    "#pragma once\n"
    "#include <gtest/gtest.h>\n"
    R"text(
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <future>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>
)text";

std::vector<std::string> compiler(const Toolkit& toolkit) {
  std::vector<std::string> argv = {toolkit.compiler, "-std=c++20", "-pthread", "-O1", "-g", "-w"};
  if (toolkit.stage == Stage::tsan) argv.emplace_back("-fsanitize=thread");
  // GoogleTest's own headers.
  for (std::size_t i = 0; i + 1 < toolkit.compile.size(); ++i) {
    if (toolkit.compile[i] != "-isystem") continue;
    argv.insert(argv.end(), {"-isystem", toolkit.compile[i + 1]});
  }
  return argv;
}

// The toolkit's GoogleTest, without the grading library.
std::vector<std::string> libraries(const Toolkit& toolkit, const Kata& kata) {
  std::vector<std::string> argv;
  std::ranges::copy_if(toolkit.link, std::back_inserter(argv), [](const std::string& word) {
    return word.find("gtest") != std::string::npos;
  });
  for (const std::string& library : kata.libraries) argv.push_back("-l" + library);
  return argv;
}

BuildRequest request_for(const fs::path& header, const fs::path& folder) {
  BuildRequest request;
  request.header = header;
  request.scratch = folder;
  return request;
}

// Of what a program or a compiler said, the first line that looks like a reason.
std::string reason_in(const std::string& output) {
  const std::vector<std::string> lines = split_lines(output);
  for (const char* const mark : {"WARNING: ThreadSanitizer", "error:", "Failure", "[  FAILED  ]"}) {
    for (const std::string& line : lines) {
      if (line.find(mark) != std::string::npos) return printable(trim(line));
    }
  }
  return {};
}

std::uint64_t rounds_in(const std::string& output) {
  const auto found = output.rfind(kRounds);
  if (found == std::string::npos) return 0;
  std::uint64_t rounds = 0;
  const char* const begin = output.data() + found + kRounds.size();
  std::from_chars(begin, output.data() + output.size(), rounds);
  return rounds;
}

PlainOutcome::How how_it_ended(const Outcome& outcome) {
  using How = PlainOutcome::How;
  switch (outcome.ending) {
    case Ending::exited:
      if (outcome.exit_code == 0) return How::passed;
      if (outcome.exit_code == kRaceExit) return How::race;
      return outcome.exit_code == 1 ? How::failed : How::crashed;
    case Ending::hung:
    case Ending::stopped:
    case Ending::cpu_limit:
    case Ending::wall_limit:
      return How::hung;
    case Ending::interrupted:
      return How::interrupted;
    default:
      return How::crashed;
  }
}

PlainOutcome session(const fs::path& program, bool again, std::chrono::seconds length) {
  const ScratchDirectory folder;
  Command command;
  command.argv = {program.string(), "--gtest_brief=1"};
  if (again) command.argv.emplace_back("--gtest_repeat=-1");
  command.directory = folder.path();
  const std::string home = folder.path().string();
  // Names for the addresses in a report would cost a second and change nothing.
  command.environment = {
      "PATH=/usr/bin:/bin", "LC_ALL=C.UTF-8", "HOME=" + home, "TMPDIR=" + home,
      fmt::format("TSAN_OPTIONS=halt_on_error=1:exitcode={}:symbolize=0", kRaceExit)};
  command.fixed_addresses = true;
  Limits limits;
  // Beyond what the loop allows itself, as much again.
  limits.cpu = again ? 3 * length : length;
  limits.wall = again ? 4 * length : length;
  limits.memory_bytes = 2ULL << 30;
  limits.output_bytes = 64ULL << 20;
  limits.detect_hang = true;
  const Outcome outcome = run(command, limits);
  PlainOutcome result;
  result.how = how_it_ended(outcome);
  result.milliseconds = outcome.wall.count();
  result.rounds = rounds_in(outcome.output);
  if (result.how != PlainOutcome::How::passed) {
    result.words = reason_in(outcome.output);
  } else if (!again) {
    result.rounds = 1;
  }
  return result;
}

}  // namespace

const char* name(PlainOutcome::How how) {
  switch (how) {
    case PlainOutcome::How::passed:
      return "passed";
    case PlainOutcome::How::failed:
      return "failed";
    case PlainOutcome::How::race:
      return "race";
    case PlainOutcome::How::crashed:
      return "crashed";
    case PlainOutcome::How::hung:
      return "hung";
    case PlainOutcome::How::not_compiled:
      return "not_compiled";
    case PlainOutcome::How::interrupted:
      break;
  }
  return "interrupted";
}

fs::path plain_test_of(const Layout& layout, const Kata& kata) {
  return layout.graders / kata.slug / (kata.slug + "_plain_test.cpp");
}

PlainTests::PlainTests(const Layout& layout, fs::path scratch)
    : layout_(layout),
      scratch_(std::move(scratch)),
      plain_(prepare(layout, Stage::plain)),
      sanitized_(prepare(layout, Stage::tsan)) {}

PlainTests::Way PlainTests::prepare(const Layout& layout, Stage stage) const {
  Way way{load_toolkit(layout, stage), {}};
  const fs::path folder = scratch_ / fmt::format("prelude-{}", runner::name(stage));
  const fs::path header = folder / "prelude.h";
  write_file(header, kPrelude);
  std::vector<std::string> argv = compiler(way.toolkit);
  way.prelude = folder / "prelude.h.pch";
  argv.insert(argv.end(), {"-x", "c++-header", header.string(), "-o", way.prelude.string()});
  const ToolRun ran = run_tool("compiler", argv, request_for(header, folder));
  if (ran.failure || ran.outcome.exit_code != 0) {
    throw UserError(fmt::format("GoogleTest's headers do not compile: {}. Run `./kata doctor`.",
                                reason_in(ran.outcome.output)));
  }
  return way;
}

std::optional<fs::path> PlainTests::build(const Way& way, const Kata& kata, const fs::path& header,
                                          std::chrono::seconds length, const fs::path& folder,
                                          std::string& words) const {
  const fs::path source = folder / "main.cpp";
  fs::path program = folder / "plain_test";
  write_file(source, kMain);
  std::vector<std::string> argv = compiler(way.toolkit);
  argv.insert(
      argv.end(),
      {"-include-pch", way.prelude.string(), "-iquote" + header.parent_path().string(),
       fmt::format("-DKATA_PLAIN_TEST=\"{}\"", fs::absolute(plain_test_of(layout_, kata)).string()),
       fmt::format("-DKATA_SECONDS={}", length.count()), source.string()});
  const std::vector<std::string> more = libraries(way.toolkit, kata);
  argv.insert(argv.end(), more.begin(), more.end());
  argv.insert(argv.end(), {"-o", program.string()});
  const ToolRun ran = run_tool("compiler", argv, request_for(header, folder));
  if (!ran.failure && ran.outcome.exit_code == 0) return program;
  words = reason_in(ran.outcome.output);
  return std::nullopt;
}

std::vector<PlainOutcome> PlainTests::build_and_run(const Way& way, const Kata& kata,
                                                    const fs::path& header, bool again, int times,
                                                    std::chrono::seconds length) const {
  const ScratchDirectory folder;
  PlainOutcome unbuilt;
  const auto program = build(way, kata, fs::absolute(header), length, folder.path(), unbuilt.words);
  if (!program) {
    unbuilt.how = PlainOutcome::How::not_compiled;
    return {unbuilt};
  }
  std::vector<PlainOutcome> outcomes;
  for (int i = 0; i < times; ++i) outcomes.push_back(session(*program, again, length));
  return outcomes;
}

std::vector<PlainOutcome> PlainTests::plain(const Kata& kata, const fs::path& header, int times,
                                            std::chrono::seconds limit) const {
  return build_and_run(plain_, kata, header, false, times, limit);
}

PlainOutcome PlainTests::stress(const Kata& kata, const fs::path& header,
                                std::chrono::seconds length) const {
  return build_and_run(sanitized_, kata, header, true, 1, length).front();
}

}  // namespace runner
