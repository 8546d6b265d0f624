#include <gtest/gtest.h>

#include "fixture_program.h"
#include "system/files.h"

namespace runner {
namespace {

using Json = nlohmann::json;

// The fixture catalogue in a place where tests may plant faults, and the record of its strength.
class Strength : public testing::Test {
 protected:
  Strength() {
    std::filesystem::copy(KATA_FIXTURES, root_, std::filesystem::copy_options::recursive);
  }

  // Few seeds and little stress: what is tested is what becomes of the figures.
  [[nodiscard]] Graded measure(std::vector<std::string> more) const {
    more.insert(more.begin(), {"strength", "--record", record_, "--seeds", "2", "--tsan-seeds", "1",
                               "--stress-seconds", "3"});
    return run(more);
  }
  [[nodiscard]] Graded check() const { return run({"strength", "--record", record_, "--check"}); }
  [[nodiscard]] Graded run(const std::vector<std::string>& arguments) const {
    return program_.run(arguments, {"KATA_ROOT=" + root_.string()});
  }
  // FixtureProgram reads what is called so.
  [[nodiscard]] static Json entry(const Graded& graded, const char* list, const char* name) {
    for (const Json& one : graded.verdict["katas"][0][list]) {
      if (one["name"] == name) return one;
    }
    return {};
  }
  void plant(const std::string& file, const std::string& text) const {
    write_file(root_ / file, text);
  }

  FixtureProgram program_;
  std::filesystem::path root_ = program_.scratch() / "repository";
  std::string record_ = (program_.scratch() / "verdict.json").string();
};

TEST_F(Strength, measures_a_wrong_solution_once_and_publishes_it) {
  const Graded first = measure({"--only", "forgets_to_notify"});
  EXPECT_EQ(first.exit_code, 0) << first.screen;
  const Json fault = entry(first, "faults", "forgets_to_notify");
  EXPECT_EQ(fault["explorer"]["declared"], 2) << fault.dump(1);
  EXPECT_EQ(fault["tsan"]["asked"], 1);
  EXPECT_EQ(fault["grading"]["finding"], "lost_wakeup");
  EXPECT_GE(fault["grading"]["schedules"], 1);
  // Nobody waits in the plain test.
  EXPECT_EQ(fault["plain"]["how"], "passed") << fault.dump(1);
  EXPECT_EQ(fault["stress"]["caught"], 0) << fault.dump(1);
  EXPECT_GE(fault["stress"]["rounds"], 1);
  const std::string page = read_file(program_.scratch() / "verdict.md").value_or("");
  EXPECT_NE(page.find("`forgets_to_notify` | Who changes the condition"), std::string::npos);
  EXPECT_NE(first.screen.find("1 of 1"), std::string::npos) << first.screen;
  const Graded second = measure({"--only", "forgets_to_notify"});
  EXPECT_EQ(second.screen.find("1 of 1"), std::string::npos) << second.screen;
  EXPECT_EQ(second.verdict, first.verdict);
}

TEST_F(Strength, the_stress_loop_sees_a_race_and_the_plain_run_does_not) {
  const Graded graded = measure({"--only", "no_lock"});
  EXPECT_EQ(entry(graded, "faults", "no_lock")["stress"]["how"], "race") << graded.screen;
}

TEST_F(Strength, a_right_solution_is_graded_under_all_circumstances_and_never_rejected) {
  const Graded graded = measure({"--only", "yielding", "--graders-only"});
  EXPECT_EQ(graded.exit_code, 0) << graded.screen;
  const Json gradings = entry(graded, "right", "accepted/yielding")["gradings"];
  EXPECT_EQ(gradings.size(), 7U) << gradings.dump(1);
  for (const Json& count : gradings) EXPECT_EQ(count, (Json{{"gradings", 1}, {"rejections", 0}}));
}

TEST_F(Strength, right_solutions_are_graded_round_by_round) {
  const std::vector<std::string> twice = {"--only", "ce", "--graders-only", "--gradings", "2"};
  const Graded graded = measure(twice);
  EXPECT_EQ(graded.exit_code, 0) << graded.screen;
  EXPECT_NE(graded.screen.find("1 of 4: tally reference"), std::string::npos) << graded.screen;
  EXPECT_NE(graded.screen.find("3 of 4: tally reference"), std::string::npos) << graded.screen;
  for (const char* name : {"reference", "accepted/yielding"}) {
    for (const Json& count : entry(graded, "right", name)["gradings"]) {
      EXPECT_EQ(count["gradings"], 2) << name;
    }
  }
}

TEST_F(Strength, a_right_solution_that_is_rejected_is_said_aloud) {
  plant("graders/tally/accepted/wrong/tally.h", "// accept: core\n#pragma once\n#include \"" +
                                                    std::string(KATA_FIXTURES) +
                                                    "/submissions/wrong_result/tally/tally.h\"\n");
  const Graded graded = measure({"--only", "accepted/wrong", "--graders-only"});
  EXPECT_EQ(graded.exit_code, 1) << graded.screen;
  EXPECT_NE(graded.screen.find("wrong_result in counts_alone"), std::string::npos) << graded.screen;
  EXPECT_EQ(entry(graded, "right", "accepted/wrong")["gradings"]["explorer"]["rejections"], 1);
}

TEST_F(Strength, what_is_published_is_checked_without_measuring) {
  EXPECT_EQ(check().exit_code, 2);
  EXPECT_EQ(measure({"--only", "nothing_at_all"}).exit_code, 0);
  EXPECT_EQ(check().exit_code, 0) << check().screen;
  plant("graders/tally/faulty/newest/tally.h", "// expect: hang in counts_alone\n");
  const Graded stale = check();
  EXPECT_EQ(stale.exit_code, 1);
  EXPECT_NE(stale.screen.find("newest is not on record"), std::string::npos) << stale.screen;
  EXPECT_EQ(run({"strength", "--record", record_, "--page"}).exit_code, 0);
  EXPECT_EQ(check().exit_code, 0) << check().screen;
  write_file(program_.scratch() / "verdict.md", "edited by hand\n");
  EXPECT_EQ(check().exit_code, 1);
}

TEST_F(Strength, a_damaged_record_is_named_and_left_alone) {
  write_file(record_, "{\"version\": 1");
  const Graded graded = measure({"--only", "no_lock"});
  EXPECT_EQ(graded.exit_code, 2);
  EXPECT_NE(graded.screen.find("verdict.json"), std::string::npos) << graded.screen;
  EXPECT_EQ(read_file(record_), "{\"version\": 1");
}

}  // namespace
}  // namespace runner
