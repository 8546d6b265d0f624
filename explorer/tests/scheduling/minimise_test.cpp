#include "scheduling/replaying/minimise.h"

#include <gtest/gtest.h>

#include <functional>

#include "scheduling/replaying/guided.h"
#include "scheduling/sampling/random_walk.h"
#include "support/exploring.h"

namespace explorer {
namespace {

using namespace test;

using Fails = std::function<bool(const RunResult&)>;

Trial trial_of(const Program& program, const Fails& fails) {
  return [&program, fails](Strategy& strategy, Trace& trace) {
    EXPECT_TRUE(strategy.begin_execution(0));
    RunResult result = run(program, strategy);
    trace = std::move(result.trace);
    result.trace = trace;
    return fails(result);
  };
}

// The first failing execution of a random walk, made as simple as can be.
Minimised minimise_first_failure(const Program& program, const Fails& fails, std::uint64_t seed = 1,
                                 unsigned max_trials = 500) {
  RandomWalk walk(seed);
  for (std::uint64_t execution = 0; execution < 20'000; ++execution) {
    EXPECT_TRUE(walk.begin_execution(execution));
    const RunResult result = run(program, walk);
    if (fails(result)) return minimise(result.trace, trial_of(program, fails), max_trials);
  }
  ADD_FAILURE() << "no execution fails";
  return {};
}

bool deadlocks(const RunResult& result) { return result.deadlock; }

TEST(Minimise, leaves_one_preemption_for_the_two_lock_deadlock) {
  const ThreadCode noise(10, add(0, 1));
  Program program{noise, noise, noise};
  program[0].insert(program[0].end(), {lock(0), lock(1), unlock(1), unlock(0)});
  program[1].insert(program[1].end(), {lock(1), lock(0), unlock(0), unlock(1)});
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const Minimised result = minimise_first_failure(program, deadlocks, seed);
    // One thread to its first lock, the other to its second, then the bystander and nothing more:
    // the first thread's end needs no switch because it can't move.
    EXPECT_LE(drama_of(result.trace).switches, 2U) << "seed " << seed;
  }
}

TEST(Minimise, finds_the_single_switch_of_a_lost_update) {
  const Program program(2, ThreadCode{add(1, 1), load(0), store(0, 1), add(1, 1)});
  const Fails both_read_zero = [](const RunResult& result) {
    // The second note of each thread is what it read before it wrote.
    std::size_t zeros = 0;
    for (const Event& event : result.trace.events) {
      if (event.operation.kind == OperationKind::atomic_store) break;
      zeros += event.operation.kind == OperationKind::atomic_load ? 1U : 0U;
    }
    return zeros == 2;
  };
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const Minimised result = minimise_first_failure(program, both_read_zero, seed);
    EXPECT_EQ(drama_of(result.trace).switches, 2U) << "seed " << seed;
  }
}

TEST(Minimise, drops_answers_that_do_not_matter) {
  const Program program{{choose(4), choose(4), choose(4), store(0, 1)}, {choose(9), load(0)}};
  const Fails reads_one = [](const RunResult& result) {
    return result.outcome.find(",1, |") != std::string::npos &&
           result.outcome.find(",2,") != std::string::npos;
  };
  const Minimised result = minimise_first_failure(program, reads_one);
  EXPECT_EQ(drama_of(result.trace).answers, 1U);
  EXPECT_EQ(drama_of(result.trace).switches, 1U);
}

// Whether thread `t` had made exactly `count` steps when the event at `position` happened.
bool had_made(const Trace& trace, std::size_t position, ThreadIndex t, unsigned count) {
  unsigned made = 0;
  for (std::size_t i = 0; i < position; ++i) made += trace.events[i].thread == t ? 1U : 0U;
  return made == count;
}

TEST(Minimise, moves_a_block_up_where_it_cannot_be_moved_down) {
  // Fails if the last thread runs after two of the first thread's steps and all of the second's,
  // and the second after one or two of the first's: one, two, two, then three in the fewest blocks.
  const Program program{ThreadCode(6, add(0, 1)), ThreadCode(2, add(1, 1)), {add(2, 1)}};
  const Fails fails = [](const RunResult& result) {
    bool second_in_time = false;
    for (std::size_t i = 0; i < result.trace.events.size(); ++i) {
      const ThreadIndex thread = result.trace.events[i].thread;
      if (thread == 1 && had_made(result.trace, i, 1, 0)) {
        second_in_time = had_made(result.trace, i, 0, 1) || had_made(result.trace, i, 0, 2);
      }
      if (thread == 2) {
        return second_in_time && had_made(result.trace, i, 0, 2) && had_made(result.trace, i, 1, 2);
      }
    }
    return false;
  };
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const Minimised result = minimise_first_failure(program, fails, seed);
    EXPECT_EQ(drama_of(result.trace).switches, 3U) << "seed " << seed;
  }
}

TEST(Minimise, leaves_bystanders_out_where_the_execution_ends_with_the_failure) {
  const Program program{ThreadCode(6, add(0, 1)), {add(1, 1)}, ThreadCode(3, add(2, 1))};
  // Ends the trace with the second thread's step; fails if the first had made two by then.
  const Trial trial = [&](Strategy& strategy, Trace& trace) {
    EXPECT_TRUE(strategy.begin_execution(0));
    trace = run(program, strategy).trace;
    std::size_t end = 0;
    while (trace.events[end].thread != 1) ++end;
    trace.events.resize(end + 1);
    std::erase_if(trace.choices, [&](const Choice& choice) { return choice.step > end; });
    return had_made(trace, end, 0, 2);
  };
  Outline outline;
  outline.blocks = {{0, 1}, {2, 1}, {0, 1}, {2, 2}, {1, 1}};
  Guided guided(outline);
  Trace failing;
  ASSERT_TRUE(trial(guided, failing));
  ASSERT_EQ(drama_of(failing).switches, 4U);
  EXPECT_EQ(drama_of(minimise(failing, trial).trace).switches, 1U);
}

TEST(Minimise, cuts_off_a_long_tail_with_few_trials) {
  // Fails by its first two steps; hundreds of switches follow.
  const Program program(3, ThreadCode(200, add(0, 1)));
  const Fails fails = [](const RunResult& result) {
    return result.trace.events[0].thread == 1 && result.trace.events[1].thread == 2;
  };
  const Minimised result = minimise_first_failure(program, fails, 1, 40);
  EXPECT_LE(drama_of(result.trace).switches, 4U);
}

TEST(Minimise, runs_no_more_trials_than_allowed) {
  const Program program(4, ThreadCode(20, add(0, 1)));
  const Fails always = [](const RunResult&) { return true; };
  EXPECT_LE(minimise_first_failure(program, always, 1, 3).trials, 3U);
  const Minimised none = minimise_first_failure(program, always, 1, 0);
  EXPECT_EQ(none.trials, 0U);
  EXPECT_FALSE(none.trace.events.empty());
}

TEST(Minimise, of_what_fails_always_leaves_no_switch_but_those_between_threads) {
  const Program program(4, ThreadCode(20, add(0, 1)));
  const Minimised result = minimise_first_failure(program, [](const RunResult&) { return true; });
  EXPECT_EQ(drama_of(result.trace).switches, 3U);
}

TEST(Guided, follows_the_outline_of_an_execution_to_the_same_execution) {
  const ThreadCode waiter{lock(0), wait(0, 0), add(0, 1), unlock(0)};
  const Program program{waiter,
                        waiter,
                        {lock(0), notify_one(0), notify_one(0), unlock(0)},
                        {add(1, 1), choose(3), add(1, 2), load(0)}};
  RandomWalk walk(4);
  for (std::uint64_t execution = 0; execution < 300; ++execution) {
    ASSERT_TRUE(walk.begin_execution(execution));
    const RunResult original = run(program, walk);
    Guided guided(outline_of(original.trace));
    ASSERT_TRUE(guided.begin_execution(0));
    EXPECT_EQ(run(program, guided).outcome, original.outcome);
  }
}

}  // namespace
}  // namespace explorer
