// The main function of an explored program: runs the program's own main under many schedules.
//
// Environment: EXPLORER_SCHEDULES, EXPLORER_SECONDS and EXPLORER_SEED set the budget, the seed;
// EXPLORER_REPLAY holds the token of a schedule to run again. Exit status: 0 nothing found, 1 the
// program is wrong, 2 the explorer cannot tell.
#include <cstdio>
#include <cstdlib>
#include <string>

#include "explorer/program.h"

// The linker gives the program's main this name, and ours to the start-up code (--wrap=main).
extern "C" int __real_main(int argc, char** argv);
extern "C" int __wrap_main(int argc, char** argv);

namespace {

unsigned long number_from(const char* variable, unsigned long usual) {
  const char* text = std::getenv(variable);
  return text == nullptr ? usual : std::strtoul(text, nullptr, 10);
}

int status_of(const explorer::Report& report) {
  switch (report.finding.kind) {
    case explorer::FindingKind::none:
      return 0;
    case explorer::FindingKind::unsupported:
    case explorer::FindingKind::internal_error:
      return 2;
    default:
      return 1;
  }
}

}  // namespace

extern "C" int __wrap_main(int argc, char** argv) {
  explorer::Options options;
  options.max_schedules = number_from("EXPLORER_SCHEDULES", 2'000);
  options.max_time = std::chrono::seconds(number_from("EXPLORER_SECONDS", 10));
  options.seed = number_from("EXPLORER_SEED", options.seed);
  const char* token = std::getenv("EXPLORER_REPLAY");
  const explorer::Report report =
      token == nullptr ? explorer::explore_program(&__real_main, argc, argv, options)
                       : explorer::replay_program(token, &__real_main, argc, argv, options);
  const std::string text =
      report.passed() ? report.verdict() + "\n" : to_text(report.story) + report.verdict() + "\n";
  std::fputs(text.c_str(), stderr);
  return status_of(report);
}
