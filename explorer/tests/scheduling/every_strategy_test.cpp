// What holds for every strategy.
#include <gtest/gtest.h>

#include "support/exploring.h"
#include "support/strategies.h"

namespace explorer {
namespace {

using namespace test;

class EveryStrategy : public testing::TestWithParam<StrategyKind> {
 protected:
  // The outcomes of all schedules, by exhaustive search, are those that sampling reaches.
  static void expect_every_outcome(const Program& program, std::size_t outcomes) {
    const std::unique_ptr<Strategy> exhaustive = make(StrategyKind::depth_first);
    const Exploration all = explore(program, *exhaustive);
    ASSERT_TRUE(exhaustive->exhausted());
    ASSERT_EQ(all.outcomes.size(), outcomes);
    const std::unique_ptr<Strategy> strategy = make(GetParam());
    const Exploration seen = explore(program, *strategy, 3'000);
    EXPECT_EQ(seen.outcomes, all.outcomes);
    EXPECT_EQ(seen.deadlocks > 0, all.deadlocks > 0);
  }
};

TEST_P(EveryStrategy, reaches_every_outcome_of_store_buffering) {
  expect_every_outcome({{store(0, 1), load(1)}, {store(1, 1), load(0)}}, 3);
}

TEST_P(EveryStrategy, reaches_every_outcome_of_message_passing) {
  expect_every_outcome({{store(0, 1), store(1, 1)}, {load(1), load(0)}}, 3);
}

TEST_P(EveryStrategy, reaches_every_outcome_of_a_lost_update) {
  expect_every_outcome({{load(0), store(0, 1), load(0)}, {load(0), store(0, 2), load(0)}}, 8);
}

TEST_P(EveryStrategy, reaches_every_outcome_of_independent_reads_of_independent_writes) {
  expect_every_outcome({{store(0, 1)}, {store(1, 1)}, {load(0), load(1)}, {load(1), load(0)}}, 15);
}

TEST_P(EveryStrategy, reaches_both_waiters_and_the_early_notification) {
  const ThreadCode waiter{lock(0), wait(0, 0), add(0, 1), unlock(0)};
  expect_every_outcome({waiter, waiter, {lock(0), notify_one(0), notify_one(0), unlock(0)}}, 2);
}

TEST_P(EveryStrategy, reaches_every_answer_of_the_body) {
  expect_every_outcome({{choose(3), choose(2)}, {choose(4)}}, 24);
}

TEST_P(EveryStrategy, finds_the_deadlock_of_two_locks) {
  const std::unique_ptr<Strategy> strategy = make(GetParam());
  const Exploration seen =
      explore({{lock(0), lock(1), unlock(1), unlock(0)}, {lock(1), lock(0), unlock(0), unlock(1)}},
              *strategy, 500);
  EXPECT_GT(seen.deadlocks, 0U);
}

TEST_P(EveryStrategy, lets_spinning_threads_wait_for_others) {
  const std::unique_ptr<Strategy> strategy = make(GetParam());
  const Program program{
      {await(0, 1)}, {await(1, 1), store(0, 1)}, {await(2, 1), store(1, 1)}, {store(2, 1)}};
  EXPECT_EQ(explore(program, *strategy, 500).endless, 0U);
}

TEST_P(EveryStrategy, gives_the_same_schedules_for_the_same_seed) {
  const Program program{{store(0, 1), load(1), choose(3)}, {add(1, 1), load(0)}, {load(0)}};
  const std::unique_ptr<Strategy> first = make(GetParam(), 5);
  const std::unique_ptr<Strategy> second = make(GetParam(), 5);
  for (std::uint64_t execution = 0; execution < 200; ++execution) {
    const bool goes_on = first->begin_execution(execution);
    ASSERT_EQ(second->begin_execution(execution), goes_on);
    if (!goes_on) return;
    const RunResult a = run(program, *first);
    const RunResult b = run(program, *second);
    ASSERT_EQ(a.outcome, b.outcome);
    ASSERT_EQ(a.trace.choices.size(), b.trace.choices.size());
    for (std::size_t i = 0; i < a.trace.choices.size(); ++i) {
      ASSERT_EQ(a.trace.choices[i].value, b.trace.choices[i].value);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(all, EveryStrategy, testing::ValuesIn(all_strategies()),
                         [](const auto& kind) { return std::string(name(kind.param)); });

}  // namespace
}  // namespace explorer
