// One forked child per execution: globals are as new every time, and the verdicts are the same.
#include <gtest/gtest.h>

#include "bodies.h"
#include "explorer/explore.h"

namespace explorer {
namespace {

Options forked() {
  Options options;
  options.isolation = Isolation::forked;
  options.max_schedules = 60;
  options.max_time = std::chrono::minutes(1);
  return options;
}

TEST(Forked, globals_do_not_leak_into_the_next_execution) {
  Options options = forked();
  options.check_determinism = true;
  const Report report = explore(options, bodies::counts_in_a_global);
  EXPECT_TRUE(report.passed()) << report.finding.summary;
}

TEST(Forked, a_failure_is_found_told_and_replayed) {
  const Report found = explore(forked(), bodies::fails_sometimes);
  EXPECT_EQ(name(found.finding.kind), name(FindingKind::wrong_result)) << found.finding.summary;
  EXPECT_NE(found.finding.summary.find("the first came last"), std::string::npos);
  EXPECT_FALSE(found.story.steps.empty());
  for (const Isolation isolation : {Isolation::forked, Isolation::in_process}) {
    Options options;
    options.isolation = isolation;
    const Report repeated = replay(found.token, bodies::fails_sometimes, options);
    EXPECT_EQ(repeated.finding.summary, found.finding.summary);
    EXPECT_EQ(to_json(repeated.story), to_json(found.story));
  }
}

TEST(Forked, the_search_is_the_same_as_in_one_process) {
  for (const StrategyKind strategy :
       {StrategyKind::depth_first_reduced, StrategyKind::pct, StrategyKind::random_walk}) {
    Options options = forked();
    options.strategy = strategy;
    const Report apart = explore(options, bodies::fails_sometimes);
    options.isolation = Isolation::in_process;
    const Report together = explore(options, bodies::fails_sometimes);
    EXPECT_EQ(apart.failing_schedule, together.failing_schedule);
    EXPECT_EQ(apart.steps, together.steps);
    EXPECT_EQ(apart.switches, together.switches);
  }
}

TEST(Forked, a_race_is_told_with_both_stacks) {
  const Report report = explore(forked(), bodies::races);
  EXPECT_EQ(name(report.finding.kind), name(FindingKind::data_race));
  EXPECT_GE(report.finding.details.size(), 2U) << to_text(report.story);
}

TEST(Forked, a_child_killed_from_outside_is_a_crash) {
  const Report report = explore(forked(), bodies::kills_itself);
  EXPECT_EQ(name(report.finding.kind), name(FindingKind::crash));
}

}  // namespace
}  // namespace explorer
