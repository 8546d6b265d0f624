#include "driver/search.h"

#include <chrono>

namespace explorer {

bool search(Runner& runner, Strategy& strategy, const Options& options, Report& report) {
  using Clock = std::chrono::steady_clock;
  runner.begin_search();
  const Clock::time_point begin = Clock::now();
  const Clock::time_point end = begin + options.max_time;
  // Reading the clock costs as much as some steps of an execution.
  const std::uint64_t schedules_per_look = options.isolation == Isolation::forked ? 1 : 16;

  bool failed = false;
  std::uint64_t number = 0;
  for (; number < options.max_schedules && !failed; ++number) {
    if (number % schedules_per_look == 0 && number > 0 && Clock::now() >= end) break;
    if (!runner.run(strategy, number, options)) break;
    failed = runner.failed();
    report.steps += runner.ending().steps;
    report.switches += runner.ending().switches;
  }
  report.schedules = number;
  report.failing_schedule = failed ? number : 0;
  report.exhausted = !failed && strategy.exhausted();
  report.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  return failed;
}

}  // namespace explorer
