#include "mutation/results.h"

#include <gtest/gtest.h>

#include "../scratch_folder.h"
#include "system/files.h"

namespace runner {
namespace {

MutantResult killed(const std::string& key) {
  return {.key = key,
          .fate = Fate::killed,
          .stage = "explorer",
          .behaviour = "b",
          .finding = "data_race",
          .words = "two threads",
          .milliseconds = 5};
}

TEST(MutationResults, are_there_again_in_the_next_run) {
  const ScratchFolder folder;
  MutationResults(folder / "m/r.json", {}).keep("one", killed("k"));
  const auto found = MutationResults(folder / "m/r.json", {}).find("one", "k");
  ASSERT_TRUE(found);
  EXPECT_EQ(found->fate, Fate::killed);
  EXPECT_EQ(found->behaviour, "b");
}

TEST(MutationResults, count_only_under_the_same_key) {
  const ScratchFolder folder;
  MutationResults results(folder / "r.json", {});
  results.keep("one", killed("k"));
  EXPECT_FALSE(results.find("one", "another"));
  EXPECT_FALSE(results.find("two", "k"));
}

TEST(MutationResults, two_runs_at_once_lose_nothing) {
  const ScratchFolder folder;
  MutationResults first(folder / "r.json", {});
  MutationResults second(folder / "r.json", {});
  first.keep("one", killed("k"));
  second.keep("two", killed("k"));
  const MutationResults third(folder / "r.json", {});
  EXPECT_TRUE(third.find("one", "k"));
  EXPECT_TRUE(third.find("two", "k"));
}

TEST(MutationResults, a_damaged_file_is_set_aside_with_a_word) {
  const ScratchFolder folder;
  folder.write("r.json", "{\"version\": 1, \"mutants\": {");
  std::string said;
  MutationResults results(folder / "r.json", [&](const std::string& words) { said += words; });
  EXPECT_NE(said.find("damaged"), std::string::npos);
  EXPECT_TRUE(read_file(folder / "r.json.damaged"));
  results.keep("one", killed("k"));
  EXPECT_TRUE(MutationResults(folder / "r.json", {}).find("one", "k"));
}

TEST(MutationResults, a_disk_that_refuses_is_told_of_once_and_the_run_goes_on) {
  const ScratchFolder folder;
  folder.write("file", "");
  int complaints = 0;
  MutationResults results(folder / "file/r.json", [&](const std::string&) { ++complaints; });
  results.keep("one", killed("k"));
  results.keep("two", killed("k"));
  EXPECT_EQ(complaints, 1);
  EXPECT_TRUE(results.find("one", "k"));
}

}  // namespace
}  // namespace runner
