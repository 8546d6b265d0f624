// The properties for which the samplers were published.
#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "scheduling/sampling/partial_order_sampling.h"
#include "scheduling/sampling/pct.h"
#include "scheduling/sampling/random_walk.h"
#include "scheduling/sampling/surw.h"
#include "support/exploring.h"
#include "support/strategies.h"

namespace explorer {
namespace {

using namespace test;

std::map<std::string, int> count_outcomes(const Program& program, Strategy& strategy, int runs) {
  std::map<std::string, int> counts;
  for (int i = 0; i < runs; ++i) {
    EXPECT_TRUE(strategy.begin_execution(static_cast<std::uint64_t>(i)));
    ++counts[run(program, strategy).outcome];
  }
  return counts;
}

TEST(Samplers, of_different_seeds_take_different_schedules) {
  const Program program(4, ThreadCode(6, add(0, 1)));
  for (const StrategyKind kind : samplers()) {
    const std::unique_ptr<Strategy> first = make(kind, 1);
    const std::unique_ptr<Strategy> second = make(kind, 2);
    EXPECT_NE(explore(program, *first, 5).schedules, explore(program, *second, 5).schedules)
        << name(kind);
  }
}

TEST(Samplers, never_claim_to_have_seen_everything) {
  for (const StrategyKind kind : samplers()) {
    const std::unique_ptr<Strategy> strategy = make(kind);
    EXPECT_EQ(explore({{store(0, 1)}, {store(0, 2)}}, *strategy, 300).executions, 300U);
    EXPECT_FALSE(strategy->exhausted());
  }
}

TEST(RandomWalk, schedule_number_n_does_not_depend_on_the_ones_before) {
  const Program program(3, ThreadCode(5, add(0, 1)));
  RandomWalk all(9);
  std::string tenth;
  for (std::uint64_t i = 0; i <= 10; ++i) {
    ASSERT_TRUE(all.begin_execution(i));
    tenth = run(program, all).outcome;
  }
  RandomWalk only(9);
  ASSERT_TRUE(only.begin_execution(10));
  EXPECT_EQ(run(program, only).outcome, tenth);
}

TEST(RandomWalk, sometimes_hardly_ever_switches) {
  const Program program(2, ThreadCode(20, add(0, 1)));
  RandomWalk strategy(3);
  int without_switch = 0;
  for (std::uint64_t i = 0; i < 400; ++i) {
    ASSERT_TRUE(strategy.begin_execution(i));
    const Trace trace = run(program, strategy).trace;
    if (trace.events[19].thread == trace.events[0].thread) {
      without_switch += trace.events[10].thread == trace.events[0].thread ? 1 : 0;
    }
  }
  // A quarter of the schedules switch at one point of twenty; uniform ones would all but never.
  EXPECT_GT(without_switch, 20);
}

TEST(Pct, of_depth_one_never_preempts) {
  const Program program(3, ThreadCode(8, add(0, 1)));
  Pct strategy(4, 1);
  const Exploration seen = explore(program, strategy, 300);
  EXPECT_EQ(seen.schedules.size(), 6U);  // The orders of three threads.
}

TEST(Pct, finds_a_bug_of_depth_two_as_often_as_promised) {
  // The second thread must run between two certain neighbouring steps of the first: n = 2, k = 21.
  Program program(2);
  for (int i = 0; i < 10; ++i) program[0].push_back(store(1, i));
  program[0].push_back(store(0, 1));
  program[0].push_back(store(0, 0));
  for (int i = 0; i < 9; ++i) program[0].push_back(store(1, i));
  program[1] = {load(0)};
  Pct strategy(6, 2);
  constexpr int kRuns = 20'000;
  int found = 0;
  for (const auto& [outcome, times] : count_outcomes(program, strategy, kRuns)) {
    if (outcome.find("1:1,") != std::string::npos) found += times;
  }
  // At least 1 / (n * k); three standard deviations below the mean of that.
  const double promised = kRuns / (2.0 * 32.0);
  EXPECT_GT(found, promised - 3 * std::sqrt(promised));
}

TEST(PartialOrderSampling, reaches_a_rare_partial_order_that_a_uniform_walk_misses) {
  // One thread makes many steps that concern nobody: to a walk over threads they look like
  // progress to wait for, to POS they do not. The other's step comes first or last for POS with
  // equal probability; walking, "last" takes 2^-k.
  Program program(2);
  program[0].assign(24, store(1, 1));
  program[0].push_back(load(0));
  program[1] = {store(0, 1)};
  PartialOrderSampling strategy(2);
  int late = 0;
  constexpr int kRuns = 4'000;
  for (const auto& [outcome, times] : count_outcomes(program, strategy, kRuns)) {
    if (outcome.find("0:0,") != std::string::npos) late += times;
  }
  // The event with the one priority is last among 25 priorities drawn: 1 / 25 or more.
  EXPECT_GT(late, kRuns / 40);
}

TEST(PartialOrderSampling, decides_every_race_anew) {
  // The load races with ten stores in turn. Had it one priority for good, it would come after all
  // of them in one schedule of eleven; a new one against each store makes that 2^-10.
  const Program program{ThreadCode(10, store(0, 1)), {load(0)}};
  PartialOrderSampling strategy(2);
  constexpr int kRuns = 4'000;
  int last = 0;
  for (int i = 0; i < kRuns; ++i) {
    ASSERT_TRUE(strategy.begin_execution(static_cast<std::uint64_t>(i)));
    last += run(program, strategy).trace.events.back().thread == 1 ? 1 : 0;
  }
  EXPECT_LT(last, kRuns / 50);
}

TEST(SelectivelyUniformWalk, samples_the_orders_of_the_selected_operations_uniformly) {
  // Six interleavings of two and two additions, told apart by the values noted; a uniform walk over
  // threads would take the two extreme ones a quarter of the time each.
  const Program program{{add(0, 1), add(0, 1)}, {add(0, 10), add(0, 10)}};
  SelectivelyUniformWalk strategy(3);
  static_cast<void>(count_outcomes(program, strategy, 1));
  constexpr int kRuns = 12'000;
  const std::map<std::string, int> counts = count_outcomes(program, strategy, kRuns);
  ASSERT_EQ(counts.size(), 6U);
  // Standard deviation 41.
  for (const auto& [outcome, times] : counts) EXPECT_NEAR(times, kRuns / 6.0, 210) << outcome;
}

TEST(SelectivelyUniformWalk, is_uniform_with_threads_of_unequal_length) {
  // C(8, 2) = 28 interleavings; a walk over threads would see the early ones far too often.
  const Program program{ThreadCode(6, add(0, 1)), ThreadCode(2, add(0, 10))};
  SelectivelyUniformWalk strategy(8);
  static_cast<void>(count_outcomes(program, strategy, 1));
  constexpr int kRuns = 28'000;
  const std::map<std::string, int> counts = count_outcomes(program, strategy, kRuns);
  ASSERT_EQ(counts.size(), 28U);
  for (const auto& [outcome, times] : counts) EXPECT_NEAR(times, kRuns / 28.0, 160) << outcome;
}

}  // namespace
}  // namespace explorer
