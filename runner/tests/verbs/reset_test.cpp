#include <gtest/gtest.h>

#include "../test_repository.h"
#include "contains.h"
#include "system/files.h"

namespace runner {
namespace {

class Reset : public ::testing::Test {
 protected:
  Reset() { repository_.commit_all(); }
  std::string header() { return read_file(repository_ / "katas/tally/tally.h").value_or(""); }

  TestRepository repository_;
};

TEST_F(Reset, brings_the_stub_back_and_says_where_the_work_went) {
  const std::string stub = header();
  repository_.folder().write("katas/tally/tally.h", "my precious work");
  const Ran ran = repository_.run({"reset", "tally", "--yes"});
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_EQ(header(), stub);
  const std::size_t at = ran.out.find(".kata/backups/tally/");
  ASSERT_NE(at, std::string::npos) << ran.out;
  const std::string backup = ran.out.substr(at, ran.out.find(".h.", at) + 2 - at);
  EXPECT_EQ(read_file(repository_ / backup), "my precious work");
}

TEST_F(Reset, finds_the_stub_behind_a_committed_solution) {
  const std::string stub = header();
  repository_.solve_tally();
  repository_.commit_all();
  EXPECT_EQ(repository_.run({"reset", "tally", "--yes"}).exit_code, 0);
  EXPECT_EQ(header(), stub);
}

TEST_F(Reset, brings_a_removed_file_back) {
  const std::string stub = header();
  std::filesystem::remove(repository_ / "katas/tally/tally.h");
  EXPECT_EQ(repository_.run({"reset", "tally"}).exit_code, 0);
  EXPECT_EQ(header(), stub);
}

TEST_F(Reset, of_a_stub_changes_nothing) {
  const Ran ran = repository_.run({"reset", "tally"});
  EXPECT_EQ(ran.exit_code, 0);
  EXPECT_TRUE(contains(ran.out, "is the stub already")) << ran.out;
  EXPECT_FALSE(std::filesystem::exists(repository_ / ".kata/backups"));
}

TEST_F(Reset, without_room_for_a_backup_leaves_the_work_alone) {
  repository_.folder().write("katas/tally/tally.h", "my precious work");
  repository_.folder().write("blocked", "a file where the state's folder should be");
  const Ran ran = repository_.run({"reset", "tally", "--yes"}, {{"KATA_STATE", "blocked"}});
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_EQ(header(), "my precious work");
}

TEST(ResetWithoutHistory, leaves_the_work_alone) {
  const TestRepository repository;
  repository.folder().write("katas/tally/tally.h", "my precious work");
  const Ran ran = repository.run({"reset", "tally", "--yes"});
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_EQ(read_file(repository / "katas/tally/tally.h"), "my precious work");
}

}  // namespace
}  // namespace runner
