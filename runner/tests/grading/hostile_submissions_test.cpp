// One submission for every way in which code can be wrong or can try to trick its grader.
#include <gtest/gtest.h>

#include <ostream>

#include "fixture_program.h"

namespace runner {
namespace {

using Json = nlohmann::json;

struct Expected {
  std::string submission;
  std::string behaviour;  // Which of them shows it; empty: any.
  std::string finding;
  std::string message;  // A part of it.
};

void PrintTo(const Expected& expected, std::ostream* out) { *out << expected.submission; }

class Hostile : public ::testing::TestWithParam<Expected> {};

void expect_rejected(const Expected& expected, const std::vector<std::string>& more = {}) {
  const FixtureProgram program;
  const Graded graded = program.grade(expected.submission, more);
  EXPECT_EQ(graded.exit_code, 1) << graded.screen;
  ASSERT_TRUE(graded.verdict.is_object()) << graded.screen;
  EXPECT_EQ(graded.verdict["status"], "fail");
  const Json found = graded.with_finding(expected.finding);
  ASSERT_FALSE(found.is_null()) << graded.verdict.dump(2);
  if (!expected.behaviour.empty()) EXPECT_EQ(found["name"], expected.behaviour);
  const std::string message = found["message"];
  EXPECT_NE(message.find(expected.message), std::string::npos) << message;
}

TEST_P(Hostile, is_rejected_for_what_it_does) { expect_rejected(GetParam()); }

INSTANTIATE_TEST_SUITE_P(
    Submissions, Hostile,
    ::testing::Values(
        Expected{"wrong_result", "counts_alone", "wrong_result", "is 7, expected 5"},
        Expected{"data_race", "exact_under_contention", "data_race", "with nothing to order them"},
        Expected{"segfault", "counts_alone", "crash", "SIGSEGV"},
        Expected{"aborts", "counts_alone", "crash", "abort()"},
        Expected{"terminates", "counts_alone", "crash", "no more room"},
        Expected{"exits_with_success", "counts_alone", "crash", "exit(0)"},
        Expected{"prints_success", "counts_alone", "crash", "exit(0)"},
        Expected{"exits_at_start", "", "crash", "before the first behaviour could begin"},
        Expected{"throws_at_start", "", "crash", "std::runtime_error was thrown"},
        Expected{"prints_without_end", "counts_alone", "unbounded", "printed more than 1 MiB"},
        Expected{"memory_growth", "", "unbounded", "memory grew without end"},
        Expected{"starts_processes", "counts_alone", "unbounded", "more and more processes"},
        Expected{"leaves_a_process", "counts_alone", "leak", "still there"},
        Expected{"writes_everywhere", "counts_alone", "wrong_result", "is 7, expected 5"},
        Expected{"stops_itself", "counts_alone", "crash", "sends itself SIGSTOP"},
        Expected{"kills_parent", "counts_alone", "misuse", "the process that watches over it"},
        Expected{"leaks_a_thread", "counts_alone", "leak", "neither joined nor detached"},
        Expected{"use_after_free", "counts_alone", "use_after_free", "had freed"},
        Expected{"spins", "adding_wakes_the_waiter", "busy_wait", "runs in a loop"},
        Expected{"unlocks_never", "counts_alone", "deadlock", "which it holds itself"},
        Expected{"waits_for_ever", "adding_wakes_the_waiter", "lost_wakeup",
                 "wait_for(2) still waits at 2"}),
    [](const auto& info) { return info.param.submission; });

class HostileOnRealThreads : public ::testing::TestWithParam<Expected> {};

TEST_P(HostileOnRealThreads, is_rejected_by_the_sanitizer_alone) {
  expect_rejected(GetParam(), {"--stage", "tsan"});
}

INSTANTIATE_TEST_SUITE_P(
    Submissions, HostileOnRealThreads,
    ::testing::Values(
        Expected{"data_race", "exact_under_contention", "data_race",
                 "two threads use `sum_` without ordering"},
        Expected{"segfault", "counts_alone", "crash", "SIGSEGV"},
        Expected{"aborts", "counts_alone", "crash", "SIGABRT"},
        Expected{"terminates", "counts_alone", "crash", "std::runtime_error (\"no more room\")"},
        Expected{"exits_with_success", "counts_alone", "crash", "ended the whole program"},
        Expected{"prints_success", "counts_alone", "crash", "with exit code 0"},
        // Where the first of them has ended before the program does.
        Expected{"leaks_a_thread", "", "leak", "nobody joins it"},
        Expected{"use_after_free", "counts_alone", "use_after_free", "freed it"},
        Expected{"spins", "adding_wakes_the_waiter", "busy_wait", "keeps the processor busy"},
        Expected{"unlocks_never", "counts_alone", "deadlock", "every thread waits"},
        Expected{"waits_for_ever", "adding_wakes_the_waiter", "lost_wakeup",
                 "wait_for(2) still waits at 2"}),
    [](const auto& info) { return info.param.submission; });

class Harmless : public ::testing::TestWithParam<std::string> {};

TEST_P(Harmless, passes) {
  const FixtureProgram program;
  const Graded graded = program.grade(GetParam());
  EXPECT_EQ(graded.exit_code, 0) << graded.screen;
  ASSERT_TRUE(graded.verdict.is_object()) << graded.screen;
  EXPECT_EQ(graded.verdict["status"], "pass");
  EXPECT_EQ(graded.verdict["tiers"]["core"]["passed"], 3);
  EXPECT_EQ(graded.verdict["tiers"]["robust"]["passed"], 1);
}

INSTANTIATE_TEST_SUITE_P(Submissions, Harmless,
                         ::testing::Values("passes", "closes_descriptors", "deletes_directory"),
                         [](const auto& info) { return info.param; });

TEST(Grading, a_race_is_told_with_both_accesses_and_their_lines) {
  const FixtureProgram program;
  const Json race = program.grade("data_race", {"--stage", "tsan"}).with_finding("data_race");
  ASSERT_FALSE(race.is_null());
  ASSERT_EQ(race["threads"].size(), 2U) << race.dump(2);
  for (const Json& thread : race["threads"]) {
    ASSERT_FALSE(thread["places"].empty()) << race.dump(2);
    EXPECT_EQ(thread["places"][0]["file"], "tally.h");
    EXPECT_GT(thread["places"][0]["line"], 0);
  }
}

TEST(Grading, a_crash_shows_the_line_of_the_learners_file) {
  for (const auto& [submission, line] :
       {std::pair{"segfault", 12}, std::pair{"aborts", 12}, std::pair{"terminates", 15}}) {
    const FixtureProgram program;
    const Json crash = program.grade(submission, {"--stage", "tsan"}).with_finding("crash");
    ASSERT_FALSE(crash.is_null()) << submission;
    ASSERT_EQ(crash["threads"].size(), 1U) << crash.dump(2);
    EXPECT_EQ(crash["threads"][0]["doing"], "was here");
    EXPECT_EQ(crash["threads"][0]["places"][0]["file"], "tally.h");
    EXPECT_EQ(crash["threads"][0]["places"][0]["line"], line) << submission;
  }
}

TEST(Grading, a_hang_shows_where_the_thread_stands_in_the_learners_file) {
  const FixtureProgram program;
  const Json hang =
      program.grade("waits_for_ever", {"--stage", "tsan"}).with_finding("lost_wakeup");
  ASSERT_FALSE(hang.is_null());
  ASSERT_EQ(hang["threads"].size(), 1U) << hang.dump(2);
  EXPECT_EQ(hang["threads"][0]["thread"], "waiter");
  EXPECT_EQ(hang["threads"][0]["doing"], "waits for a condition variable");
  EXPECT_EQ(hang["threads"][0]["places"][0]["function"], "wait_for()");
}

TEST(Grading, the_stub_is_not_implemented_and_the_rest_is_not_run) {
  const FixtureProgram program;
  const Graded graded = program.grade("stub");
  EXPECT_EQ(graded.exit_code, 1);
  ASSERT_EQ(graded.verdict["behaviours"].size(), 4U) << graded.screen;
  EXPECT_EQ(graded.verdict["behaviours"][0]["finding"], "not_implemented");
  EXPECT_EQ(graded.verdict["behaviours"][3]["status"], "skipped");
}

TEST(Grading, half_a_solution_is_told_what_is_missing) {
  const FixtureProgram program;
  const Graded graded = program.grade("not_implemented");
  EXPECT_EQ(graded.exit_code, 1);
  EXPECT_EQ(graded.with_finding("not_implemented")["name"], "adding_wakes_the_waiter");
  EXPECT_EQ(graded.verdict["tiers"]["core"]["passed"], 2);
}

TEST(Grading, what_the_sanitizer_cannot_understand_passes_on_the_explorers_word) {
  const FixtureProgram program;
  const Graded graded = program.grade("uses_fences");
  EXPECT_EQ(graded.exit_code, 0) << graded.screen;
  const Json& contended = graded.verdict["behaviours"][1];
  EXPECT_EQ(contended["stage"], "explorer") << contended.dump(2);
  EXPECT_NE(contended["note"].dump().find("std::atomic_thread_fence"), std::string::npos);
}

TEST(Grading, what_the_explorer_cannot_follow_is_left_to_the_sanitizer) {
  const FixtureProgram program;
  const Json process = program.grade("leaves_a_process").with_finding("leak");
  ASSERT_FALSE(process.is_null());
  EXPECT_EQ(process["stage"], "tsan");
  EXPECT_EQ(process["stages"], (Json{"explorer", "tsan"}));
  EXPECT_NE(process["note"].dump().find("the explorer could not judge it"), std::string::npos);
}

TEST(Grading, what_the_sanitizer_cannot_understand_is_not_the_learners_fault) {
  const FixtureProgram program;
  const Graded graded = program.grade("uses_fences", {"--stage", "tsan"});
  EXPECT_EQ(graded.exit_code, 2) << graded.screen;
  EXPECT_EQ(graded.verdict["status"], "error");
  EXPECT_NE(graded.screen.find("std::atomic_thread_fence"), std::string::npos);
}

TEST(Grading, failures_never_show_the_graders_code) {
  const FixtureProgram program;
  for (const char* submission : {"wrong_result", "unlocks_never", "lacks_a_member"}) {
    const Graded graded = program.grade(submission);
    EXPECT_EQ(graded.screen.find("tally_grader"), std::string::npos) << graded.screen;
    EXPECT_EQ(graded.verdict.dump().find("tally_grader"), std::string::npos);
  }
}

}  // namespace
}  // namespace runner
