#include <gtest/gtest.h>

#include <string>

#include "../grading/fixture_program.h"
#include "system/files.h"

namespace runner {
namespace {

using Json = nlohmann::json;

bool says(const Graded& ran, const std::string& words) {
  return ran.screen.find(words) != std::string::npos;
}

std::string json_file(const FixtureProgram& program) {
  return (program.scratch() / "verdict.json").string();
}

// A copy of the fixture graders that tests may change.
std::string copied_graders(const FixtureProgram& program) {
  const auto folder = program.scratch() / "graders";
  std::filesystem::copy(std::string(KATA_FIXTURES) + "/graders", folder,
                        std::filesystem::copy_options::recursive);
  return folder.string();
}

// The id of the first mutant of an operator.
std::string id_of(const FixtureProgram& program, const std::string& operator_name) {
  const Graded listed = program.run({"mutate", "tally", "--list", "--only", operator_name});
  const auto begin = listed.screen.find(operator_name + ".");
  return begin == std::string::npos
             ? "none"
             : listed.screen.substr(begin, listed.screen.find(' ', begin) - begin);
}

std::string fate_of(const Graded& ran, const std::string& id) {
  if (!ran.verdict.is_object()) return "no report";
  for (const Json& mutant : ran.verdict["mutants"]) {
    if (mutant["id"] == id) return mutant["fate"].get<std::string>();
  }
  return "absent";
}

TEST(Mutate, lists_what_it_would_do_and_grades_nothing) {
  const FixtureProgram program;
  const Graded listed = program.run({"mutate", "tally", "--list"});
  EXPECT_EQ(listed.exit_code, 0) << listed.screen;
  EXPECT_TRUE(says(listed, "- grown_.notify_all();")) << listed.screen;
  EXPECT_TRUE(says(listed, "+ grown_.notify_one();")) << listed.screen;
  EXPECT_FALSE(std::filesystem::exists(program.scratch() / "state/mutation"));
}

TEST(Mutate, shows_one_as_a_patch) {
  const FixtureProgram program;
  const Graded shown = program.run({"mutate", "tally", "--show", id_of(program, "drop_notify")});
  EXPECT_EQ(shown.exit_code, 0) << shown.screen;
  EXPECT_TRUE(says(shown, "@@ -14,7 +14,6 @@")) << shown.screen;
  EXPECT_TRUE(says(shown, "\n-    grown_.notify_all();\n")) << shown.screen;
}

TEST(Mutate, what_the_grader_notices_is_killed) {
  const FixtureProgram program;
  const Graded ran =
      program.run({"mutate", "tally", "--only", "drop_notify", "--json", json_file(program)});
  EXPECT_EQ(ran.exit_code, 0) << ran.screen;
  EXPECT_EQ(ran.verdict["killed"]["explorer"], 1) << ran.screen;
  EXPECT_EQ(ran.verdict["mutants"][0]["behaviour"], "adding_wakes_the_waiter");
  EXPECT_EQ(ran.verdict["mutants"][0]["finding"], "lost_wakeup");
}

// The fixture's grader has a single waiter: it cannot tell notify_one from notify_all.
TEST(Mutate, a_survivor_is_shown_until_it_is_explained) {
  const FixtureProgram program;
  const std::string graders = copied_graders(program);
  const std::string id = id_of(program, "notify_all_to_one");
  const std::vector<std::string> again = {"mutate",    "tally", "--only", id,
                                          "--graders", graders, "--json", json_file(program)};
  const Graded survived = program.run(again);
  EXPECT_EQ(survived.exit_code, 1) << survived.screen;
  EXPECT_EQ(fate_of(survived, id), "survived");
  EXPECT_TRUE(says(survived, "+    grown_.notify_one();")) << survived.screen;
  // Wrapped wherever the path of the program has it.
  EXPECT_TRUE(says(survived, "--equivalent")) << survived.screen;
  EXPECT_TRUE(says(survived, "--reason")) << survived.screen;

  const std::vector<std::string> explain = {"mutate",       "tally", "--graders", graders,
                                            "--equivalent", id,      "--reason"};
  std::vector<std::string> curtly = explain;
  curtly.emplace_back("because");
  EXPECT_EQ(program.run(curtly).exit_code, 2);
  std::vector<std::string> well = explain;
  well.emplace_back("there is never more than one waiter");
  EXPECT_EQ(program.run(well).exit_code, 0);

  const Graded explained = program.run(again);
  EXPECT_EQ(explained.exit_code, 0) << explained.screen;
  EXPECT_EQ(fate_of(explained, id), "equivalent");
  EXPECT_EQ(program.run({"mutate", "tally", "--check", "--graders", graders}).exit_code, 0);
}

TEST(Mutate, an_explanation_of_what_is_killed_after_all_is_refused) {
  const FixtureProgram program;
  const std::string graders = copied_graders(program);
  const std::string id = id_of(program, "drop_notify");
  EXPECT_EQ(program
                .run({"mutate", "tally", "--graders", graders, "--equivalent", id, "--reason",
                      "nobody will ever notice that"})
                .exit_code,
            0);
  const Graded ran = program.run({"mutate", "tally", "--only", id, "--graders", graders, "--all"});
  EXPECT_EQ(ran.exit_code, 1) << ran.screen;
  EXPECT_TRUE(says(ran, "is listed as equivalent, but adding_wakes_the_waiter fails"))
      << ran.screen;
}

TEST(Mutate, what_is_explained_can_be_asked_for_alone) {
  const FixtureProgram program;
  const std::string graders = copied_graders(program);
  const std::vector<std::string> ask = {"mutate", "tally", "--explained", "--graders", graders};
  const Graded none = program.run(ask);
  EXPECT_EQ(none.exit_code, 2);
  EXPECT_TRUE(says(none, "None of these mutants of tally is listed as equivalent")) << none.screen;
  EXPECT_EQ(program
                .run({"mutate", "tally", "--graders", graders, "--equivalent",
                      id_of(program, "drop_notify"), "--reason", "nobody will ever notice that"})
                .exit_code,
            0);
  const Graded ran = program.run(ask);
  EXPECT_EQ(ran.exit_code, 1) << ran.screen;
  EXPECT_TRUE(says(ran, "is listed as equivalent, but")) << ran.screen;
  EXPECT_TRUE(says(ran, "1 mutant")) << ran.screen;
}

TEST(Mutate, an_explanation_of_what_is_gone_stops_it) {
  const FixtureProgram program;
  const std::string graders = copied_graders(program);
  program.scratch().write("graders/tally/equivalent.json",
                          R"([{"id": "drop_call.add.000000", "operator": "drop_call",
                               "original": "gone();", "mutated": "",
                               "reason": "it was never of any use"}])");
  for (const char* mode : {"--check", "--all"}) {
    const Graded ran = program.run({"mutate", "tally", mode, "--graders", graders});
    EXPECT_EQ(ran.exit_code, 1) << ran.screen;
    EXPECT_TRUE(says(ran, "drop_call.add.000000 is no mutant any more: `gone();`")) << ran.screen;
  }
}

TEST(Mutate, bad_requests_are_2_and_say_what_is_wrong) {
  const FixtureProgram program;
  const std::string graders = copied_graders(program);
  const Graded kata = program.run({"mutate", "taly"});
  EXPECT_EQ(kata.exit_code, 2);
  EXPECT_TRUE(says(kata, "Did you mean tally?")) << kata.screen;
  EXPECT_EQ(program.run({"mutate"}).exit_code, 2);
  const Graded id = program.run({"mutate", "tally", "--show", "drop_notify.add.000000"});
  EXPECT_EQ(id.exit_code, 2);
  EXPECT_TRUE(says(id, "drop_notify.add.aa3b21?")) << id.screen;
  EXPECT_EQ(program.run({"mutate", "tally", "--only", "drop_everything"}).exit_code, 2);
  program.scratch().write("graders/tally/equivalent.json", "[{");
  const Graded damaged = program.run({"mutate", "tally", "--check", "--graders", graders});
  EXPECT_EQ(damaged.exit_code, 2);
  EXPECT_TRUE(says(damaged, "equivalent.json")) << damaged.screen;
}

TEST(Mutate, a_grader_that_rejects_the_reference_proves_nothing) {
  const FixtureProgram program;
  const std::string graders = copied_graders(program);
  std::string grader = *read_file(program.scratch() / "graders/tally/tally_grader.cpp");
  grader.replace(grader.find("tally.value(), 5"), 16, "tally.value(), 6");
  program.scratch().write("graders/tally/tally_grader.cpp", grader);
  const Graded ran =
      program.run({"mutate", "tally", "--only", "drop_notify", "--graders", graders});
  EXPECT_EQ(ran.exit_code, 2) << ran.screen;
  EXPECT_TRUE(says(ran, "The reference itself is not accepted: counts_alone")) << ran.screen;
}

TEST(Mutate, the_explanations_of_all_katas_are_checked_at_once) {
  const FixtureProgram program;
  const Graded checked = program.run({"mutate", "--check"});
  EXPECT_EQ(checked.exit_code, 0) << checked.screen;
  EXPECT_TRUE(says(checked, "tally: ")) << checked.screen;
}

}  // namespace
}  // namespace runner
