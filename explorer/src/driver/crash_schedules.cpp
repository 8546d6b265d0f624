// Crash exploration on explored schedules: each child runs one schedule, chosen by its seed alone.
#include <algorithm>
#include <chrono>

#include "explorer/crashes.h"
#include "explorer/explore.h"

namespace explorer {
namespace {

using Time = std::chrono::steady_clock;

Options one_schedule(const Options& options, std::uint64_t number) {
  Options one = options;
  one.seed = options.seed + number;
  one.max_schedules = 1;
  one.minimise = false;
  const bool samples = one.strategy == StrategyKind::random_walk ||
                       one.strategy == StrategyKind::pct ||
                       one.strategy == StrategyKind::partial_order_sampling ||
                       one.strategy == StrategyKind::selectively_uniform_walk;
  if (!samples) one.strategy = StrategyKind::random_walk;
  return one;
}

void run_schedule(const Options& one, const std::function<void()>& body) {
  const Report report = explore(one, body);
  if (!report.passed()) fail(report.verdict());
}

}  // namespace

CrashReport explore_crashes(const Options& options, const CrashOptions& crash_options,
                            const std::function<void()>& body,
                            const std::function<void()>& recover) {
  const Time::time_point start = Time::now();
  CrashReport sum;
  sum.seed = options.seed;
  while (sum.schedules < options.max_schedules &&
         (sum.schedules == 0 || Time::now() - start < options.max_time)) {
    const Options one = one_schedule(options, sum.schedules);
    CrashReport report = explore_crashes(crash_options, [&] { run_schedule(one, body); }, recover);
    report.points += sum.points;
    report.calls = std::max(report.calls, sum.calls);
    report.schedules = sum.schedules + 1;
    report.seed = report.passed() ? sum.seed : one.seed;
    report.exhausted = false;
    sum = report;
    if (!sum.passed()) break;
  }
  sum.seconds = std::chrono::duration<double>(Time::now() - start).count();
  return sum;
}

}  // namespace explorer
