#include "build/toolkit.h"
#include "process/scratch.h"
#include "system/files.h"
#include "system/program.h"
#include "system/text.h"
#include "user_error.h"
#include "verbs/doctor/check.h"

namespace runner {

namespace {

namespace fs = std::filesystem;
using Health = Check::Health;

constexpr const char* kSetUp = "./kata --yes list   (sets the machine up again)";

std::string first_line(const std::string& text) {
  const std::vector<std::string> lines = split_lines(text);
  return lines.empty() ? "" : lines.front();
}

Check compiler(const Toolkit& toolkit) {
  Check check{.name = "compiler", .found = toolkit.compiler + " " + toolkit.compiler_version};
  const ProgramResult result = run_program({toolkit.compiler, "--version"});
  if (!result.succeeded()) {
    check.health = Health::bad;
    check.found += ", does not start";
    check.meaning = "Nothing can be graded without it.";
    check.fix = kSetUp;
  } else {
    check.found = first_line(result.output) + " (" + toolkit.compiler + ")";
  }
  return check;
}

// Why a program that was built with the sanitizer does not work, as far as its words tell.
void explain_sanitizer(Check& check, const std::string& output) {
  check.health = Health::bad;
  check.meaning = "No kata can be graded. It said: " + first_line(output);
  if (output.find("unexpected memory mapping") != std::string::npos) {
    check.meaning = "The kernel's address randomisation is more than this ThreadSanitizer bears.";
    check.fix = "sudo sysctl vm.mmap_rnd_bits=28";
  } else if (output.find("libclang_rt") != std::string::npos ||
             output.find("cannot find") != std::string::npos) {
    check.meaning = "The sanitizer's runtime library is missing.";
    check.fix = "sudo apt install libclang-rt-dev, or the one with your compiler's number";
  } else {
    check.fix = kSetUp;
  }
}

// Builds and runs a small program with a thread: says more than looking for files.
Check sanitizer(const Toolkit& toolkit) {
  Check check{.name = "ThreadSanitizer", .found = "a program built with it runs"};
  const ScratchDirectory scratch;
  const fs::path source = scratch.path() / "probe.cpp";
  const fs::path program = scratch.path() / "probe";
  write_file(source, "#include <thread>\nint main() { std::thread([] {}).join(); }\n");
  const ProgramResult built = run_program({toolkit.compiler, "-std=c++20", "-fsanitize=thread",
                                           "-pthread", source.string(), "-o", program.string()},
                                          true, std::chrono::seconds(60));
  if (!built.succeeded()) {
    check.found = "a program cannot be built with it";
    explain_sanitizer(check, built.output);
    return check;
  }
  ProgramResult ran = run_program({program.string()}, true);
  if (!ran.succeeded()) {
    // As graded programs are run: without address randomisation.
    ran = run_program({"setarch", "-R", program.string()}, true);
    check.found = "a program built with it runs, without address randomisation";
  }
  if (!ran.succeeded()) {
    check.found = "a program built with it does not run";
    explain_sanitizer(check, ran.output);
  }
  return check;
}

Check symbolizer(const Toolkit& toolkit) {
  Check check{.name = "symbolizer", .found = toolkit.symbolizer.string()};
  const bool works = !toolkit.symbolizer.empty() &&
                     run_program({toolkit.symbolizer.string(), "--version"}).succeeded();
  if (!works) {
    check.health = Health::bad;
    check.found = "none";
    check.meaning = "Races and hangs are found, but without file and line.";
    check.fix = "sudo apt install llvm, or the one with your compiler's number";
  }
  return check;
}

Check tool(const std::string& name, const std::string& meaning, const std::string& package) {
  Check check{.name = name};
  if (const auto path = find_program(name)) {
    check.found = path->string();
    return check;
  }
  check.health = Health::note;
  check.found = "none";
  check.meaning = meaning;
  check.fix = "sudo apt install " + package;
  return check;
}

Check no_explorer() {
  return {.name = "toolkit explorer",
          .health = Health::note,
          .found = "none",
          .meaning = "The explorer does not run on this machine; ThreadSanitizer grades alone.",
          .fix = "grade on Linux on x86-64 to have it"};
}

}  // namespace

std::vector<Check> check_toolchain(const Layout& layout) {
  std::vector<Check> checks;
  for (const Stage stage : kStages) {
    if (stage == Stage::explorer && !has_toolkit(layout, stage) &&
        has_toolkit(layout, Stage::tsan)) {
      checks.push_back(no_explorer());
      continue;
    }
    Check check{.name = std::string("toolkit ") + name(stage)};
    try {
      const Toolkit toolkit = load_toolkit(layout, stage);
      check.found = toolkit.description();
      if (stage == Stage::tsan) {
        checks.push_back(compiler(toolkit));
        checks.push_back(sanitizer(toolkit));
        checks.push_back(symbolizer(toolkit));
      }
    } catch (const UserError& error) {
      check.health = Health::bad;
      check.found = "not usable";
      check.meaning = error.what();
      check.fix = kSetUp;
    }
    checks.push_back(check);
  }
  checks.push_back(
      tool("eu-stack", "A hang is found, but not where each thread stands.", "elfutils"));
  checks.push_back(tool("gdb", "`kata replay --debug` has no debugger to start.", "gdb"));
  checks.push_back(tool("git", "`kata reset` cannot restore a stub.", "git"));
  return checks;
}

}  // namespace runner
