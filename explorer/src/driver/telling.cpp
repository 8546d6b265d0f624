// From a failing schedule to the simplest one with the same finding.
#include <algorithm>
#include <chrono>
#include <memory>
#include <utility>

#include "driver/search.h"
#include "scheduling/factory.h"
#include "scheduling/replaying/minimise.h"
#include "trace/schedule.h"
#include "trace/token.h"

namespace explorer {
namespace {

// What two accesses of a fault have to do with each other, whoever came first.
std::pair<std::uintptr_t, std::uintptr_t> sites_of(const MemoryFault& fault) {
  const AccessSite& a = fault.current;
  const AccessSite& b = fault.previous;
  const std::uintptr_t first = a.stack.empty() ? 0 : a.stack.front();
  const std::uintptr_t second = b.stack.empty() ? 0 : b.stack.front();
  return std::minmax(first, second);
}

bool same_finding(const Evidence& a, const Evidence& b) {
  if (a.kind != b.kind || a.message != b.message) return false;
  if (a.fault.has_value() != b.fault.has_value()) return false;
  return !a.fault || sites_of(*a.fault) == sites_of(*b.fault);
}

ScheduleSettings schedule_settings(const Options& options) {
  return {.spurious_wakes = options.spurious_wakes,
          .adversarial_clock = options.clock == Clock::adversarial,
          .points_at_plain_accesses = options.points_at_plain_accesses};
}

Ending simplify(Runner& runner, const Options& options, const Ending& found) {
  // The work is bounded by steps, since executions that do not end are the longest.
  const std::size_t max_steps = options.isolation == Isolation::forked ? 20'000 : 2'000'000;
  const std::size_t steps = std::max<std::size_t>(1, found.trace.events.size());
  const auto trials = static_cast<unsigned>(std::clamp<std::size_t>(max_steps / steps, 20, 500));

  Ending best = found;
  // A loop without steps takes seconds to be noticed.
  bool has_hung = false;
  const Trial trial = [&](Strategy& strategy, Trace& trace) {
    if (has_hung || !runner.run(strategy, 0, options)) return false;
    has_hung = runner.ending().evidence.without_steps;
    trace = runner.ending().trace;
    if (!same_finding(runner.ending().evidence, found.evidence)) return false;
    best.evidence = runner.ending().evidence;
    best.heap_begin = runner.ending().heap_begin;
    return true;
  };
  best.trace = minimise(found.trace, trial, trials).trace;
  return best;
}

bool needs_a_spurious_wake(const Ending& failure) {
  return std::any_of(failure.trace.choices.begin(), failure.trace.choices.end(),
                     [](const Choice& choice) {
                       return choice.kind == ChoiceKind::spurious_wake && choice.value != 0;
                     });
}

bool may_come_of_a_spurious_wake(FindingKind kind) {
  switch (kind) {
    case FindingKind::wrong_result:
    case FindingKind::crash:
    case FindingKind::data_race:
    case FindingKind::misuse:
    case FindingKind::deadlock:
    case FindingKind::use_after_free:
      return true;
    default:
      return false;
  }
}

// Looks for the same kind of failure among schedules without spurious wake-ups.
bool fails_without_spurious_wakes(Runner& runner, Options& options, Ending& failure) {
  Options calm = options;
  calm.spurious_wakes = 0;
  calm.max_schedules = 2'000;
  calm.max_time = std::chrono::hours(1);  // What it is called must not depend on a machine's speed.
  const std::unique_ptr<Strategy> strategy = make_strategy(calm);
  Report ignored;
  if (!search(runner, *strategy, calm, ignored)) return false;
  if (runner.ending().evidence.kind != failure.evidence.kind) return false;
  const Ending found = runner.ending();
  failure = simplify(runner, calm, found);
  options = calm;
  return true;
}

}  // namespace

void tell_failure(Runner& runner, const Options& asked, bool minimised, Report& report) {
  Options options = asked;
  Ending failure = runner.ending();
  bool unguarded = false;
  if (minimised && !failure.evidence.without_steps) {
    failure = simplify(runner, options, failure);
    unguarded = needs_a_spurious_wake(failure) &&
                may_come_of_a_spurious_wake(failure.evidence.kind) &&
                !fails_without_spurious_wakes(runner, options, failure);
  }
  report.token = encode(schedule_of(failure.trace.choices, schedule_settings(options)));
  runner.tell(failure, options, unguarded, report);
}

}  // namespace explorer
