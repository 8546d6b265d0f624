#include <gtest/gtest.h>
#include <sys/stat.h>

#include "fixture_program.h"

namespace runner {
namespace {

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(BadRequests, a_workspace_without_the_header_cannot_be_graded) {
  const FixtureProgram program;
  std::filesystem::create_directory(program.scratch() / "empty");
  const Graded graded = program.run({"grade", "tally", "--workspace", "empty"});
  EXPECT_EQ(graded.exit_code, 2);
  EXPECT_TRUE(contains(graded.screen, "empty/tally/tally.h")) << graded.screen;
}

TEST(BadRequests, a_folder_in_place_of_the_header_is_explained) {
  const FixtureProgram program;
  std::filesystem::create_directories(program.scratch() / "ws/tally/tally.h");
  const Graded graded = program.run({"grade", "tally", "--workspace", "ws"});
  EXPECT_EQ(graded.exit_code, 2);
  EXPECT_TRUE(contains(graded.screen, "is not a file")) << graded.screen;
}

TEST(BadRequests, a_pipe_in_place_of_the_header_does_not_hang) {
  const FixtureProgram program;
  std::filesystem::create_directories(program.scratch() / "ws/tally");
  ASSERT_EQ(mkfifo((program.scratch() / "ws/tally/tally.h").c_str(), 0600), 0);
  EXPECT_EQ(program.run({"grade", "tally", "--workspace", "ws"}).exit_code, 2);
}

TEST(BadRequests, unknown_behaviours_stages_and_formats_are_refused) {
  const FixtureProgram program;
  const Graded behaviour = program.grade("passes", {"--behaviour", "counts_alon"});
  EXPECT_EQ(behaviour.exit_code, 2);
  EXPECT_TRUE(contains(behaviour.screen, "counts_alone")) << behaviour.screen;
  EXPECT_EQ(program.grade("passes", {"--stage", "magic"}).exit_code, 2);
  EXPECT_EQ(program.grade("passes", {"--format", "pdf"}).exit_code, 2);
}

TEST(BadRequests, a_seed_that_does_not_fit_is_refused_rather_than_changed) {
  const FixtureProgram program;
  for (const char* const verb : {"grade", "verify", "mutate"}) {
    const Graded negative = program.run({verb, "tally", "--seed", "-1"});
    EXPECT_EQ(negative.exit_code, 2) << negative.screen;
    EXPECT_TRUE(contains(negative.screen, "--seed: must not be negative")) << negative.screen;
    const Graded large = program.run({verb, "tally", "--seed", "18446744073709551616"});
    EXPECT_EQ(large.exit_code, 2) << large.screen;
    EXPECT_TRUE(contains(large.screen, "--seed: must be less than 2^64")) << large.screen;
  }
}

TEST(BadRequests, a_report_that_cannot_be_written_is_an_error) {
  const FixtureProgram program;
  const Graded graded = program.grade("stub", {"--format", "junit", "--output", "/proc/report"});
  EXPECT_EQ(graded.exit_code, 2);
  EXPECT_TRUE(contains(graded.screen, "/proc/report cannot be written")) << graded.screen;
}

TEST(Requests, one_behaviour_can_be_graded_alone) {
  const FixtureProgram program;
  const Graded graded = program.grade("wrong_result", {"--behaviour", "adding_wakes_the_waiter"});
  EXPECT_EQ(graded.exit_code, 0) << graded.screen;
  EXPECT_EQ(graded.verdict["behaviours"].size(), 1U);
}

TEST(Requests, private_graders_are_taken_from_elsewhere) {
  const FixtureProgram program;
  program.scratch().write("private/tally/tally_grader.cpp",
                          "#include \"grading/grader.h\"\n#include \"tally.h\"\n"
                          "BEHAVIOUR(senior, is_mine, \"a private behaviour\") {}\n");
  const Graded graded = program.grade("passes", {"--graders", "private"});
  EXPECT_EQ(graded.exit_code, 0) << graded.screen;
  ASSERT_EQ(graded.verdict["behaviours"].size(), 1U);
  EXPECT_EQ(graded.verdict["behaviours"][0]["name"], "is_mine");
}

TEST(Requests, the_plain_stage_grades_without_the_sanitizer) {
  const FixtureProgram program;
  const Graded graded = program.grade("uses_fences", {"--stage", "plain"});
  EXPECT_EQ(graded.exit_code, 0) << graded.screen;
  EXPECT_EQ(graded.verdict["behaviours"][0]["stage"], "plain");
}

TEST(Requests, a_path_with_blanks_and_quotes_is_graded) {
  const FixtureProgram program;
  const auto folder = program.scratch() / "it's \"my\" $work";
  std::filesystem::create_directories(folder / "tally");
  std::filesystem::copy_file(FixtureProgram::submission("stub") + "/tally/tally.h",
                             folder / "tally" / "tally.h");
  const Graded graded = program.run({"grade", "tally", "--workspace", folder.string()});
  EXPECT_EQ(graded.exit_code, 1) << graded.screen;
  EXPECT_TRUE(contains(graded.screen, "not implemented")) << graded.screen;
}

}  // namespace
}  // namespace runner
