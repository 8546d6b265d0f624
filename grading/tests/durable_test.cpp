// Crash points, processes that die, interruption between statements: what reaches the runner, in
// each stage. The fixture's path comes in the environment.
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "fixture_run.h"

namespace grading::tests {
namespace {

FixtureRun run(const std::string& behaviour) {
  return run_fixture(std::getenv("GRADING_FIXTURE"), {"--kata-behaviour=" + behaviour});
}

// The one failure's message; empty if it passed.
std::string failure_of(const FixtureRun& run) {
  const auto failures = run.of_type("failure");
  EXPECT_LE(failures.size(), 1U);
  EXPECT_EQ(run.end_status(), failures.empty() ? "pass" : "fail");
  return failures.empty() ? std::string() : failures[0].at("message").get<std::string>();
}

bool begins_and_ends(const std::string& text, const std::string& begin, const std::string& end) {
  return text.starts_with(begin) && text.ends_with(end);
}

TEST(SurviveCrashes, passes_when_every_death_is_survived) {
  const FixtureRun survived = run("one_transaction");
  EXPECT_EQ(failure_of(survived), "");
  EXPECT_GE(survived.messages.back().at("runs"), 10) << "points";
}

TEST(SurviveCrashes, tells_where_it_was_killed_and_what_was_found) {
  const std::string failure = failure_of(run("two_transactions"));
  EXPECT_TRUE(begins_and_ends(failure, "after a crash just ", ": the sum is 70, expected 100"))
      << failure;
}

TEST(SurviveCrashes, runs_once_without_a_crash) {
  EXPECT_EQ(failure_of(run("wrong_without_a_crash")),
            "without any crash: the sum is 70, expected 100");
}

TEST(SurviveCrashes, takes_exceptions_for_failures) {
  EXPECT_NE(failure_of(run("next_throws")).find("cannot read it"), std::string::npos);
  EXPECT_NE(failure_of(run("life_throws")).find("cannot begin"), std::string::npos);
}

TEST(SurviveCrashes, does_not_take_a_killed_successor_for_a_survivor) {
  EXPECT_TRUE(failure_of(run("next_is_killed")).starts_with("without any crash: "));
}

TEST(DyingProcess, dies_alone) { EXPECT_EQ(failure_of(run("dies")), ""); }

TEST(DyingProcess, has_to_die) {
  EXPECT_NE(failure_of(run("does_not_die")).find("returned before"), std::string::npos);
  EXPECT_NE(failure_of(run("throws_instead")).find("an exception: not so"), std::string::npos);
}

TEST(DyingProcess, of_a_stub_is_a_stub) {
  for (const char* behaviour : {"dying_stub", "killed_stub"}) {
    const auto failures = run(behaviour).of_type("failure");
    ASSERT_EQ(failures.size(), 1U) << behaviour;
    EXPECT_EQ(failures.at(0).at("finding"), "not_implemented") << behaviour;
  }
}

TEST(Interrupted, stops_before_each_statement_that_begins_without_a_lock) {
  EXPECT_EQ(failure_of(run("interrupts")), "");
}

TEST(Statements, that_never_were_are_noticed) {
  EXPECT_EQ(failure_of(run("misuses")),
            "SQLite is misused: API called with NULL prepared statement");
}

TEST(ScratchDirectory, goes_with_what_is_in_it) { EXPECT_EQ(failure_of(run("cleans_up")), ""); }

}  // namespace
}  // namespace grading::tests
