#include "grading/src/explored/exploration.h"

#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "explorer/explore.h"
#include "grading/expect.h"
#include "grading/src/channel/channel.h"
#include "grading/src/channel/message.h"
#include "grading/src/explored/schedule.h"
#include "grading/src/explored/telling.h"
#include "grading/src/harness/session.h"

namespace grading::exploration {
namespace {

struct Measure {
  std::string what;
  long long value;
  long long limit;
};

std::vector<Measure>& measures() {
  static auto* const all = new std::vector<Measure>;
  return *all;
}

void send_measures() {
  for (const Measure& measure : measures()) {
    channel::Message("measure")
        .text("name", measure.what.data(), measure.what.size())
        .number("value", measure.value)
        .number("limit", measure.limit)
        .send();
  }
}

// GoogleTest's own assertions, in whatever thread, fail the schedule that runs.
class Reporter : public ::testing::ScopedFakeTestPartResultReporter {
 public:
  Reporter() : ScopedFakeTestPartResultReporter(INTERCEPT_ALL_THREADS, nullptr) {}
  void ReportTestPartResult(const ::testing::TestPartResult& result) override {
    if (result.failed() && explorer::active()) {
      schedule::fail(result.message(), harness::current_finding());
    }
  }
};

// Whatever GoogleTest makes at its first failure must not be made by explored code, whose memory
// does not last.
void let_googletest_prepare() {
  const Reporter ignored;
  ADD_FAILURE();
}

explorer::Options options_for(const Behaviour& behaviour) {
  const Settings& settings = behaviour.settings;
  explorer::Options options;
  options.seed = harness::seed();
  options.max_schedules = request().schedules != 0 ? request().schedules : settings.schedules;
  // A verdict must not depend on the machine's speed: what ends a search is the number of
  // schedules.
  options.max_time = std::chrono::minutes(5);
  options.step_limit = settings.steps;
  options.spurious_wakes = settings.spurious_wakes;
  options.clock = settings.hasty_clock ? explorer::Clock::adversarial : explorer::Clock::patient;
  options.backend = request().backend;
  if (settings.simulated) {
    options.strategy = explorer::StrategyKind::random_walk;
    options.detect_races = false;
    options.minimise = false;
  }
  return options;
}

void play(const Behaviour& behaviour) {
  schedule::begin(behaviour.settings.hasty_clock);
  harness::put_all_back();
  try {
    behaviour.body();
  } catch (...) {
    fail_with_current_exception("the code under test");
  }
}

// Whether the failure comes again when its schedule does.
bool repeats(const explorer::Report& report) {
  return report.finding.summary.find("not deterministic") == std::string::npos;
}

explorer::Report explore(const Behaviour& behaviour) {
  let_googletest_prepare();
  const Reporter reporter;
  const auto body = [&behaviour] { play(behaviour); };
  const explorer::Options options = options_for(behaviour);
  if (behaviour.settings.simulated && request().token.empty()) {
    return explorer::explore(options, body);
  }
  // What happens once in a process, such as making a static object, happens in its first schedule,
  // which therefore differs from all others.
  explorer::Options first = options;
  first.max_schedules = 1;
  explorer::Report report = explorer::explore(first, body);
  if (!request().token.empty()) return explorer::replay(request().token, body, options);
  if (!report.passed() && repeats(report)) return report;
  return explorer::explore(options, body);
}

}  // namespace

std::string_view name(Rendering rendering) {
  switch (rendering) {
    case Rendering::text:
      return "text";
    case Rendering::mermaid:
      return "mermaid";
    case Rendering::trace:
      return "trace";
    case Rendering::json:
      return "json";
  }
  return "text";
}

Request& request() {
  static auto* const asked = new Request;
  return *asked;
}

void run(const Behaviour& behaviour) {
  measures().clear();
  explorer::Report report = explore(behaviour);
  harness::counters().runs.store(report.schedules, std::memory_order_relaxed);
  send_measures();
  telling::tell(behaviour, report, request().rendering);
}

void run_uncontrolled(const Behaviour& behaviour) {
  try {
    behaviour.body();
  } catch (...) {
    fail_with_current_exception("the code under test");
  }
}

void note_measure(std::string_view what, long long value, long long limit) {
  const explorer::Uncontrolled outside;
  const auto known = std::find_if(measures().begin(), measures().end(),
                                  [&](const Measure& measure) { return measure.what == what; });
  if (known == measures().end()) {
    measures().push_back({std::string(what), value, limit});
  } else {
    known->value = std::max(known->value, value);
  }
}

}  // namespace grading::exploration
