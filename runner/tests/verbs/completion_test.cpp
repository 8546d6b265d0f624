// The bash script is tried in bash; the zsh script in zsh where there is one.
#include <gtest/gtest.h>

#include "../test_repository.h"
#include "contains.h"
#include "system/files.h"
#include "system/program.h"
#include "system/text.h"

namespace runner {
namespace {

class Completion : public ::testing::Test {
 protected:
  Completion() {
    repository_.folder().write("completion.bash", repository_.run({"completion", "bash"}).out);
  }

  // What bash offers after these words; the last one is being typed.
  std::string offered(const std::vector<std::string>& words) {
    std::string line = "COMP_WORDS=(";
    for (const std::string& word : words) line += shell_quoted(word) + " ";
    line +=
        "); COMP_CWORD=" + std::to_string(words.size() - 1) + "; _kata; echo \"${COMPREPLY[@]}\"";
    const std::string script = "source " +
                               shell_quoted((repository_ / "completion.bash").string()) + "; cd " +
                               shell_quoted(repository_.folder().path().string()) + "; " + line;
    const ProgramResult result = run_program({"bash", "-c", script}, true);
    EXPECT_TRUE(result.succeeded()) << result.output;
    return std::string(trim(result.output));
  }

  TestRepository repository_;
};

TEST_F(Completion, offers_verbs_first) {
  EXPECT_TRUE(contains(offered({"kata", ""}), "list next show grade watch"));
  EXPECT_EQ(offered({"./kata", "gr"}), "grade");
  EXPECT_EQ(offered({"kata", "--color", "never", "expl"}), "explain");
}

TEST_F(Completion, offers_katas_where_a_kata_is_meant) {
  repository_.add_kata("latch", 1);
  for (const char* verb : {"show", "grade", "watch", "replay", "story", "hint", "solution",
                           "compare", "reset", "verify"}) {
    EXPECT_EQ(offered({"kata", verb, ""}), "latch tally") << verb;
  }
  EXPECT_EQ(offered({"kata", "grade", "--seed", "7", "ta"}), "tally");
}

TEST_F(Completion, offers_findings_to_explain) {
  EXPECT_EQ(offered({"kata", "explain", ""}), "data_race lost_wakeup");
}

TEST_F(Completion, offers_options_and_their_values) {
  EXPECT_EQ(offered({"kata", "hint", "--a"}), "--again --all");
  EXPECT_TRUE(contains(offered({"kata", "grade", "--"}), "--workspace"));
  EXPECT_TRUE(contains(offered({"kata", "grade", "--"}), "--color"));
  EXPECT_EQ(offered({"kata", "grade", "--format", ""}), "text json junit exercism gradescope");
  EXPECT_EQ(offered({"kata", "grade", "--format", "=", "ju"}), "junit");
  EXPECT_EQ(offered({"kata", "story", "--format", ""}), "text mermaid trace json");
  EXPECT_EQ(offered({"kata", "grade", "--stage", ""}), "both explorer tsan plain");
  EXPECT_EQ(offered({"kata", "--color", "al"}), "always");
  EXPECT_EQ(offered({"kata", "completion", ""}), "bash zsh");
}

TEST_F(Completion, offers_folders_for_a_workspace) {
  std::filesystem::create_directories(repository_ / "members/ana maria");
  EXPECT_EQ(offered({"kata", "grade", "--workspace", "members/a"}), "members/ana maria");
}

TEST_F(Completion, works_where_the_clone_has_spaces_in_its_path) {
  EXPECT_TRUE(contains(repository_.run({"completion", "bash"}).out, "_kata_root="));
  const std::string script = read_file(repository_ / "completion.bash").value_or("");
  EXPECT_TRUE(run_program({"bash", "-n", (repository_ / "completion.bash").string()}).succeeded());
  EXPECT_TRUE(contains(script, "complete -F _kata kata"));
}

TEST_F(Completion, knows_zsh_and_refuses_other_shells) {
  const Ran zsh = repository_.run({"completion", "zsh"});
  EXPECT_TRUE(contains(zsh.out, "#compdef kata"));
  EXPECT_TRUE(contains(zsh.out, "'1:kata:_kata_katas'"));
  EXPECT_TRUE(contains(zsh.out, "--workspace["));
  if (find_program("zsh")) {
    const auto file = repository_.folder().write("_kata", zsh.out);
    const ProgramResult checked = run_program({"zsh", "-n", file.string()}, true);
    EXPECT_TRUE(checked.succeeded()) << checked.output;
  }
  EXPECT_EQ(repository_.run({"completion", "fish"}).exit_code, 2);
  EXPECT_EQ(repository_.run({"completion"}).exit_code, 2);
}

}  // namespace
}  // namespace runner
