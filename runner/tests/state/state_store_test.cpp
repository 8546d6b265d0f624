#include "state/state_store.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <functional>
#include <set>

#include "../scratch_folder.h"
#include "sample.h"
#include "system/files.h"

namespace runner {
namespace {

// Runs `body` in processes of their own, at the same time; true when each ended well.
bool in_processes(int count, const std::function<void(int)>& body) {
  for (int i = 0; i < count; ++i) {
    if (::fork() == 0) {
      body(i);
      ::_exit(0);
    }
  }
  bool all_well = true;
  for (int i = 0; i < count; ++i) {
    int status = 0;
    ::wait(&status);
    all_well = all_well && WIFEXITED(status) && WEXITSTATUS(status) == 0;
  }
  return all_well;
}

TEST(StateStore, nothing_is_made_until_there_is_something_to_keep) {
  const ScratchFolder folder;
  const StateStore store(folder / "state");
  EXPECT_TRUE(store.load().katas.empty());
  EXPECT_FALSE(std::filesystem::exists(folder / "state"));
}

TEST(StateStore, a_graded_attempt_is_kept_with_a_copy_of_the_header) {
  const ScratchFolder folder;
  const auto header = folder.write("latch.h", "my work");
  const StateStore store(folder / "state");
  EXPECT_TRUE(store.record(sample_verdict(Status::fail), header, true));
  const Progress progress = store.load();
  EXPECT_EQ(progress.current, "latch");
  const KataProgress& kata = progress.katas.at("latch");
  ASSERT_EQ(kata.attempts.size(), 1U);
  EXPECT_EQ(kata.attempts[0].finding, "lost_wakeup");
  EXPECT_EQ(kata.attempts[0].tiers.at(Tier::core).passed, 1);
  EXPECT_EQ(read_file(folder.path() / "state/attempts/latch" / kata.attempts[0].copy), "my work");
}

TEST(StateStore, what_is_kept_is_what_was_graded_and_not_what_was_saved_since) {
  const ScratchFolder folder;
  const auto header = folder.write("latch.h", "half of the next version");
  const StateStore store(folder / "state");
  Verdict verdict = sample_verdict(Status::pass, 2);
  verdict.header_text = "what passed";
  EXPECT_TRUE(store.record(verdict, header, true));
  const std::string copy = store.load().katas.at("latch").attempts.at(0).copy;
  EXPECT_EQ(read_file(folder.path() / "state/attempts/latch" / copy), "what passed");
}

TEST(StateStore, a_grading_that_failed_for_our_fault_is_no_attempt) {
  const ScratchFolder folder;
  const StateStore store(folder / "state");
  EXPECT_TRUE(store.record(sample_verdict(Status::error), folder / "none.h", true));
  EXPECT_TRUE(store.load().katas.empty());
}

TEST(StateStore, grading_somebody_elses_work_does_not_change_what_is_current) {
  const ScratchFolder folder;
  const auto header = folder.write("latch.h", "hers");
  const StateStore store(folder / "state");
  EXPECT_TRUE(store.record(sample_verdict(Status::pass, 2), header, false));
  EXPECT_EQ(store.load().current, "");
  EXPECT_FALSE(store.load().katas.at("latch").passed());
}

TEST(StateStore, processes_that_write_at_once_lose_nothing) {
  constexpr int kProcesses = 4;
  constexpr int kUpdates = 5;  // A lock is waited for only so long, and discs may be slow.
  const ScratchFolder folder;
  const StateStore store(folder / "state");
  ASSERT_TRUE(in_processes(kProcesses, [&store](int) {
    for (int i = 0; i < kUpdates; ++i) {
      const bool kept =
          store.update([](Progress& progress) { ++progress.katas["latch"].hints_shown; });
      if (!kept) ::_exit(1);
    }
  }));
  EXPECT_EQ(store.load().katas["latch"].hints_shown, kProcesses * kUpdates);
}

TEST(StateStore, gradings_that_end_at_once_all_keep_their_copies) {
  constexpr int kProcesses = 6;
  const ScratchFolder folder;
  const StateStore store(folder / "state");
  for (int i = 0; i < kProcesses; ++i) {
    folder.write("latch" + std::to_string(i) + ".h", "version " + std::to_string(i));
  }
  ASSERT_TRUE(in_processes(kProcesses, [&](int i) {
    const auto header = folder / ("latch" + std::to_string(i) + ".h");
    if (!store.record(sample_verdict(Status::fail), header, true)) ::_exit(1);
  }));
  const Progress progress = store.load();
  std::set<std::string> contents;
  for (const Attempt& attempt : progress.katas.at("latch").attempts) {
    contents.insert(
        read_file(folder.path() / "state/attempts/latch" / attempt.copy).value_or("gone"));
  }
  EXPECT_EQ(contents.size(), static_cast<std::size_t>(kProcesses));
  EXPECT_FALSE(contents.contains("gone"));
}

TEST(StateStore, backups_never_replace_each_other) {
  const ScratchFolder folder;
  const auto header = folder.write("latch.h", "first");
  const StateStore store(folder / "state");
  const auto first = store.back_up("latch", header);
  folder.write("latch.h", "second");
  const auto second = store.back_up("latch", header);
  ASSERT_TRUE(first && second);
  EXPECT_NE(*first, *second);
  EXPECT_EQ(read_file(*first), "first");
  EXPECT_EQ(read_file(*second), "second");
}

}  // namespace
}  // namespace runner
