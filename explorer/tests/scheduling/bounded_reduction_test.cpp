// Bounded search with reduction against bounded search without.
#include <gtest/gtest.h>

#include <array>
#include <random>

#include "scheduling/systematic/depth_first.h"
#include "scheduling/systematic/depth_first_bounded.h"
#include "support/exploring.h"

namespace explorer {
namespace {

using namespace test;

struct Counts {
  std::uint64_t all = 0;
  std::uint64_t reduced = 0;
};

// Expects of both what they must have in common. Executions of all bounds up to `bound` count.
Counts compare(const Program& program, unsigned bound) {
  DepthFirst everything(bound);
  const Exploration all = explore(program, everything);
  DepthFirstBounded strategy(bound);
  const Exploration seen = explore(program, strategy);
  EXPECT_TRUE(everything.exhausted());
  EXPECT_TRUE(strategy.exhausted());
  EXPECT_EQ(seen.deadlocks > 0, all.deadlocks > 0);
  // What comes after a deadlock is nobody's business: a search ends there.
  if (all.deadlocks == 0) EXPECT_EQ(seen.outcomes, all.outcomes);
  return {all.executions, seen.executions};
}

// Executions with bounds 0 to 3, without reduction and with.
void expect_counts(const Program& program, const std::array<Counts, 4>& expected) {
  for (unsigned bound = 0; bound < expected.size(); ++bound) {
    SCOPED_TRACE(bound);
    const Counts counts = compare(program, bound);
    EXPECT_EQ(counts.all, expected[bound].all);
    EXPECT_EQ(counts.reduced, expected[bound].reduced);
  }
}

TEST(BoundedReduction, runs_independent_threads_once) {
  expect_counts(
      {ThreadCode(4, store(0, 1)), ThreadCode(4, store(1, 1)), ThreadCode(4, store(2, 1))},
      {{{6, 1}, {66, 1}, {468, 1}, {2220, 1}}});
}

TEST(BoundedReduction, tries_both_orders_of_what_depends_and_no_others) {
  expect_counts(
      {{load(0), load(1), store(2, 1)}, {store(0, 1), store(1, 1)}, {load(2), store(3, 1)}},
      {{{6, 5}, {36, 19}, {128, 43}, {300, 69}}});
}

TEST(BoundedReduction, saves_nothing_where_every_step_depends_on_every_other) {
  expect_counts({ThreadCode(4, add(0, 1)), ThreadCode(4, add(0, 1))},
                {{{2, 2}, {10, 10}, {36, 36}, {80, 80}}});
}

TEST(BoundedReduction, needs_no_preemption_to_order_critical_sections) {
  const ThreadCode critical{lock(0), add(0, 1), unlock(0)};
  expect_counts({critical, critical, critical}, {{{6, 6}, {6, 6}, {6, 6}, {6, 6}}});
}

TEST(BoundedReduction, finds_the_failure_with_fewest_preemptions_first) {
  const Program program{{lock(0), lock(1), unlock(1), unlock(0)},
                        {lock(1), lock(0), unlock(0), unlock(1)}};
  DepthFirstBounded strategy(3);
  std::uint64_t execution = 0;
  bool found = false;
  while (!found && strategy.begin_execution(execution++)) found = run(program, strategy).deadlock;
  EXPECT_TRUE(found);
  EXPECT_EQ(strategy.current_bound(), 1U);
}

TEST(BoundedReduction, proves_nothing_about_a_program_that_changes_between_executions) {
  DepthFirstBounded strategy(1);
  ASSERT_TRUE(strategy.begin_execution(0));
  static_cast<void>(run({{store(0, 1), store(0, 2)}, {store(0, 3)}}, strategy));
  ASSERT_TRUE(strategy.begin_execution(1));
  static_cast<void>(run({{store(0, 1), store(0, 2)}}, strategy));
  EXPECT_TRUE(strategy.nondeterministic());
  EXPECT_FALSE(strategy.begin_execution(2));
  EXPECT_FALSE(strategy.exhausted());
}

class Generator {
 public:
  explicit Generator(std::uint64_t seed) : random_(seed) {}

  // May deadlock. Threads that wait for a permit get it, unless they hold what its giver needs.
  Program program() {
    Program program(2 + below(2));
    const std::size_t most = program.size() == 2 ? 7 : 4;
    for (ThreadCode& code : program) {
      const std::size_t length = 1 + below(most);
      while (code.size() < length) extend(code);
    }
    if (below(2) == 0) {
      program[0].push_back(post(0));
      const auto place = static_cast<std::ptrdiff_t>(below(program[1].size()));
      program[1].insert(program[1].begin() + place, acquire(0));
    }
    return program;
  }
  std::size_t below(std::size_t count) { return random_() % count; }

 private:
  void extend(ThreadCode& code) {
    const auto x = static_cast<unsigned>(below(2));
    const ThreadCode parts[] = {{load(x)},
                                {load(x)},
                                {store(x, 1)},
                                {store(x, 2)},
                                {add(x, 1)},
                                {lock(x), load(2), unlock(x)},
                                {lock(x), add(2, 1), unlock(x)},
                                {try_lock(x), load(3), unlock(x)},
                                {lock(0), lock(1), add(2, 1), unlock(1), unlock(0)},
                                {choose(2)},
                                {lock(0), notify_all(0), unlock(0)}};
    const ThreadCode& part = parts[below(std::size(parts))];
    code.insert(code.end(), part.begin(), part.end());
  }

  std::mt19937_64 random_;
};

TEST(BoundedReduction, of_random_programs_reaches_every_outcome) {
  Generator generator(11);
  Counts total;
  for (int round = 0; round < 1'200; ++round) {
    SCOPED_TRACE(round);
    const Program program = generator.program();
    const Counts counts = compare(program, static_cast<unsigned>(generator.below(4)));
    if (HasFailure()) return;
    total.all += counts.all;
    total.reduced += counts.reduced;
  }
  EXPECT_LT(total.reduced * 6, total.all);
}

}  // namespace
}  // namespace explorer
