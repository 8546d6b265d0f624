#include <algorithm>
#include <chrono>
#include <memory>
#include <string>
#include <utility>

#include "driver/search.h"
#include "report/symbols/symbols.h"
#include "report/tell.h"
#include "scheduling/factory.h"
#include "scheduling/replaying/minimise.h"
#include "scheduling/replaying/replay.h"
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

WatchedRange range_of(const Evidence& evidence) {
  if (!evidence.fault) return {};
  const AccessSite& a = evidence.fault->current;
  const AccessSite& b = evidence.fault->previous;
  const std::uintptr_t begin = std::min(a.address, b.address == 0 ? a.address : b.address);
  const std::uintptr_t end = std::max(a.address + a.size, b.address + b.size);
  return {begin, end - begin};
}

ScheduleSettings schedule_settings(const Options& options) {
  return {.spurious_wakes = options.spurious_wakes,
          .adversarial_clock = options.clock == Clock::adversarial,
          .points_at_plain_accesses = options.points_at_plain_accesses};
}

// A failure as it was found, and the same one once simplified.
struct Failure {
  Trace trace;
  Evidence evidence;
  std::uintptr_t heap_begin = 0;
};

Failure failure_of(const Execution& execution) {
  return {execution.trace(), execution.evidence(), execution.heap_begin()};
}

Failure simplify(Execution& execution, const Options& options, const std::function<void()>& body,
                 const Failure& found) {
  // The work is bounded by steps, since executions that do not end are the longest.
  constexpr std::size_t kMaxSteps = 2'000'000;
  const std::size_t steps = std::max<std::size_t>(1, found.trace.events.size());
  const auto trials = static_cast<unsigned>(std::clamp<std::size_t>(kMaxSteps / steps, 20, 500));

  Failure best = found;
  const Trial trial = [&](Strategy& strategy, Trace& trace) {
    const Execution::Settings settings{.strategy = &strategy,
                                       .options = &options,
                                       .told = false,
                                       .watched = {},
                                       .watched_heap_begin = 0};
    if (!strategy.begin_execution(0)) return false;
    execution.run(settings, body);
    strategy.end_execution(execution.failed());
    trace = execution.trace();
    return same_finding(execution.evidence(), found.evidence);
  };
  best.trace = minimise(found.trace, trial, trials).trace;
  return best;
}

bool needs_a_spurious_wake(const Failure& failure) {
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
bool fails_without_spurious_wakes(Execution& execution, Options& options,
                                  const std::function<void()>& body, Failure& failure) {
  Options calm = options;
  calm.spurious_wakes = 0;
  calm.max_schedules = 2'000;
  calm.max_time = std::chrono::milliseconds(500);
  const std::unique_ptr<Strategy> strategy = make_strategy(calm);
  Report ignored;
  if (!search(execution, *strategy, calm, body, ignored)) return false;
  if (execution.evidence().kind != failure.evidence.kind) return false;
  failure = simplify(execution, calm, body, failure_of(execution));
  options = calm;
  return true;
}

// Where only a spurious wake-up leads to the failure, an unguarded wait is what is wrong.
void name_the_cause(Evidence& evidence) {
  if (evidence.message.empty()) evidence.message = name(evidence.kind);
  evidence.kind = FindingKind::unguarded_wait;
  evidence.fault.reset();
}

// Runs the failure's schedule again, with stacks. False, and why, if it does not repeat.
bool repeat(Execution& execution, const Options& options, const std::function<void()>& body,
            const Failure& failure, std::string& why) {
  Replay replay(failure.trace.choices);
  const Execution::Settings settings{.strategy = &replay,
                                     .options = &options,
                                     .told = true,
                                     .watched = range_of(failure.evidence),
                                     .watched_heap_begin = failure.heap_begin};
  if (!replay.begin_execution(0)) return false;
  execution.run(settings, body);
  replay.end_execution(execution.failed());
  if (replay.divergence()) {
    why = replay.divergence()->describe();
    return false;
  }
  if (execution.evidence().kind != failure.evidence.kind) {
    why = "the same schedule ended differently when it was run again";
    return false;
  }
  return true;
}

}  // namespace

void tell_failure(Execution& execution, const Options& asked, const std::function<void()>& body,
                  bool minimised, Report& report) {
  Options options = asked;
  Failure failure = failure_of(execution);
  bool unguarded = false;
  if (minimised) {
    failure = simplify(execution, options, body, failure);
    unguarded = needs_a_spurious_wake(failure) &&
                may_come_of_a_spurious_wake(failure.evidence.kind) &&
                !fails_without_spurious_wakes(execution, options, body, failure);
  }
  report.token = encode(schedule_of(failure.trace.choices, schedule_settings(options)));
  std::string why;
  const bool repeated = repeat(execution, options, body, failure, why);
  Evidence evidence = repeated ? execution.evidence() : failure.evidence;
  if (!repeated) {
    evidence.message += evidence.message.empty() ? "" : "; ";
    evidence.message += "the body is not deterministic: " + why;
  } else if (unguarded) {
    name_the_cause(evidence);
  }
  const std::unique_ptr<Symbols> symbols = process_symbols();
  report.story = tell(execution.record(), evidence, *symbols, report.token);
  report.finding = report.story.finding;
}

}  // namespace explorer
