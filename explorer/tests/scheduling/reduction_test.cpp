#include <gtest/gtest.h>

#include <random>

#include "scheduling/systematic/depth_first.h"
#include "scheduling/systematic/depth_first_reduced.h"
#include "support/exploring.h"

namespace explorer {
namespace {

using namespace test;

std::uint64_t executions_of(const Program& program) {
  DepthFirstReduced strategy;
  const Exploration seen = explore(program, strategy);
  EXPECT_TRUE(strategy.exhausted());
  EXPECT_EQ(strategy.redundant_executions(), 0U);
  return seen.executions;
}

TEST(Reduction, runs_independent_threads_once) {
  EXPECT_EQ(executions_of({ThreadCode(4, store(0, 1)), ThreadCode(4, store(1, 1)),
                           ThreadCode(4, store(2, 1))}),
            1U);
}

TEST(Reduction, runs_readers_once_and_one_write_at_each_place_among_two_reads) {
  EXPECT_EQ(executions_of({{load(0), load(0)}, {load(0)}, {load(0)}}), 1U);
  EXPECT_EQ(executions_of({{load(0), load(0)}, {store(0, 1)}}), 3U);
}

TEST(Reduction, runs_critical_sections_in_every_order) {
  const ThreadCode critical{lock(0), add(0, 1), unlock(0)};
  EXPECT_EQ(executions_of({critical, critical, critical}), 6U);
}

TEST(Reduction, keeps_separate_locks_apart) {
  const ThreadCode first{lock(0), add(0, 1), unlock(0)};
  const ThreadCode second{lock(1), add(1, 1), unlock(1)};
  EXPECT_EQ(executions_of({first, second, first, second}), 4U);
}

TEST(Reduction, finds_the_two_lock_deadlock) {
  DepthFirstReduced strategy;
  const Exploration seen =
      explore({{lock(0), lock(1), unlock(1), unlock(0)}, {lock(1), lock(0), unlock(0), unlock(1)}},
              strategy);
  EXPECT_GT(seen.deadlocks, 0U);
}

TEST(Reduction, lets_every_waiter_have_the_first_permit_of_a_semaphore) {
  const Program programs[] = {
      {{post(0), add(1, 1), post(0)}, {acquire(0), load(1)}, {acquire(0)}},
      {{acquire(0)}, {acquire(0), load(1)}, {post(0), add(1, 1), post(0)}},
      {{post(0), post(1), add(1, 1), post(0)}, {acquire(0), load(1)}, {acquire(1), acquire(0)}},
      {{post(0)}, {acquire(0), add(1, 1), post(0)}, {acquire(0), add(1, 1), post(0)}},
      // Waiters that come late: when the permits are given they are still elsewhere.
      {{post(0), lock(1), add(1, 2), unlock(1), post(0)},
       {load(2), acquire(0)},
       {load(2), acquire(0), lock(1), add(1, 2), unlock(1)}}};
  for (const Program& program : programs) {
    DepthFirst everything;
    const Exploration all = explore(program, everything);
    DepthFirstReduced reduced;
    const Exploration seen = explore(program, reduced);
    EXPECT_EQ(seen.outcomes, all.outcomes);
    EXPECT_EQ(seen.traces.size(), all.traces.size());
  }
}

TEST(Reduction, sees_what_a_wait_for_a_permit_races_with_in_a_repeat_only) {
  // All classes there are, by search without reduction; that takes 19,455 schedules.
  DepthFirstReduced strategy;
  const Exploration seen = explore({{post(0), load(0), post(0)},
                                    {lock(1), add(2, 1), unlock(1), acquire(0), load(0)},
                                    {try_lock(1), load(3), unlock(1), acquire(0), store(0, 1)}},
                                   strategy);
  EXPECT_EQ(seen.traces.size(), 36U);
  EXPECT_EQ(seen.outcomes.size(), 6U);
}

TEST(Reduction, tries_every_waiter_a_notification_may_wake) {
  const ThreadCode waiter{lock(0), wait(0, 0), add(0, 1), unlock(0)};
  DepthFirstReduced strategy;
  const Exploration seen =
      explore({waiter, waiter, {lock(0), notify_one(0), notify_one(0), unlock(0)}}, strategy);
  EXPECT_TRUE(seen.outcomes.contains("0:0, 1:1, 2: | 2 0 0 0"));
  EXPECT_TRUE(seen.outcomes.contains("0:1, 1:0, 2: | 2 0 0 0"));
  EXPECT_GT(seen.deadlocks, 0U);  // A notification that came too early.
}

// Random programs without deadlock: locks are taken in order and given back.
Program random_program(std::mt19937_64& random) {
  Program program(2 + random() % 2);
  const std::size_t most = program.size() == 2 ? 5 : 3;
  for (ThreadCode& code : program) {
    const std::size_t length = 1 + random() % most;
    while (code.size() < length) {
      const auto x = static_cast<unsigned>(random() % 2);
      switch (random() % 7) {
        case 0:
        case 1:
          code.push_back(load(x));
          break;
        case 2:
        case 3:
          code.push_back(store(x, static_cast<int>(1 + random() % 2)));
          break;
        case 4:
          code.push_back(add(x, 1));
          break;
        case 5:
          code.insert(code.end(), {lock(x), random() % 2 == 0 ? load(2) : add(2, 1), unlock(x)});
          break;
        default:
          code.insert(code.end(), {try_lock(x), load(3), unlock(x)});
      }
    }
  }
  return program;
}

TEST(Reduction, of_random_programs_sees_every_class_of_schedules_once) {
  std::mt19937_64 random(7);
  std::uint64_t redundant = 0;
  std::uint64_t total = 0;
  for (int round = 0; round < 400; ++round) {
    SCOPED_TRACE(round);
    const Program program = random_program(random);
    DepthFirst everything;
    const Exploration all = explore(program, everything);
    DepthFirstReduced reduced;
    const Exploration seen = explore(program, reduced);
    ASSERT_TRUE(reduced.exhausted());
    ASSERT_FALSE(reduced.nondeterministic());
    ASSERT_EQ(seen.traces.size(), all.traces.size());
    ASSERT_EQ(seen.outcomes, all.outcomes);
    ASSERT_EQ(seen.executions - reduced.redundant_executions(), all.traces.size());
    redundant += reduced.redundant_executions();
    total += seen.executions;
  }
  // Sleep sets alone cannot avoid them all; they must stay rare.
  EXPECT_LT(redundant * 20, total);
}

}  // namespace
}  // namespace explorer
