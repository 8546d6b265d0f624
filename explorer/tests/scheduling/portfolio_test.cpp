#include "scheduling/portfolio.h"

#include <gtest/gtest.h>

#include "support/exploring.h"
#include "support/strategies.h"

namespace explorer {
namespace {

using namespace test;

TEST(Portfolio, proves_a_small_test_without_a_single_sample) {
  const ThreadCode critical{lock(0), add(0, 1), unlock(0)};
  const std::unique_ptr<Strategy> strategy = make(StrategyKind::portfolio);
  EXPECT_EQ(explore({critical, critical, critical}, *strategy).executions, 6U);
  EXPECT_TRUE(strategy->exhausted());
}

TEST(Portfolio, goes_on_sampling_where_systematic_search_gives_up) {
  Options options;
  options.max_schedules = 400;
  const std::unique_ptr<Strategy> strategy = make_strategy(options);
  const Program program(4, ThreadCode(6, add(0, 1)));
  const Exploration seen = explore(program, *strategy, 400);
  EXPECT_EQ(seen.executions, 400U);
  static_assert(Portfolio::kHeadStart > 400 / 4, "the search is to give up before it is shared");
  EXPECT_FALSE(strategy->exhausted());
  // The search alone would have moved only the last few of the 24 steps.
  std::set<std::string> beginnings;
  for (const std::string& schedule : seen.schedules) beginnings.insert(schedule.substr(0, 12));
  EXPECT_GT(beginnings.size(), 50U);
}

TEST(Portfolio, finds_what_needs_an_early_switch_in_a_long_test) {
  Program program(3, ThreadCode(30, add(1, 1)));
  program[0].insert(program[0].begin(), {store(0, 1), store(0, 0)});
  program[1].insert(program[1].begin(), load(0));
  const std::unique_ptr<Strategy> strategy = make(StrategyKind::portfolio);
  bool found = false;
  for (std::uint64_t i = 0; i < 20'000 && !found && strategy->begin_execution(i); ++i) {
    found = run(program, *strategy).outcome.find("1:1,") != std::string::npos;
  }
  EXPECT_TRUE(found);
}

TEST(Portfolio, shares_the_executions_between_search_and_samples_after_the_head_start) {
  const std::unique_ptr<Strategy> strategy = make(StrategyKind::portfolio);
  const Program program(4, ThreadCode(6, add(0, 1)));
  std::string previous;
  unsigned jumps = 0;
  for (std::uint64_t i = 0; i < Portfolio::kHeadStart + 200; ++i) {
    ASSERT_TRUE(strategy->begin_execution(i));
    const Trace trace = run(program, *strategy).trace;
    std::string beginning;
    for (std::size_t step = 0; step < 8; ++step) {
      beginning += std::to_string(trace.events[step].thread);
    }
    // Searching goes on from the execution before; it has not come back to the first steps yet.
    if (i > Portfolio::kHeadStart && beginning != previous) ++jumps;
    previous = beginning;
  }
  EXPECT_GT(jumps, 100U);
}

TEST(Portfolio, combines_with_a_preemption_bound) {
  Options options;
  options.preemption_bound = 1;
  const std::unique_ptr<Strategy> strategy = make_strategy(options);
  const Program program{ThreadCode(3, add(0, 1)), ThreadCode(3, add(0, 1))};
  EXPECT_EQ(explore(program, *strategy).schedules.size(), 6U);
  EXPECT_TRUE(strategy->exhausted());
}

}  // namespace
}  // namespace explorer
