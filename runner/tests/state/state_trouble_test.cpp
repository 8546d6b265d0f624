// What goes wrong with the state is told, and stops nothing.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../scratch_folder.h"
#include "sample.h"
#include "state/file_lock.h"
#include "state/state_store.h"
#include "system/files.h"

namespace runner {
namespace {

namespace fs = std::filesystem;

class StateTrouble : public ::testing::Test {
 protected:
  StateStore store() {
    return StateStore(folder_ / "state",
                      [this](const std::string& warning) { warnings_.push_back(warning); });
  }
  [[nodiscard]] bool warned_of(const std::string& words) const {
    for (const std::string& warning : warnings_) {
      if (warning.find(words) != std::string::npos) return true;
    }
    return false;
  }

  ScratchFolder folder_;
  std::vector<std::string> warnings_;
};

TEST_F(StateTrouble, a_damaged_file_is_set_aside_and_nothing_of_it_is_lost) {
  folder_.write("state/progress.json", "{\"version\": 1, \"cur");
  EXPECT_TRUE(store().load().katas.empty());
  EXPECT_TRUE(warned_of("progress.json.damaged-1"));
  EXPECT_EQ(read_file(folder_ / "state/progress.json.damaged-1"), "{\"version\": 1, \"cur");
  EXPECT_FALSE(fs::exists(folder_ / "state/progress.json.damaged-2"));
}

TEST_F(StateTrouble, a_second_damaged_file_gets_a_name_of_its_own) {
  folder_.write("state/progress.json.damaged-1", "first");
  folder_.write("state/progress.json", "second");
  EXPECT_TRUE(store().update([](Progress& progress) { progress.current = "latch"; }));
  EXPECT_EQ(read_file(folder_ / "state/progress.json.damaged-1"), "first");
  EXPECT_EQ(read_file(folder_ / "state/progress.json.damaged-2"), "second");
  EXPECT_EQ(store().load().current, "latch");
}

TEST_F(StateTrouble, a_file_of_a_later_version_is_left_alone) {
  const std::string later = R"({"version": 99})";
  folder_.write("state/progress.json", later);
  EXPECT_FALSE(store().update([](Progress& progress) { progress.current = "latch"; }));
  EXPECT_TRUE(warned_of("later version"));
  EXPECT_EQ(read_file(folder_ / "state/progress.json"), later);
}

TEST_F(StateTrouble, a_folder_that_cannot_be_made_is_a_warning) {
  folder_.write("state", "a file where the folder should be");
  const auto header = folder_.write("latch.h", "work");
  EXPECT_FALSE(store().record(sample_verdict(Status::fail), header, true));
  EXPECT_TRUE(warned_of("Progress was not kept"));
  EXPECT_TRUE(store().load().katas.empty());
  EXPECT_FALSE(store().back_up("latch", header));
  EXPECT_TRUE(warned_of("could not be backed up"));
}

TEST_F(StateTrouble, a_full_disk_is_a_warning_and_keeps_what_was_there) {
  ASSERT_TRUE(store().update([](Progress& progress) { progress.current = "latch"; }));
  const auto before = read_file(folder_ / "state/progress.json");
  const pid_t child = ::fork();
  if (child == 0) {
    // No file may grow beyond a few bytes from here on: writing fails as on a full disk.
    ::signal(SIGXFSZ, SIG_IGN);
    const rlimit none{4, 4};
    ::setrlimit(RLIMIT_FSIZE, &none);
    const bool kept = store().update([](Progress& progress) { progress.current = "semaphore"; });
    ::_exit(!kept && warned_of("Progress was not kept") ? 0 : 1);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  EXPECT_EQ(read_file(folder_ / "state/progress.json"), before);
}

TEST_F(StateTrouble, a_header_that_is_gone_costs_the_copy_not_the_attempt) {
  EXPECT_TRUE(store().record(sample_verdict(Status::fail), folder_ / "gone.h", true));
  EXPECT_TRUE(warned_of("No copy of"));
  EXPECT_EQ(store().load().katas.at("latch").attempts.size(), 1U);
}

TEST_F(StateTrouble, a_lock_that_is_not_given_back_is_not_waited_for_for_ever) {
  using std::chrono::milliseconds;
  const FileLock holder(folder_ / "lock", milliseconds(0));
  ASSERT_EQ(holder.outcome(), FileLock::Outcome::locked);
  const FileLock second(folder_ / "lock", milliseconds(20));
  EXPECT_EQ(second.outcome(), FileLock::Outcome::too_long);
}

}  // namespace
}  // namespace runner
