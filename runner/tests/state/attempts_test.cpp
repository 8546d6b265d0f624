#include "state/attempts.h"

#include <gtest/gtest.h>

#include "../scratch_folder.h"
#include "system/files.h"

namespace runner {
namespace {

Attempt attempt(Status status, int passed, int total = 4) {
  Attempt made;
  made.time = "2026-11-29T15:07:22Z";
  made.status = status;
  made.tiers[Tier::core] = {passed, total};
  return made;
}

TEST(Attempts, the_best_of_each_tier_is_kept) {
  KataProgress kata;
  add_attempt(kata, attempt(Status::fail, 3), true);
  add_attempt(kata, attempt(Status::fail, 1), true);
  EXPECT_EQ(kata.best[Tier::core].passed, 3);
  EXPECT_EQ(kata.graded, 2);
  EXPECT_FALSE(kata.passed());
}

TEST(Attempts, a_grader_that_has_grown_starts_the_count_anew) {
  KataProgress kata;
  add_attempt(kata, attempt(Status::fail, 4, 4), true);
  add_attempt(kata, attempt(Status::fail, 4, 6), true);
  EXPECT_EQ(kata.best[Tier::core].passed, 4);
  EXPECT_EQ(kata.best[Tier::core].total, 6);
}

TEST(Attempts, the_first_pass_is_remembered_for_good) {
  KataProgress kata;
  add_attempt(kata, attempt(Status::pass, 4), true);
  Attempt later = attempt(Status::fail, 0);
  later.time = "2027-01-01T00:00:00Z";
  add_attempt(kata, later, true);
  EXPECT_EQ(kata.passed_at, "2026-11-29T15:07:22Z");
}

TEST(Attempts, other_workspaces_do_not_advance_the_learner) {
  KataProgress kata;
  Attempt foreign = attempt(Status::pass, 4);
  foreign.workspace = "members/ana";
  add_attempt(kata, foreign, false);
  EXPECT_FALSE(kata.passed());
  EXPECT_TRUE(kata.best.empty());
  EXPECT_EQ(kata.graded, 0);
  EXPECT_EQ(kata.attempts.size(), 1U);
}

TEST(Attempts, the_oldest_are_forgotten_each_kind_for_itself) {
  KataProgress kata;
  add_attempt(kata, attempt(Status::pass, 4), true);
  for (std::size_t i = 0; i < kAttemptsKept + 5; ++i) {
    Attempt foreign = attempt(Status::fail, 0);
    foreign.workspace = "members/" + std::to_string(i);
    add_attempt(kata, foreign, false);
  }
  EXPECT_EQ(kata.attempts.size(), kAttemptsKept + 1);
  EXPECT_TRUE(kata.attempts.front().workspace.empty());
  EXPECT_EQ(kata.attempts[1].workspace, "members/5");
}

TEST(Attempts, copies_of_the_same_second_get_names_of_their_own) {
  const ScratchFolder folder;
  const std::string time = "2026-11-29T15:07:22Z";
  EXPECT_EQ(keep_copy(folder / "copies", "one", "", time), "20261129-150722.h");
  EXPECT_EQ(keep_copy(folder / "copies", "two", "20261129-150722.h", time), "20261129-150722-2.h");
  EXPECT_EQ(read_file(folder / "copies/20261129-150722.h"), "one");
  EXPECT_EQ(read_file(folder / "copies/20261129-150722-2.h"), "two");
}

TEST(Attempts, an_unchanged_header_is_not_copied_again) {
  const ScratchFolder folder;
  const std::string first = keep_copy(folder / "copies", "same", "", "2026-11-29T15:07:22Z");
  EXPECT_EQ(keep_copy(folder / "copies", "same", first, "2026-11-29T15:07:59Z"), first);
}

TEST(Attempts, only_copies_that_no_attempt_names_are_removed) {
  const ScratchFolder folder;
  folder.write("old.h", "");
  folder.write("kept.h", "");
  folder.write("learners-note.txt", "");
  KataProgress kata;
  Attempt named = attempt(Status::fail, 0);
  named.copy = "kept.h";
  kata.attempts = {named};
  forget_old_copies(folder.path(), kata);
  EXPECT_FALSE(read_file(folder / "old.h"));
  EXPECT_TRUE(read_file(folder / "kept.h"));
  EXPECT_TRUE(read_file(folder / "learners-note.txt"));
}

}  // namespace
}  // namespace runner
