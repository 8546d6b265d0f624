#include "scheduling/replaying/replay.h"

#include <gtest/gtest.h>

#include "scheduling/replaying/determinism_check.h"
#include "scheduling/sampling/random_walk.h"
#include "support/exploring.h"
#include "trace/token.h"

namespace explorer {
namespace {

using namespace test;

const ThreadCode kWaiter{lock(0), wait(0, 0), add(0, 1), unlock(0)};
const Program kProgram{kWaiter,
                       kWaiter,
                       {lock(0), notify_all(0), unlock(0), choose(5)},
                       {add(1, 1), load(0), add(1, 2), load(0)}};

RunResult sample(const Program& program, std::uint64_t number) {
  RandomWalk walk(11);
  EXPECT_TRUE(walk.begin_execution(number));
  return run(program, walk);
}

void expect_same(const Trace& a, const Trace& b) {
  ASSERT_EQ(a.events.size(), b.events.size());
  for (std::size_t i = 0; i < a.events.size(); ++i) {
    ASSERT_EQ(a.events[i].thread, b.events[i].thread);
    ASSERT_EQ(a.events[i].operation.kind, b.events[i].operation.kind);
  }
}

TEST(Replay, of_a_token_repeats_the_execution_step_by_step) {
  const Program long_program(3, ThreadCode(60, add(0, 1)));
  for (std::uint64_t number = 0; number < 500; ++number) {
    const Program& program = number % 10 == 0 ? long_program : kProgram;
    const RunResult original = sample(program, number);
    const DecodedToken token = decode(encode(schedule_of(original.trace.choices, {})));
    ASSERT_TRUE(token.schedule);
    Replay replay(*token.schedule);
    ASSERT_TRUE(replay.begin_execution(0));
    const RunResult again = run(program, replay);
    EXPECT_FALSE(replay.divergence()) << replay.divergence()->describe();
    EXPECT_EQ(again.outcome, original.outcome);
    expect_same(again.trace, original.trace);
  }
}

TEST(Replay, is_over_after_one_execution) {
  Replay replay(Schedule{});
  EXPECT_TRUE(replay.begin_execution(0));
  EXPECT_FALSE(replay.begin_execution(1));
}

TEST(Replay, of_a_recording_names_the_first_question_that_differs) {
  const RunResult original = sample({{add(0, 1), choose(3)}, {add(0, 1)}}, 1);
  Replay replay(original.trace.choices);
  ASSERT_TRUE(replay.begin_execution(0));
  static_cast<void>(run({{add(0, 1), choose(4)}, {add(0, 1)}}, replay));
  ASSERT_TRUE(replay.divergence());
  EXPECT_NE(replay.divergence()->describe().find("explorer::choose of 3 answers"),
            std::string::npos)
      << replay.divergence()->describe();
  EXPECT_NE(replay.divergence()->actual.find("of 4 answers"), std::string::npos);
}

TEST(Replay, names_the_thread_that_cannot_run) {
  Schedule schedule;
  schedule.length = 3;
  schedule.deviations = {{1, 2}};
  Replay replay(schedule);
  ASSERT_TRUE(replay.begin_execution(0));
  static_cast<void>(run({{add(0, 1), add(0, 1)}, {add(0, 1), add(0, 1)}}, replay));
  ASSERT_TRUE(replay.divergence());
  EXPECT_EQ(replay.divergence()->describe(),
            "replay diverged at step 1 (choice 1): expected thread 2, but only the threads 0 1 "
            "can run");
}

TEST(Replay, notices_executions_that_end_too_early_or_too_late) {
  const Program program{{add(0, 1), add(0, 1)}, {add(0, 1), add(0, 1)}};
  const RunResult original = sample(program, 3);
  for (const int change : {-1, 1}) {
    Schedule schedule = schedule_of(original.trace.choices, {});
    schedule.length = static_cast<std::uint32_t>(static_cast<int>(schedule.length) + change);
    Replay replay(schedule);
    ASSERT_TRUE(replay.begin_execution(0));
    static_cast<void>(run(program, replay));
    EXPECT_TRUE(replay.divergence());
  }
}

TEST(Replay, of_a_token_notices_departures_that_are_possible_all_the_way) {
  // Every answer is possible and the number of questions is the same; only the digest differs.
  const Program program{ThreadCode(40, choose(3)), {}};
  Schedule schedule = schedule_of(sample(program, 5).trace.choices, {});
  ASSERT_FALSE(schedule.checkpoints.empty());
  ASSERT_FALSE(schedule.deviations.empty());
  Deviation& first = schedule.deviations.front();
  ASSERT_LT(first.position, checkpoint_distance(schedule.length));
  first.value = first.value == 1 ? 2 : 1;
  Replay replay(schedule);
  ASSERT_TRUE(replay.begin_execution(0));
  static_cast<void>(run(program, replay));
  ASSERT_TRUE(replay.divergence());
  EXPECT_EQ(replay.divergence()->describe(),
            "replay diverged at step 31 (choice 32): expected the recorded choices, but one of the "
            "last 32 differed");
}

TEST(Replay, of_a_token_notices_other_questions_at_the_next_checkpoint) {
  const Program program(2, ThreadCode(60, add(0, 1)));
  int noticed = 0;
  for (std::uint64_t number = 0; number < 100; ++number) {
    Schedule schedule = schedule_of(sample(program, number).trace.choices, {});
    if (schedule.checkpoints.empty() || schedule.deviations.empty()) continue;
    // One usual choice instead of a recorded one; the rest may well be possible.
    schedule.deviations.erase(schedule.deviations.begin());
    Replay replay(schedule);
    ASSERT_TRUE(replay.begin_execution(0));
    static_cast<void>(run(program, replay));
    noticed += replay.divergence().has_value() ? 1 : 0;
  }
  EXPECT_GT(noticed, 60);
}

TEST(DeterminismCheck, is_content_with_a_deterministic_program) {
  RandomWalk walk(2);
  DeterminismCheck check(walk);
  for (std::uint64_t execution = 0; execution < 200; ++execution) {
    ASSERT_TRUE(check.begin_execution(execution));
    static_cast<void>(run(kProgram, check));
  }
  EXPECT_FALSE(check.difference());
}

TEST(DeterminismCheck, names_the_first_step_that_differs) {
  RandomWalk walk(2);
  DeterminismCheck check(walk);
  ASSERT_TRUE(check.begin_execution(0));
  static_cast<void>(run({{add(0, 1), add(0, 1)}}, check));
  ASSERT_TRUE(check.begin_execution(1));
  static_cast<void>(run({{add(0, 1), add(1, 1)}}, check));
  ASSERT_TRUE(check.difference());
  EXPECT_EQ(check.difference()->step, 1U);
  EXPECT_EQ(check.difference()->expected, "thread 0 to read-modify-write object 1");
  EXPECT_EQ(check.difference()->actual, "it was thread 0 to read-modify-write object 2");
}

TEST(DeterminismCheck, notices_an_execution_that_stops_early) {
  RandomWalk walk(2);
  DeterminismCheck check(walk);
  ASSERT_TRUE(check.begin_execution(0));
  static_cast<void>(run({{add(0, 1), add(0, 1)}}, check));
  ASSERT_TRUE(check.begin_execution(1));
  static_cast<void>(run({{add(0, 1)}}, check));
  ASSERT_TRUE(check.difference());
  EXPECT_EQ(check.difference()->actual, "the execution had ended");
}

}  // namespace
}  // namespace explorer
