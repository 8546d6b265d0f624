// Every scenario gets the verdict it declares: on both backends, replayed from its token, the same.
#include <gtest/gtest.h>

#include <ostream>
#include <string>
#include <vector>

#include "explorer/explore.h"
#include "scenario.h"

namespace selftest {

void PrintTo(const Scenario& scenario, std::ostream* out) { *out << scenario.name; }

namespace {

using explorer::Backend;
using explorer::FindingKind;
using explorer::Options;
using explorer::Report;

std::vector<Scenario> all_scenarios() {
  std::vector<Scenario> scenarios;
  for (const Registration* r = Registration::first(); r != nullptr; r = r->next()) {
    scenarios.push_back(r->scenario());
  }
  return scenarios;
}

Options options_for(const Scenario& scenario, Backend backend) {
  Options options;
  options.backend = backend;
  options.max_schedules = backend == Backend::fibers ? 2'000 : 100;
  options.max_time = std::chrono::hours(1);  // Never what ends a search: that would be chance.
  if (scenario.adjust != nullptr) scenario.adjust(options);
  return options;
}

std::string text_of(const Report& report) {
  return report.finding.summary + "\n" + to_text(report.story);
}

class SelfTest : public testing::TestWithParam<Scenario> {};

TEST_P(SelfTest, gets_its_verdict_on_fibers) {
  const Report report = explore(options_for(GetParam(), Backend::fibers), GetParam().body);
  EXPECT_EQ(name(report.finding.kind), name(GetParam().expected)) << text_of(report);
  if (GetParam().proves) EXPECT_TRUE(report.exhausted) << report.schedules << " schedules";
}

TEST_P(SelfTest, its_failing_schedule_repeats_on_both_backends) {
  const Options options = options_for(GetParam(), Backend::fibers);
  const Report found = explore(options, GetParam().body);
  if (found.passed()) return;
  for (const Backend backend : {Backend::fibers, Backend::kernel_threads}) {
    Options again = options;
    again.backend = backend;
    const Report repeated = replay(found.token, GetParam().body, again);
    // Only a minimised search can tell that a wait was unguarded; its replay shows what happened.
    if (found.finding.kind == FindingKind::unguarded_wait) {
      EXPECT_FALSE(repeated.passed());
    } else {
      EXPECT_EQ(name(repeated.finding.kind), name(found.finding.kind)) << text_of(repeated);
    }
    EXPECT_EQ(repeated.token, found.token);
  }
}

TEST_P(SelfTest, passes_or_fails_alike_on_kernel_threads) {
  Options options = options_for(GetParam(), Backend::kernel_threads);
  const Report kernel_threads = explore(options, GetParam().body);
  options.backend = Backend::fibers;
  const Report fibers = explore(options, GetParam().body);
  EXPECT_EQ(name(kernel_threads.finding.kind), name(fibers.finding.kind));
  EXPECT_EQ(kernel_threads.token, fibers.token);
  EXPECT_EQ(kernel_threads.schedules, fibers.schedules);
  EXPECT_EQ(kernel_threads.steps, fibers.steps);
}

TEST_P(SelfTest, every_systematic_search_agrees) {
  if (GetParam().expected == FindingKind::none && !GetParam().proves) return;
  for (const explorer::StrategyKind strategy :
       {explorer::StrategyKind::depth_first, explorer::StrategyKind::depth_first_reduced}) {
    Options options = options_for(GetParam(), Backend::fibers);
    options.strategy = strategy;
    options.max_schedules = 20'000;
    options.minimise = false;
    const Report report = explore(options, GetParam().body);
    EXPECT_EQ(report.passed(), GetParam().expected == FindingKind::none)
        << report.strategy << " ran " << report.schedules << " schedules";
  }
}

INSTANTIATE_TEST_SUITE_P(Scenarios, SelfTest, testing::ValuesIn(all_scenarios()),
                         [](const testing::TestParamInfo<Scenario>& info) {
                           return std::string(info.param.name);
                         });

}  // namespace
}  // namespace selftest
