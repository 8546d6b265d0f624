#include "stages/judge.h"

#include <gtest/gtest.h>

#include <csignal>

#include "messages.h"

namespace runner {
namespace {

using namespace testing;
using Json = nlohmann::json;

BehaviourResult judged(const GraderRun& run) {
  BehaviourInfo info;
  info.name = "b";
  info.sentence = "it behaves";
  return judge(info, run, {}, LearnersCode("/ws/tally/tally.h"));
}

TEST(Judge, an_end_that_says_pass_and_a_clean_exit_are_a_pass) {
  const BehaviourResult result = judged(run_with({hello(), end("pass")}));
  EXPECT_EQ(result.status, Status::pass);
  EXPECT_TRUE(result.finding.empty());
  EXPECT_EQ(result.runs, 3U);
}

TEST(Judge, without_an_end_there_is_no_pass) {
  const BehaviourResult result = judged(run_with({hello()}));
  EXPECT_EQ(result.status, Status::fail);
  EXPECT_EQ(result.finding, "crash");
}

TEST(Judge, the_end_of_another_behaviour_is_no_pass) {
  EXPECT_EQ(judged(run_with({hello(), end("pass", "other")})).status, Status::fail);
}

TEST(Judge, a_pass_with_a_bad_exit_is_no_pass) {
  GraderRun run = run_with({hello(), end("pass")});
  run.outcome.exit_code = 66;
  EXPECT_EQ(judged(run).status, Status::fail);
}

TEST(Judge, a_pass_with_a_signal_is_no_pass) {
  GraderRun run = run_with({hello(), end("pass")});
  run.outcome.ending = Ending::signalled;
  run.outcome.signal = SIGSEGV;
  EXPECT_EQ(judged(run).finding, "crash");
}

TEST(Judge, an_end_that_says_pass_after_a_failure_is_no_pass) {
  const BehaviourResult result =
      judged(run_with({hello(), failure("wrong_result", "is 3"), end("pass")}));
  EXPECT_EQ(result.finding, "wrong_result");
  EXPECT_EQ(result.message, "is 3");
}

TEST(Judge, a_race_weighs_more_than_the_failure_it_led_to) {
  const BehaviourResult result =
      judged(run_with({hello(), failure("wrong_result", "is 3"), race("data-race"), end("fail")}));
  EXPECT_EQ(result.finding, "data_race");
  EXPECT_EQ(result.other_findings, std::vector<std::string>{"wrong_result"});
  EXPECT_NE(result.message.find("also wrong_result: is 3"), std::string::npos);
}

TEST(Judge, a_possible_deadlock_weighs_less_than_what_was_seen) {
  EXPECT_EQ(judged(run_with({hello(), race("lock-order-inversion"), failure("wrong_result", "is 3"),
                             end("fail")}))
                .finding,
            "wrong_result");
  EXPECT_EQ(judged(run_with({hello(), race("lock-order-inversion"), end("fail")})).finding,
            "deadlock");
}

TEST(Judge, interference_weighs_most) {
  GraderRun run = run_with({hello(), failure("wrong_result", "is 3")});
  run.interference = "a line that the grader did not write";
  run.outcome.ending = Ending::refused;
  EXPECT_EQ(judged(run).finding, "misuse");
}

TEST(Judge, terminate_is_told_with_its_exception_and_not_as_an_abort) {
  GraderRun run = run_with(
      {hello(),
       {{"type", "terminate"}, {"exception", "std::runtime_error"}, {"message", "no more room"}}});
  run.outcome.ending = Ending::signalled;
  run.outcome.signal = SIGABRT;
  const BehaviourResult result = judged(run);
  EXPECT_EQ(result.finding, "crash");
  EXPECT_NE(result.message.find("std::runtime_error (\"no more room\")"), std::string::npos);
  EXPECT_EQ(result.message.find("SIGABRT"), std::string::npos);
}

TEST(Judge, a_race_in_code_with_fences_is_not_the_learners_fault) {
  Json message = race("data-race");
  message["fences"] = true;
  const BehaviourResult result = judged(run_with({hello(), message, end("fail")}));
  EXPECT_EQ(result.status, Status::error);
  EXPECT_EQ(result.finding, "unsupported");
}

TEST(Judge, an_interrupted_run_is_not_the_learners_fault) {
  GraderRun run = run_with({hello()});
  run.outcome.ending = Ending::interrupted;
  EXPECT_EQ(judged(run).status, Status::error);
}

TEST(Judge, a_hang_that_the_grader_announced_is_called_deadlock_where_a_mutex_is_waited_for) {
  GraderRun run = run_with({hello(), failure("hang", "it never returns")});
  run.outcome.ending = Ending::hung;
  run.stacks = {{.thread = 7,
                 .name = "adder",
                 .frames = {{"__lll_lock_wait", "", 0, 0}, {"f()", "/ws/tally/tally.h", 12, 1}},
                 .addresses = {0, 0}}};
  const BehaviourResult result = judged(run);
  EXPECT_EQ(result.finding, "deadlock");
  ASSERT_EQ(result.threads.size(), 1U);
  EXPECT_EQ(result.threads[0].doing, "waits for a mutex");
  EXPECT_EQ(result.other_findings.front(), "hang");
}

TEST(Judge, what_the_code_put_into_a_message_cannot_move_the_readers_cursor) {
  const BehaviourResult result =
      judged(run_with({hello(), failure("wrong_result", "is \x1b[2J\xff"), end("fail")}));
  EXPECT_EQ(result.message.find('\x1b'), std::string::npos);
  EXPECT_EQ(result.message.find('\xff'), std::string::npos);
}

TEST(Judge, left_processes_are_a_leak) {
  GraderRun run = run_with({hello(), end("pass")});
  run.outcome.left_behind = 2;
  EXPECT_EQ(judged(run).finding, "leak");
}

}  // namespace
}  // namespace runner
