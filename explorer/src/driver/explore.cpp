#include "explorer/explore.h"

#include <utility>

#include "driver/search.h"
#include "runtime/crash_guard.h"
#include "scheduling/factory.h"
#include "scheduling/replaying/determinism_check.h"
#include "scheduling/replaying/replay.h"
#include "trace/token.h"

namespace explorer {
namespace {

Report blank_report(const Execution& execution, const Options& options) {
  Report report;
  report.seed = options.seed;
  report.strategy = name(options.strategy);
  report.backend = execution.backend().name();
  return report;
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
  Execution& execution = execution_on(options.backend);
  Report report = blank_report(execution, options);
  const std::unique_ptr<Strategy> strategy = make_strategy(options);
  const CrashGuard guard;
  if (!options.check_determinism) {
    const bool failed = search(execution, *strategy, options, body, report);
    if (failed) tell_failure(execution, options, body, options.minimise, report);
    return report;
  }
  DeterminismCheck check(*strategy);
  const bool failed = search(execution, check, options, body, report);
  if (check.difference()) {
    report.exhausted = false;
    report.finding.kind = FindingKind::internal_error;
    report.finding.summary = "the body is not deterministic: " + check.difference()->describe();
  } else if (failed) {
    tell_failure(execution, options, body, options.minimise, report);
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

  Execution& execution = execution_on(options.backend);
  Report report = blank_report(execution, options);
  report.strategy = "replay";
  Replay strategy(*decoded.schedule);
  const CrashGuard guard;
  const bool failed = search(execution, strategy, settings, body, report);
  if (strategy.divergence()) {
    report.finding.kind = FindingKind::internal_error;
    report.finding.summary = strategy.divergence()->describe();
  } else if (failed) {
    tell_failure(execution, settings, body, false, report);
  }
  return report;
}

}  // namespace explorer
