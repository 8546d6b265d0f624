// ThreadSanitizer's reports as the runner gets them, and the false ones it must not get.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <set>
#include <string>
#include <vector>

#include "fixture_run.h"

namespace grading::tests {
namespace {

using nlohmann::json;

FixtureRun run(const std::string& behaviour) {
  return run_fixture(std::getenv("GRADING_FIXTURE"), {"--kata-behaviour=" + behaviour});
}

// The kinds that were reported, without repetition.
std::vector<std::string> kinds(const FixtureRun& run) {
  std::vector<std::string> found;
  for (const json& race : run.of_type("race")) {
    const std::string kind = race.at("kind");
    if (std::find(found.begin(), found.end(), kind) == found.end()) found.push_back(kind);
  }
  return found;
}

using Kinds = std::vector<std::string>;

TEST(Tsan, a_race_tells_both_accesses_with_their_stacks) {
  const FixtureRun raced = run("plain_writes");
  ASSERT_GE(raced.of_type("race").size(), 1U);
  const json race = raced.of_type("race").at(0);
  EXPECT_EQ(race.at("kind"), "data-race");
  EXPECT_EQ(race.at("fences"), false);
  EXPECT_EQ(race.at("location").at("what"), "stack");
  ASSERT_EQ(race.at("accesses").size(), 2U);
  for (const json& access : race.at("accesses")) {
    EXPECT_EQ(access.at("size"), 4);
    EXPECT_EQ(access.at("atomic"), false);
    EXPECT_GE(access.at("stack").size(), 2U);
  }
  EXPECT_NE(race.at("accesses").at(0).at("thread"), race.at("accesses").at(1).at("thread"));
  EXPECT_EQ(raced.end_status(), "fail");
}

TEST(Tsan, a_race_names_the_participants) {
  const FixtureRun raced = run("plain_writes");
  ASSERT_GE(raced.of_type("race").size(), 1U);
  std::set<std::string> names;
  const json race = raced.of_type("race").at(0);
  for (const json& thread : race.at("threads")) names.insert(thread.at("name"));
  EXPECT_TRUE(names.contains("the first"));
  EXPECT_TRUE(names.contains("the second"));
}

TEST(Tsan, the_printed_report_stays_out_of_the_output) {
  EXPECT_EQ(run("plain_writes").output.find("ThreadSanitizer"), std::string::npos);
}

TEST(Tsan, right_code_is_not_reported) {
  for (const char* behaviour :
       {"locked_writes", "timed_writes", "timed_shared_writes", "perturbed_locked_writes"}) {
    const FixtureRun right = run(behaviour);
    EXPECT_EQ(kinds(right), Kinds{}) << behaviour;
    EXPECT_EQ(right.end_status(), "pass") << behaviour;
    EXPECT_EQ(right.exit_status, 0) << behaviour;
  }
}

TEST(Tsan, wrong_twins_are_reported) {
  for (const char* behaviour :
       {"writes_under_timed_shared_lock", "writes_with_timed_locks_of_their_own",
        "writes_without_timed_lock", "perturbed_plain_writes"}) {
    EXPECT_EQ(kinds(run(behaviour)), Kinds{"data-race"}) << behaviour;
  }
}

TEST(Tsan, a_report_says_that_fences_were_used) {
  const FixtureRun fenced = run("fenced_writes");
  // The day the sanitizer understands fences there is nothing to report here.
  ASSERT_EQ(kinds(fenced), Kinds{"data-race"});
  EXPECT_EQ(fenced.of_type("race").at(0).at("fences"), true);
}

TEST(Tsan, other_kinds_have_their_own_names) {
  EXPECT_EQ(kinds(run("uses_what_is_freed")), Kinds{"heap-use-after-free"});
  EXPECT_EQ(kinds(run("inverts_locks")), Kinds{"lock-order-inversion"});
  EXPECT_EQ(kinds(run("forgets_a_thread")), Kinds{"thread-leak"});
}

TEST(Tsan, lock_inversions_come_with_the_stacks_of_the_locks) {
  const json inversion = run("inverts_locks").of_type("race").at(0);
  EXPECT_TRUE(inversion.at("accesses").empty());
  EXPECT_GE(inversion.at("stacks").size(), 2U);
  EXPECT_GE(inversion.at("stacks").at(0).at("stack").size(), 2U);
}

TEST(Tsan, by_hand_a_race_fails_the_test_and_is_printed_with_lines) {
  const FixtureRun raced =
      run_by_hand(std::getenv("GRADING_FIXTURE"), {"--gtest_filter=*.plain_writes"});
  EXPECT_EQ(raced.exit_status, 1);
  EXPECT_NE(raced.output.find("WARNING: ThreadSanitizer: data race"), std::string::npos);
  EXPECT_NE(raced.output.find("tsan_fixture.cpp:"), std::string::npos);
}

}  // namespace
}  // namespace grading::tests
