#include "explorer/explore.h"

#include <memory>
#include <utility>

#include "driver/search.h"
#include "runtime/execution.h"
#include "scheduling/factory.h"
#include "scheduling/replaying/determinism_check.h"
#include "scheduling/replaying/replay.h"
#include "trace/token.h"

namespace explorer {
namespace {

Report blank_report(const Runner& runner, const Options& options) {
  Report report;
  report.seed = options.seed;
  report.strategy = name(options.strategy);
  report.backend = runner.backend();
  return report;
}

std::unique_ptr<Runner> make_runner(const Options& options, const std::function<void()>& body) {
  return options.isolation == Isolation::forked ? make_forked_runner(options.backend, body)
                                                : make_in_process_runner(options.backend, body);
}

Report refused(std::string why) {
  Report report;
  report.finding.kind = FindingKind::internal_error;
  report.finding.summary = std::move(why);
  return report;
}

}  // namespace

Report explore(const Options& options, const std::function<void()>& body) {
  if (Execution::current != nullptr) {
    return refused("explore() was called from inside an exploration");
  }
  const std::unique_ptr<Runner> runner = make_runner(options, body);
  Report report = blank_report(*runner, options);
  const std::unique_ptr<Strategy> strategy = make_strategy(options);
  if (!options.check_determinism) {
    const bool failed = search(*runner, *strategy, options, report);
    if (failed) tell_failure(*runner, options, options.minimise, report);
    return report;
  }
  DeterminismCheck check(*strategy);
  const bool failed = search(*runner, check, options, report);
  if (check.difference()) {
    report.exhausted = false;
    report.finding.kind = FindingKind::internal_error;
    report.finding.summary = "the body is not deterministic: " + check.difference()->describe();
  } else if (failed) {
    tell_failure(*runner, options, options.minimise, report);
  }
  return report;
}

Report replay(std::string_view token, const std::function<void()>& body, const Options& options) {
  if (Execution::current != nullptr) {
    return refused("replay() was called from inside an exploration");
  }
  const DecodedToken decoded = decode(token);
  if (!decoded.schedule) return refused(decoded.error);
  Options settings = options;
  settings.spurious_wakes = decoded.schedule->settings.spurious_wakes;
  settings.clock =
      decoded.schedule->settings.adversarial_clock ? Clock::adversarial : Clock::patient;
  settings.points_at_plain_accesses = decoded.schedule->settings.points_at_plain_accesses;
  settings.max_schedules = 1;

  const std::unique_ptr<Runner> runner = make_runner(options, body);
  Report report = blank_report(*runner, options);
  report.strategy = "replay";
  Replay strategy(*decoded.schedule);
  const bool failed = search(*runner, strategy, settings, report);
  if (strategy.divergence()) {
    report.finding.kind = FindingKind::internal_error;
    report.finding.summary = strategy.divergence()->describe();
  } else if (failed) {
    tell_failure(*runner, settings, false, report);
  }
  return report;
}

}  // namespace explorer
