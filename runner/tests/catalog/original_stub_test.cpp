#include "catalog/original_stub.h"

#include <gtest/gtest.h>

#include "../scratch_folder.h"
#include "system/program.h"

namespace runner {
namespace {

constexpr const char* kStub = "not implemented\nnot implemented\n";

// A repository with one kata, whose header can be committed in several versions.
class OriginalStub : public ::testing::Test {
 protected:
  void git(std::vector<std::string> arguments) {
    std::vector<std::string> argv = {"git",         "-C", folder_.path().string(), "-c",
                                     "user.name=n", "-c", "user.email=e@e.example"};
    argv.insert(argv.end(), arguments.begin(), arguments.end());
    const ProgramResult result = run_program(argv, true);
    ASSERT_TRUE(result.succeeded()) << result.output;
  }
  void save(const std::string& content) { folder_.write("katas/latch/latch.h", content); }
  void commit(const std::string& content) {
    save(content);
    git({"add", "katas"});
    git({"commit", "-q", "-m", "a version"});
  }
  std::optional<std::string> stub() {
    return original_stub(Layout::of_repository(folder_.path()), "latch");
  }

  ScratchFolder folder_;
};

TEST_F(OriginalStub, is_the_committed_one_whatever_the_working_file_holds) {
  git({"init", "-q"});
  commit(kStub);
  save("solved");
  EXPECT_EQ(stub(), kStub);
  std::filesystem::remove(folder_ / "katas/latch/latch.h");
  EXPECT_EQ(stub(), kStub);
}

TEST_F(OriginalStub, is_found_behind_solutions_that_were_committed) {
  git({"init", "-q"});
  commit(kStub);
  commit("not implemented\nhalf solved\n");
  commit("solved\n");
  EXPECT_EQ(stub(), kStub);
}

TEST_F(OriginalStub, follows_updates_of_the_stub_itself) {
  git({"init", "-q"});
  commit(kStub);
  commit(std::string("// Better words.\n") + kStub);
  commit("solved\n");
  EXPECT_EQ(stub(), std::string("// Better words.\n") + kStub);
}

TEST_F(OriginalStub, is_not_guessed_where_there_is_no_history) {
  save(kStub);
  EXPECT_FALSE(stub());
  git({"init", "-q"});
  EXPECT_FALSE(stub());
}

}  // namespace
}  // namespace runner
