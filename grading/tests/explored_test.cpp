// What reaches the runner from behaviours that the explorer runs.
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "fixture_run.h"

namespace grading::tests {
namespace {

using nlohmann::json;

FixtureRun run(const std::string& behaviour, std::vector<std::string> more = {}) {
  more.push_back("--kata-behaviour=" + behaviour);
  return run_fixture(std::getenv("GRADING_FIXTURE"), more);
}

json exploration(const FixtureRun& run) {
  const auto all = run.of_type("exploration");
  return all.size() == 1 ? all.front() : json::object();
}

std::string story(const FixtureRun& run) {
  std::string text;
  for (const json& part : run.of_type("story")) text += part.at("text");
  return text;
}

void expect_failure(const std::string& behaviour, const std::string& finding,
                    const std::string& message) {
  const FixtureRun failed = run(behaviour);
  const auto failures = failed.of_type("failure");
  ASSERT_EQ(failures.size(), 1U) << behaviour;
  EXPECT_EQ(failures.front().at("finding"), finding) << behaviour;
  EXPECT_EQ(failures.front().at("message"), message) << behaviour;
  EXPECT_EQ(exploration(failed).at("finding"), finding) << behaviour;
  EXPECT_EQ(failed.end_status(), "fail") << behaviour;
  EXPECT_NE(failed.exit_status, 0) << behaviour;
}

TEST(Explored, what_holds_in_every_schedule_is_proved) {
  const FixtureRun passed = run("passes_always");
  EXPECT_EQ(passed.end_status(), "pass") << passed.output;
  EXPECT_EQ(passed.exit_status, 0);
  const json found = exploration(passed);
  EXPECT_EQ(found.at("finding"), "none");
  EXPECT_TRUE(found.at("exhausted").get<bool>());
  EXPECT_TRUE(found.at("verdict").get<std::string>().starts_with("proved: ")) << found;
  EXPECT_EQ(passed.messages.back().at("runs"), found.at("schedules"));
}

TEST(Explored, a_failing_schedule_is_told_and_replayed) {
  const FixtureRun failed = run("fails_in_few");
  const json found = exploration(failed);
  EXPECT_EQ(failed.of_type("failure").at(0).at("message"), "the value is 1, expected 2");
  ASSERT_FALSE(found.at("token").get<std::string>().empty());
  for (const char* backend : {"fibers", "kernel_threads"}) {
    const FixtureRun again =
        run("fails_in_few", {"--kata-replay=" + found.at("token").get<std::string>(),
                             std::string("--kata-backend=") + backend});
    EXPECT_EQ(exploration(again).at("finding"), "wrong_result") << backend;
    EXPECT_EQ(exploration(again).at("schedules"), 1) << backend;
    EXPECT_EQ(story(again), story(failed)) << backend;
  }
}

TEST(Explored, a_token_of_another_behaviour_is_not_the_learners_fault) {
  const std::string token = exploration(run("fails_in_few")).at("token");
  const FixtureRun other = run("draws", {"--kata-replay=" + token});
  EXPECT_EQ(exploration(other).at("finding"), "internal_error");
}

TEST(Explored, stories_hide_the_grader_and_name_the_participants) {
  const std::string text = story(run("fails_in_few"));
  EXPECT_NE(text.find("an adder"), std::string::npos) << text;
  EXPECT_EQ(text.find("fixture"), std::string::npos) << text;
  EXPECT_EQ(text.find(".cpp"), std::string::npos) << text;
}

TEST(Explored, stories_leave_the_graders_draws_out) {
  const FixtureRun failed = run("draws_in_between");
  EXPECT_NE(story(failed).find("the value is 1"), std::string::npos) << story(failed);
  EXPECT_EQ(story(failed).find("choose"), std::string::npos) << story(failed);
}

TEST(Explored, stories_come_in_the_format_that_was_asked_for) {
  EXPECT_TRUE(json::accept(story(run("fails_in_few", {"--kata-story=json"}))));
  EXPECT_TRUE(json::accept(story(run("fails_in_few", {"--kata-story=trace"}))));
  EXPECT_EQ(story(run("fails_in_few", {"--kata-story=mermaid"})).find("sequenceDiagram"), 0U);
}

TEST(Explored, a_failure_keeps_the_graders_finding) {
  expect_failure("fails_with_a_kind", "serialized", "things went one by one");
}

TEST(Explored, the_explorer_knows_better_than_a_hang) {
  expect_failure("waits_in_vain", "lost_wakeup", "one of two was not let go");
}

TEST(Explored, summaries_name_no_place_of_the_grader) {
  const std::string wrong = exploration(run("fails_in_few")).at("summary");
  EXPECT_TRUE(wrong.starts_with("wrong_result: the value is 1, expected 2")) << wrong;
  const std::string lost = exploration(run("waits_in_vain")).at("summary");
  EXPECT_NE(lost.find("woke the second instead"), std::string::npos) << lost;
  const std::string race = exploration(run("races")).at("summary");
  EXPECT_TRUE(race.ends_with(" while one writes it, with nothing to order them")) << race;
  for (const std::string& summary : {wrong, lost, race}) {
    EXPECT_EQ(summary.find(".cpp"), std::string::npos) << summary;
    EXPECT_EQ(summary.find("grading_body"), std::string::npos) << summary;
  }
}

TEST(Explored, the_grader_knows_better_than_a_deadlock) {
  expect_failure("knows_what_was_lost", "lock_held_while_blocking", "it holds its lock");
}

TEST(Explored, who_trips_does_not_sleep_on) {
  expect_failure("trips_after_a_wait", "unguarded_wait",
                 "the reader's wait may return without a notify, and the condition is not checked "
                 "again");
}

TEST(Explored, a_deadline_in_an_hour_lets_nobody_go) {
  expect_failure("waits_an_hour", "lost_wakeup", "only its deadline let it go");
}

TEST(Explored, exceptions_are_failures_even_while_others_wait) {
  expect_failure("throws_beside_a_waiter", "wrong_result",
                 "the code under test threw std::runtime_error: broken");
  expect_failure("stub_throws_beside_a_waiter", "not_implemented", "not implemented");
  const json crashed = exploration(run("terminates"));
  EXPECT_EQ(crashed.at("finding"), "crash");
  const std::string summary = crashed.at("summary");
  EXPECT_NE(summary.find("std::runtime_error: uncaught"), std::string::npos) << summary;
  EXPECT_EQ(summary.find("cxa_throw"), std::string::npos) << summary;
}

TEST(Explored, assertions_of_any_thread_fail_the_schedule) {
  const FixtureRun failed = run("assertion_in_a_thread");
  ASSERT_EQ(failed.of_type("failure").size(), 1U);
  const std::string message = failed.of_type("failure").at(0).at("message");
  EXPECT_NE(message.find("came late"), std::string::npos) << message;
  EXPECT_EQ(exploration(failed).at("finding"), "wrong_result");
}

TEST(Explored, makespan_and_locks_held_are_exact) {
  EXPECT_EQ(run("works_side_by_side").end_status(), "pass");
  expect_failure("calls_under_a_lock", "lock_held_while_blocking",
                 "the service was called by a thread that held a lock");
  expect_failure("takes_turns", "serialized", "the work took 40 ms, where 20 ms are enough");
}

TEST(Explored, races_are_found_without_a_sanitizer) {
  EXPECT_EQ(exploration(run("races")).at("finding"), "data_race");
}

TEST(Explored, participants_and_time_are_as_on_real_threads) {
  for (const char* behaviour :
       {"spins", "time_is_virtual", "deadlines_wait", "days_pass", "runs_free"}) {
    const FixtureRun passed = run(behaviour);
    EXPECT_EQ(passed.end_status(), "pass") << behaviour << passed.output << story(passed);
  }
  EXPECT_EQ(run("deadlines_pass").end_status(), "fail");
}

TEST(Explored, a_look_at_free_threads_is_the_graders_own_fault) {
  const auto failures = run("looks_where_nothing_is_known").of_type("failure");
  ASSERT_EQ(failures.size(), 1U);
  EXPECT_EQ(failures.at(0).at("finding"), "internal_error");
}

TEST(Explored, a_shortage_of_threads_ends_with_its_schedule) {
  expect_failure("fails_while_short", "wrong_result", "it is short of threads");
}

TEST(Explored, draws_and_measurements_belong_to_the_schedule) {
  EXPECT_EQ(run("draws").of_type("failure").at(0).at("message"), "it drew a five");
  const auto measured = run("measures").of_type("measure");
  ASSERT_EQ(measured.size(), 1U);
  EXPECT_EQ(measured.at(0).at("value"), 3);
}

TEST(Explored, another_budget_and_unknown_values_are_taken_note_of) {
  EXPECT_EQ(exploration(run("measures", {"--kata-schedules=2"})).at("schedules"), 2);
  for (const char* option : {"--kata-schedules=0", "--kata-schedules=x", "--kata-backend=both",
                             "--kata-story=film", "--kata-replay=", "--kata-replays=A"}) {
    EXPECT_EQ(run("measures", {option}).exit_status, 2) << option;
  }
}

}  // namespace
}  // namespace grading::tests
