#include <gtest/gtest.h>
#include <signal.h>

#include "state/state_store.h"
#include "system/files.h"
#include "watch_on_terminal.h"

namespace runner {
namespace {

constexpr const char* kNothingYet = "not implemented yet";
constexpr const char* kPassed = "behaviour holds";
constexpr const char* kKeys = "q quit";

// Never comes to an end.
constexpr const char* kEndless = R"(#pragma once
namespace kata {
struct Tally {
  volatile bool on = true;
  void add(int) { while (on) {} }
  int value() const { return 0; }
};
}
)";

// With the kernel's notices and without.
class Watch : public ::testing::TestWithParam<bool> {
 protected:
  static std::vector<std::string> options() {
    return GetParam() ? std::vector<std::string>{} : std::vector<std::string>{"--poll"};
  }
  TestRepository repository_;
};

TEST_P(Watch, saving_grades_again) {
  WatchOnTerminal watch(repository_, options());
  ASSERT_TRUE(watch.sees(kNothingYet)) << watch.shown();
  ASSERT_TRUE(watch.sees(kKeys)) << watch.shown();
  repository_.solve_tally();  // Replaces the file by renaming, as editors do.
  ASSERT_TRUE(watch.sees(kPassed)) << watch.shown();
  ASSERT_TRUE(watch.sees(kKeys)) << watch.shown();
  repository_.folder().write("katas/tally/tally.h", "int oops");  // Writes into the file.
  ASSERT_TRUE(watch.sees("does not compile")) << watch.shown();
  watch.type("q");
  EXPECT_EQ(watch.exit_code(), 0);
  EXPECT_TRUE(StateStore(repository_ / ".kata").load().katas.at("tally").passed());
}

INSTANTIATE_TEST_SUITE_P(with_and_without_notices, Watch, ::testing::Bool());

TEST(WatchKeys, hint_list_run_again_and_quit) {
  const TestRepository repository;
  WatchOnTerminal watch(repository, {});
  ASSERT_TRUE(watch.sees(kNothingYet) && watch.sees(kKeys)) << watch.shown();
  watch.type("h");
  EXPECT_TRUE(watch.sees("Hint 1 of 2.")) << watch.shown();
  watch.type("l");
  EXPECT_TRUE(watch.sees("0 of 1 passed.")) << watch.shown();
  watch.type("n");
  EXPECT_TRUE(watch.sees("no other kata")) << watch.shown();
  watch.type("x?");  // Unknown keys do nothing.
  EXPECT_TRUE(watch.sees("r run again")) << watch.shown();
  watch.type("r");
  EXPECT_TRUE(watch.sees(kNothingYet) && watch.sees(kKeys)) << watch.shown();
  watch.type("q");
  EXPECT_EQ(watch.exit_code(), 0);
  EXPECT_TRUE(watch.is_as_before());
}

TEST(WatchKeys, next_moves_on_to_another_kata) {
  const TestRepository repository;
  ASSERT_EQ(repository.run({"new", "latch"}).exit_code, 0);
  WatchOnTerminal watch(repository, {});
  ASSERT_TRUE(watch.sees(kNothingYet) && watch.sees(kKeys)) << watch.shown();
  watch.type("n");
  EXPECT_TRUE(watch.sees("latch   not implemented yet")) << watch.shown();
  EXPECT_TRUE(watch.sees("Watching katas/latch")) << watch.shown();
  watch.type("q");
  EXPECT_EQ(watch.exit_code(), 0);
}

TEST(WatchKeys, quitting_in_the_middle_of_a_grading_is_prompt) {
  const TestRepository repository;
  repository.folder().write("katas/tally/tally.h", kEndless);
  WatchOnTerminal watch(repository, {});
  ASSERT_TRUE(watch.sees("1 of 1")) << watch.shown();  // The progress line of the endless part.
  watch.type("q");
  EXPECT_EQ(watch.exit_code(), 0);
}

TEST(WatchKeys, a_save_during_a_grading_starts_it_over) {
  const TestRepository repository;
  repository.folder().write("katas/tally/tally.h", kEndless);
  WatchOnTerminal watch(repository, {});
  ASSERT_TRUE(watch.sees("1 of 1")) << watch.shown();
  repository.solve_tally();
  EXPECT_TRUE(watch.sees(kPassed)) << watch.shown();
  watch.type("q");
  EXPECT_EQ(watch.exit_code(), 0);
}

TEST(WatchTerminal, is_given_back_on_interrupt) {
  const TestRepository repository;
  WatchOnTerminal watch(repository, {});
  ASSERT_TRUE(watch.is_raw());
  watch.type("\x03");  // Ctrl-C.
  EXPECT_EQ(watch.exit_code(), 128 + SIGINT);
  EXPECT_TRUE(watch.is_as_before());
}

TEST(WatchTerminal, is_given_back_on_a_crash) {
  const TestRepository repository;
  WatchOnTerminal watch(repository, {});
  ASSERT_TRUE(watch.is_raw());
  watch.signal(SIGSEGV);
  EXPECT_EQ(watch.exit_code(), 128 + SIGSEGV);
  EXPECT_TRUE(watch.is_as_before());
}

TEST(WatchTerminal, is_lent_to_the_shell_while_stopped) {
  const TestRepository repository;
  WatchOnTerminal watch(repository, {});
  ASSERT_TRUE(watch.sees(kKeys)) << watch.shown();
  ASSERT_TRUE(watch.is_raw());
  watch.type("\x1a");  // Ctrl-Z.
  ASSERT_TRUE(watch.stopped());
  EXPECT_TRUE(watch.is_as_before());
  watch.signal(SIGCONT);
  EXPECT_TRUE(watch.is_raw());
  watch.type("q");
  EXPECT_EQ(watch.exit_code(), 0);
  EXPECT_TRUE(watch.is_as_before());
}

TEST(WatchTerminal, closing_it_ends_the_watch) {
  const TestRepository repository;
  WatchOnTerminal watch(repository, {});
  ASSERT_TRUE(watch.is_raw());
  watch.signal(SIGHUP);
  EXPECT_EQ(watch.exit_code(), 128 + SIGHUP);
}

}  // namespace
}  // namespace runner
