// What holds for every verb: help, errors, exit codes, colour, broken pipes.
#include <gtest/gtest.h>

#include "../test_repository.h"
#include "contains.h"
#include "system/program.h"
#include "system/text.h"

namespace runner {
namespace {

const std::vector<std::string> kVerbs = {"list",   "next",       "show",     "grade",   "watch",
                                         "hint",   "explain",    "solution", "compare", "reset",
                                         "doctor", "completion", "new",      "verify",  "strength",
                                         "mutate", "test"};

TEST(CommandLine, help_tells_of_every_verb) {
  const TestRepository repository;
  const Ran ran = repository.run({"--help"});
  EXPECT_EQ(ran.exit_code, 0);
  for (const std::string& verb : kVerbs)
    EXPECT_TRUE(contains(ran.out, "\n  " + verb + " ")) << verb;
  EXPECT_TRUE(contains(ran.out, "Exit codes"));
}

TEST(CommandLine, every_verb_has_help_with_examples) {
  const TestRepository repository;
  for (const std::string& verb : kVerbs) {
    const Ran ran = repository.run({verb, "--help"});
    EXPECT_EQ(ran.exit_code, 0) << verb;
    EXPECT_TRUE(contains(ran.out, "Usage: ./kata " + verb)) << ran.out;
    EXPECT_TRUE(contains(ran.out, "Examples:\n  ./kata " + verb)) << ran.out;
  }
}

TEST(CommandLine, help_can_be_asked_for_as_a_verb) {
  const TestRepository repository;
  EXPECT_EQ(repository.run({"help"}).out, repository.run({"--help"}).out);
  EXPECT_EQ(repository.run({"help", "hint"}).out, repository.run({"hint", "--help"}).out);
  EXPECT_EQ(repository.run({"help", "hnit"}).exit_code, 2);
}

TEST(CommandLine, without_a_verb_it_says_what_to_do_next) {
  const TestRepository repository;
  const Ran ran = repository.run({});
  EXPECT_EQ(ran.exit_code, 0);
  EXPECT_TRUE(contains(ran.out, "Next is tally")) << ran.out;
  EXPECT_TRUE(contains(ran.out, "Next: ./kata show tally"));
}

TEST(CommandLine, an_unknown_verb_is_2_and_names_the_nearest) {
  const TestRepository repository;
  const Ran ran = repository.run({"graed", "tally"});
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_EQ(ran.out, "");
  EXPECT_TRUE(contains(ran.err, "Did you mean grade?")) << ran.err;
  EXPECT_TRUE(contains(ran.err, "./kata --help"));
}

TEST(CommandLine, an_unknown_option_is_2_and_names_the_nearest) {
  const TestRepository repository;
  const Ran ran = repository.run({"list", "--jsno"});
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_TRUE(contains(ran.err, "Did you mean --json?")) << ran.err;
  EXPECT_TRUE(contains(ran.err, "./kata list --help"));
}

TEST(CommandLine, an_unknown_kata_is_2_and_names_the_nearest_for_every_verb) {
  const TestRepository repository;
  for (const std::string verb :
       {"show", "grade", "watch", "hint", "solution", "compare", "reset"}) {
    const Ran ran = repository.run({verb, "taly"});
    EXPECT_EQ(ran.exit_code, 2) << verb;
    EXPECT_TRUE(contains(ran.err, "Did you mean tally?")) << verb << ran.err;
  }
}

TEST(CommandLine, colour_is_for_terminals_unless_asked_for) {
  const TestRepository repository;
  EXPECT_FALSE(contains(repository.run({"list"}).out, "\x1b"));
  EXPECT_TRUE(contains(repository.run({"list", "--color", "always"}).out, "\x1b["));
  EXPECT_TRUE(
      contains(repository.run({"--color", "always", "list"}, {{"NO_COLOR", "1"}}).out, "\x1b["));
  EXPECT_EQ(repository.run({"list", "--color", "sometimes"}).exit_code, 2);
}

TEST(CommandLine, a_reader_that_goes_away_is_no_reason_to_complain) {
  const TestRepository repository;
  std::string long_brief;
  for (int i = 0; i < 20'000; ++i) long_brief += "A paragraph.\n\n";
  repository.folder().write("katas/tally/README.md", long_brief);
  const std::string command =
      "export KATA_ROOT=" + shell_quoted(repository.folder().path().string()) + "; { " +
      shell_quoted(KATA_RUNNER) + " show tally; echo code $? >&2; } | head -n 1";
  const ProgramResult result = run_program({"bash", "-c", command}, true);
  EXPECT_TRUE(contains(result.output, "code 0")) << result.output;
  EXPECT_EQ(split_lines(result.output).size(), 2U) << result.output;
}

TEST(CommandLine, output_that_cannot_be_written_is_2_and_told_for_every_verb) {
  const TestRepository repository;
  for (const std::string verb :
       {"--help", "list", "next", "show tally", "explain", "hint tally", "doctor --json"}) {
    const std::string command =
        "export KATA_ROOT=" + shell_quoted(repository.folder().path().string()) + "; " +
        shell_quoted(KATA_RUNNER) + " " + verb + " > /dev/full; echo code $?";
    const ProgramResult result = run_program({"bash", "-c", command}, true);
    EXPECT_TRUE(contains(result.output, "The output could not be written: No space left"))
        << verb << result.output;
    EXPECT_TRUE(contains(result.output, "code 2")) << verb << result.output;
  }
}

TEST(CommandLine, texts_fit_a_screen_of_forty_columns) {
  const TestRepository repository;
  for (const std::vector<std::string>& arguments : {std::vector<std::string>{"list"},
                                                    {"next"},
                                                    {"show", "tally"},
                                                    {"hint", "tally"},
                                                    {"explain"},
                                                    {"explain", "data_race"}}) {
    const Ran ran = repository.run(arguments, {{"COLUMNS", "40"}});
    EXPECT_EQ(ran.exit_code, 0);
    for (const std::string& line : split_lines(ran.out)) {
      const bool code_or_command = line.starts_with("    ") || contains(line, "./kata");
      if (!code_or_command) EXPECT_LE(display_width(line), 40U) << line;
    }
  }
}

TEST(CommandLine, a_damaged_manifest_is_named_and_stops_only_what_needs_it) {
  const TestRepository repository;
  repository.folder().write("katas/tally/kata.json", "{\"title\": ");
  const Ran ran = repository.run({"list"});
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_TRUE(contains(ran.err, "katas/tally/kata.json is damaged: line")) << ran.err;
  EXPECT_EQ(repository.run({"explain", "data_race"}).exit_code, 0);
}

TEST(CommandLine, it_works_from_below_and_without_a_home) {
  const TestRepository repository;
  const Ran ran = repository.run({"list"}, {{"HOME", ""}, {"KATA_STATE", ""}});
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_EQ(ran.err, "");
}

TEST(CommandLine, where_there_are_no_katas_it_says_so) {
  const TestRepository repository;
  const Ran ran = repository.run({"list"}, {{"KATA_ROOT", "/nowhere"}});
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_TRUE(contains(ran.err, "no katas here")) << ran.err;
}

TEST(CommandLine, a_report_into_a_missing_folder_is_2_before_anything_is_graded) {
  const TestRepository repository;
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{"grade", "tally", "--json", "no/such/verdict.json"},
        {"grade", "tally", "--format", "junit", "--output", "no/such/report.xml"},
        {"verify", "tally", "--json", "no/such/proofs.json"}}) {
    // Without toolkits nothing can be graded: that would be the complaint otherwise.
    const Ran ran = repository.run(arguments, {{"KATA_TOOLKITS", "/nowhere"}});
    EXPECT_EQ(ran.exit_code, 2);
    EXPECT_EQ(ran.out, "");
    EXPECT_TRUE(contains(ran.err, "There is no folder no/such to write")) << ran.err;
    EXPECT_FALSE(std::filesystem::exists(repository / "no"));
  }
}

TEST(CommandLine, a_workspace_that_is_not_there_is_2_and_says_what_was_looked_for) {
  const TestRepository repository;
  std::filesystem::create_directories(repository / "members/ana");
  for (const std::string verb : {"grade", "watch", "compare"}) {
    const Ran ran = repository.run({verb, "tally", "--workspace", "members/ana"});
    EXPECT_EQ(ran.exit_code, 2) << verb;
    EXPECT_TRUE(contains(ran.err, "members/ana/tally/tally.h")) << ran.err;
  }
  const Ran hostile = repository.run({"grade", "tally", "--workspace", "no\xFF\x1b[2Jwhere"});
  EXPECT_EQ(hostile.exit_code, 2);
  EXPECT_FALSE(contains(hostile.err, "\x1b")) << hostile.err;
}

}  // namespace
}  // namespace runner
