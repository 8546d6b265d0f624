// What a grading leaves behind, and that what `new` makes holds together.
#include <gtest/gtest.h>

#include <future>

#include <nlohmann/json.hpp>

#include "../test_repository.h"
#include "../verbs/contains.h"
#include "state/state_store.h"
#include "system/files.h"

namespace runner {
namespace {

KataProgress progress_of(const TestRepository& repository) {
  return StateStore(repository / ".kata").load().katas["tally"];
}

TEST(GradingAndState, the_kata_that_new_makes_is_proved_by_verify) {
  const TestRepository repository;
  const Ran ran = repository.run({"verify", "tally"});
  EXPECT_EQ(ran.exit_code, 0) << ran.out << ran.err;
  EXPECT_TRUE(contains(ran.out, "4 proved")) << ran.out;
}

TEST(GradingAndState, passing_opens_the_solution_and_moves_next_on) {
  const TestRepository repository;
  repository.add_kata("latch", 2);
  EXPECT_EQ(repository.run({"grade", "tally"}).exit_code, 1);
  EXPECT_EQ(repository.run({"solution", "tally"}).exit_code, 2);
  repository.solve_tally();
  EXPECT_EQ(repository.run({"grade", "tally"}).exit_code, 0);
  EXPECT_EQ(repository.run({"solution", "tally"}).exit_code, 0);
  EXPECT_TRUE(contains(repository.run({"next"}).out, "Next is latch"));
  const KataProgress kata = progress_of(repository);
  EXPECT_EQ(kata.graded, 2);
  EXPECT_EQ(kata.attempts.at(0).finding, "not_implemented");
  EXPECT_EQ(read_file(repository / (".kata/attempts/tally/" + kata.attempts.at(1).copy)),
            read_file(repository / "katas/tally/tally.h"));
}

TEST(GradingAndState, somebody_elses_pass_is_not_the_learners) {
  const TestRepository repository;
  EXPECT_EQ(repository.run({"grade", "tally", "--workspace", "solutions"}).exit_code, 0);
  EXPECT_FALSE(progress_of(repository).passed());
  EXPECT_EQ(progress_of(repository).attempts.at(0).workspace, "solutions");
}

TEST(GradingAndState, two_gradings_at_once_lose_nothing) {
  const TestRepository repository;
  const auto grade = [&repository] { return repository.run({"grade", "tally"}).exit_code; };
  auto first = std::async(std::launch::async, grade);
  auto second = std::async(std::launch::async, grade);
  EXPECT_EQ(first.get(), 1);
  EXPECT_EQ(second.get(), 1);
  EXPECT_EQ(progress_of(repository).graded, 2);
}

TEST(GradingAndState, a_grading_goes_on_where_nothing_can_be_remembered) {
  const TestRepository repository;
  repository.solve_tally();
  repository.folder().write("blocked", "a file where the state's folder should be");
  const Ran ran = repository.run({"grade", "tally"}, {{"KATA_STATE", "blocked"}});
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_TRUE(contains(ran.err, "Progress was not kept")) << ran.err;
}

TEST(GradingAndState, a_workspace_with_a_strange_name_is_graded_like_any_other) {
  const TestRepository repository;
  const std::string name = "mem bers\xFF'\"";
  std::filesystem::create_directories(repository.folder().path() / name / "tally");
  write_file(repository.folder().path() / name / "tally/tally.h",
             *read_file(repository / "solutions/tally/tally.h"));
  const Ran ran = repository.run({"grade", "tally", "--workspace", name, "--json", "result.json"});
  EXPECT_EQ(ran.exit_code, 0) << ran.out << ran.err;
  const auto report = nlohmann::json::parse(read_file(repository / "result.json").value_or(""));
  EXPECT_EQ(report["status"], "pass");
}

}  // namespace
}  // namespace runner
