#include "scheduling/systematic/depth_first.h"

#include <gtest/gtest.h>

#include "support/exploring.h"

namespace explorer {
namespace {

using namespace test;

std::uint64_t factorial(std::uint64_t n) { return n < 2 ? 1 : n * factorial(n - 1); }

TEST(DepthFirst, runs_each_interleaving_of_independent_threads_exactly_once) {
  // (sum of lengths)! / product of (length!).
  for (const std::vector<unsigned>& lengths :
       {std::vector<unsigned>{1, 1}, {2, 3}, {4, 4}, {2, 2, 2}, {1, 2, 3}, {1, 1, 1, 1, 1}}) {
    Program program;
    std::uint64_t total = 0;
    std::uint64_t expected = 1;
    for (unsigned t = 0; t < lengths.size(); ++t) {
      program.push_back(ThreadCode(lengths[t], store(t % 4, 1)));
      total += lengths[t];
      expected *= factorial(lengths[t]);
    }
    expected = factorial(total) / expected;
    DepthFirst strategy;
    const Exploration seen = explore(program, strategy);
    EXPECT_EQ(seen.executions, expected);
    EXPECT_EQ(seen.schedules.size(), expected);
    EXPECT_TRUE(strategy.exhausted());
  }
}

TEST(DepthFirst, never_interleaves_critical_sections) {
  const ThreadCode critical{lock(0), add(0, 1), unlock(0)};
  DepthFirst strategy;
  const Exploration seen = explore({critical, critical, critical}, strategy);
  // The only freedom is who waits when: each execution is an order of the threads, and within it
  // nothing can be interleaved because locking is not possible while the mutex is held.
  EXPECT_EQ(seen.executions, factorial(3));
}

TEST(DepthFirst, enumerates_values_like_threads) {
  DepthFirst strategy;
  const Exploration seen = explore({{choose(3), choose(2)}, {choose(2)}}, strategy);
  // 3 interleavings of 2 + 1 steps, each with 3 * 2 * 2 answers.
  EXPECT_EQ(seen.executions, 36U);
  EXPECT_EQ(seen.outcomes.size(), 12U);
}

TEST(DepthFirst, with_a_bound_runs_the_schedules_with_that_many_preemptions) {
  // Two threads of n steps: C(n-1, k-1)... counted directly: bound 0 leaves the two orders.
  const Program program{ThreadCode(3, store(0, 1)), ThreadCode(3, store(1, 1))};
  DepthFirst none(0);
  EXPECT_EQ(explore(program, none).schedules.size(), 2U);
  // One preemption: after step 1 or 2 of the first, then the other to its end: 2 * 2 more.
  DepthFirst one(1);
  EXPECT_EQ(explore(program, one).schedules.size(), 6U);
  DepthFirst many(6);
  const Exploration all = explore(program, many);
  EXPECT_EQ(all.schedules.size(), 20U);
  EXPECT_TRUE(many.exhausted());
}

TEST(DepthFirst, finds_the_failure_with_fewest_preemptions_first) {
  // Deadlocks after one preemption; more are never tried.
  const Program program{{lock(0), lock(1), unlock(1), unlock(0)},
                        {lock(1), lock(0), unlock(0), unlock(1)}};
  DepthFirst strategy(3);
  std::uint64_t execution = 0;
  bool found = false;
  while (!found && strategy.begin_execution(execution++)) found = run(program, strategy).deadlock;
  EXPECT_TRUE(found);
  EXPECT_EQ(strategy.current_bound(), 1U);
}

TEST(DepthFirst, ends_although_a_thread_spins) {
  DepthFirst strategy;
  const Exploration seen = explore({{await(0, 1), load(1)}, {store(1, 7), store(0, 1)}}, strategy);
  EXPECT_TRUE(strategy.exhausted());
  EXPECT_EQ(seen.endless, 0U);
  EXPECT_EQ(seen.outcomes, std::set<std::string>{"0:7, 1: | 1 7 0 0"});
}

TEST(DepthFirst, proves_nothing_about_a_program_that_changes_between_executions) {
  DepthFirst strategy;
  ASSERT_TRUE(strategy.begin_execution(0));
  static_cast<void>(run({{store(0, 1), store(0, 2)}, {store(0, 3)}}, strategy));
  ASSERT_TRUE(strategy.begin_execution(1));
  static_cast<void>(run({{store(0, 1)}}, strategy));
  EXPECT_TRUE(strategy.nondeterministic());
  EXPECT_FALSE(strategy.begin_execution(2));
  EXPECT_FALSE(strategy.exhausted());
}

}  // namespace
}  // namespace explorer
