// What reaches the runner for each way in which a behaviour can end. The fixture's path comes in
// the environment, since the same tests run it in every stage.
#include <gtest/gtest.h>
#include <signal.h>

#include <cstdlib>
#include <string>

#include "fixture_run.h"

namespace grading::tests {
namespace {

using nlohmann::json;

std::string fixture() { return std::getenv("GRADING_FIXTURE"); }

FixtureRun run(const std::string& behaviour, const StopWhen& stop = nullptr) {
  return run_fixture(fixture(), {"--kata-behaviour=" + behaviour, "--kata-seed=3"}, stop);
}

// The findings of the failures, in order.
std::vector<std::string> findings(const FixtureRun& run) {
  std::vector<std::string> found;
  for (const json& failure : run.of_type("failure")) found.push_back(failure.at("finding"));
  return found;
}

TEST(Harness, lists_every_behaviour_with_tier_sentence_and_limit) {
  const FixtureRun listed = run_fixture(fixture(), {"--kata-list"});
  ASSERT_GE(listed.messages.size(), 4U);
  EXPECT_EQ(listed.exit_status, 0);
  EXPECT_EQ(listed.messages.front().at("type"), "hello");
  EXPECT_EQ(listed.messages.back(), json({{"type", "end"}}));
  EXPECT_EQ(listed.messages.at(1), json({{"type", "behaviour"},
                                         {"name", "passes"},
                                         {"tier", "core"},
                                         {"sentence", "it passes"},
                                         {"limit_ms", 10'000}}));
  EXPECT_EQ(listed.messages.at(2).at("limit_ms"), 30'000);
  EXPECT_EQ(listed.messages.at(3).at("tier"), "senior");
}

TEST(Harness, hello_names_main_and_runtime_threads) {
  const json hello = run("passes").messages.at(0);
  EXPECT_EQ(hello.at("protocol"), 1);
  EXPECT_GT(hello.at("main_thread"), 0);
  EXPECT_GE(hello.at("runtime_threads").size(), 1U);
}

TEST(Harness, a_pass_is_begin_and_end_and_exit_status_0) {
  const FixtureRun passed = run("passes");
  ASSERT_EQ(passed.messages.size(), 3U);
  EXPECT_EQ(passed.messages.at(1), json({{"type", "begin"}, {"name", "passes"}}));
  EXPECT_EQ(passed.messages.at(2).at("name"), "passes");
  EXPECT_EQ(passed.end_status(), "pass");
  EXPECT_EQ(passed.exit_status, 0);
  EXPECT_EQ(passed.output.find("PASSED"), std::string::npos) << "GoogleTest's output leaked";
}

TEST(Harness, a_failure_carries_finding_and_message_through_json) {
  const FixtureRun failed = run("fails");
  const auto failures = failed.of_type("failure");
  ASSERT_EQ(failures.size(), 2U);
  EXPECT_EQ(failures.at(0).at("finding"), "busy_wait");
  EXPECT_EQ(failures.at(0).at("message"), "seen: \"a\\b\"\nand é\uFFFD");
  EXPECT_EQ(failures.at(1).at("finding"), "wrong_result");
  EXPECT_EQ(failures.at(1).at("message"), "one is 1, expected 2");
  EXPECT_EQ(failed.end_status(), "fail");
  EXPECT_NE(failed.exit_status, 0);
}

TEST(Harness, google_tests_assertions_are_failures) {
  EXPECT_EQ(findings(run("asserts")), std::vector<std::string>{"wrong_result"});
}

TEST(Harness, an_escaped_exception_is_a_failure_with_type_and_text) {
  const FixtureRun thrown = run("throws");
  ASSERT_EQ(thrown.of_type("failure").size(), 1U);
  EXPECT_EQ(thrown.of_type("failure").at(0).at("message"),
            "the code under test threw std::runtime_error: broken");
  EXPECT_EQ(thrown.end_status(), "fail");
}

TEST(Harness, a_participants_exception_names_who_threw) {
  EXPECT_EQ(run("participant_throws").of_type("failure").at(0).at("message"),
            "the code under test, called by the thrower, threw std::out_of_range: too far");
}

TEST(Harness, what_is_not_implemented_is_recognised_in_any_thread) {
  for (const char* behaviour : {"is_not_implemented", "is_not_implemented_in_a_thread"}) {
    const FixtureRun stub = run(behaviour);
    EXPECT_EQ(findings(stub), std::vector<std::string>{"not_implemented"}) << behaviour;
    EXPECT_EQ(stub.end_status(), "fail") << behaviour;
  }
}

TEST(Harness, an_uncaught_exception_is_told_before_the_process_ends) {
  // It then holds still for the runner.
  const FixtureRun ended =
      run("terminates", [](const json& message) { return message.at("type") == "crash"; });
  ASSERT_EQ(ended.of_type("terminate").size(), 1U);
  EXPECT_EQ(ended.of_type("terminate").at(0).at("exception"), "std::runtime_error");
  EXPECT_EQ(ended.of_type("terminate").at(0).at("message"), "uncaught");
  EXPECT_EQ(ended.end_status(), "none");
  EXPECT_NE(ended.exit_status, 0);
}

TEST(Harness, exit_in_the_middle_brings_no_end) {
  const FixtureRun ended = run("exits");
  EXPECT_EQ(ended.exit_status, 0);
  EXPECT_EQ(ended.end_status(), "none");
}

TEST(Harness, a_forked_child_cannot_report) {
  const FixtureRun forked = run("forks");
  EXPECT_TRUE(forked.of_type("failure").empty());
  EXPECT_EQ(forked.foreign_lines, 0);
  EXPECT_EQ(forked.end_status(), "pass");
}

TEST(Harness, the_channel_survives_and_hides_from_code_that_handles_descriptors) {
  for (const char* behaviour : {"closes_descriptors", "writes_to_descriptors", "has_no_variable"}) {
    const FixtureRun meddled = run(behaviour);
    EXPECT_EQ(meddled.end_status(), "pass") << behaviour;
    EXPECT_EQ(meddled.foreign_lines, 0) << behaviour;
  }
}

TEST(Harness, a_stuck_participant_is_reported_and_left_for_the_runner_to_look_at) {
  const FixtureRun stuck =
      run("gets_stuck", [](const json& message) { return message.at("type") == "failure"; });
  EXPECT_EQ(findings(stuck), std::vector<std::string>{"lost_wakeup"});
  EXPECT_EQ(stuck.exit_status, -SIGKILL) << "it did not wait";
}

TEST(Harness, participants_that_never_return_do_not_hold_up_a_failed_behaviour) {
  for (const char* behaviour : {"fails_and_gets_stuck", "fails_and_spins"}) {
    const FixtureRun failed = run(behaviour);
    EXPECT_EQ(findings(failed), std::vector<std::string>{"wrong_result"}) << behaviour;
    EXPECT_EQ(failed.end_status(), "fail") << behaviour;
    EXPECT_EQ(failed.exit_status, 1) << behaviour;
  }
}

TEST(Harness, rounds_and_measurements_are_told) {
  const FixtureRun measured = run("measures_and_repeats");
  EXPECT_EQ(measured.messages.back().at("runs"), 7);
  ASSERT_EQ(measured.of_type("measure").size(), 1U);
  EXPECT_EQ(measured.of_type("measure").at(0).at("value"), 3);
  EXPECT_EQ(measured.of_type("measure").at(0).at("limit"), 5);
}

TEST(Harness, unknown_behaviours_and_options_are_refused) {
  EXPECT_EQ(run("no_such_thing").exit_status, 2);
  EXPECT_EQ(run_fixture(fixture(), {"--kata-nonsense"}).exit_status, 2);
}

TEST(Harness, by_hand_it_is_a_googletest_program) {
  const FixtureRun passed = run_by_hand(fixture(), {"--gtest_filter=*.passes"});
  EXPECT_EQ(passed.exit_status, 0);
  EXPECT_NE(passed.output.find("[  PASSED  ]"), std::string::npos);
  const FixtureRun failed = run_by_hand(fixture(), {"--gtest_filter=*.fails"});
  EXPECT_EQ(failed.exit_status, 1);
  EXPECT_NE(failed.output.find("one is 1, expected 2"), std::string::npos);
  EXPECT_EQ(run_by_hand(fixture(), {"--gtest_filter=*.fails_and_spins"}).exit_status, 1);
}

TEST(Harness, by_hand_an_unsolved_kata_exits_with_77) {
  const auto exit_status = [](const std::string& filter) {
    return run_by_hand(fixture(), {"--gtest_filter=" + filter}).exit_status;
  };
  EXPECT_EQ(exit_status("*.is_not_implemented"), 77);
  EXPECT_EQ(exit_status("*.is_not_implemented_in_a_thread"), 77);
  EXPECT_EQ(exit_status("*.is_not_implemented:*.passes"), 1) << "one passed: it is begun";
}

}  // namespace
}  // namespace grading::tests
