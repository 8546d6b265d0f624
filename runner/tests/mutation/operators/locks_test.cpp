#include <gtest/gtest.h>

#include "../snippet.h"

namespace runner {
namespace {

using Texts = std::vector<std::string>;

TEST(LockMutants, a_lock_is_removed) {
  EXPECT_EQ(bodies("remove_lock", "std::lock_guard lock(m);\na = 1;\n"), Texts{"a = 1;\n"});
}

TEST(LockMutants, a_lock_that_is_let_go_by_name_is_removed_with_that) {
  EXPECT_EQ(bodies("remove_lock",
                   "std::unique_lock lock(m);\na = 1;\nlock.unlock();\ng();\nlock.lock();\n"),
            Texts{"a = 1;\ng();\n"});
}

TEST(LockMutants, a_lock_that_somebody_waits_with_stays) {
  EXPECT_EQ(bodies("remove_lock", "std::unique_lock lock(m);\ncv.wait(lock);\n"), Texts{});
}

TEST(LockMutants, a_lock_is_taken_a_statement_too_late) {
  EXPECT_EQ(bodies("lock_later", "std::lock_guard lock(m);\na = 1;\ng();\n"),
            Texts{"a = 1;\nstd::lock_guard lock(m);\ng();\n"});
}

TEST(LockMutants, a_lock_is_taken_before_foreign_code_runs) {
  EXPECT_EQ(bodies("lock_earlier", "int x = number();\nstd::lock_guard lock(m);\na = x;\n"),
            Texts{"std::lock_guard lock(m);\nint x = number();\na = x;\n"});
}

TEST(LockMutants, taking_it_before_plain_arithmetic_is_no_mistake) {
  EXPECT_EQ(bodies("lock_earlier", "int x = 1;\nstd::lock_guard lock(m);\na = x;\n"), Texts{});
}

TEST(LockMutants, a_lock_is_let_go_before_the_last_statement) {
  EXPECT_EQ(bodies("unlock_early", "const std::lock_guard lock(m);\na = 1;\ng();\nreturn;\n"),
            Texts{"std::unique_lock lock(m);\na = 1;\nlock.unlock();\ng();\nreturn;\n"});
}

TEST(LockMutants, a_lock_is_let_go_for_a_moment_between_two_statements) {
  EXPECT_EQ(bodies("lock_released_between", "std::lock_guard lock(m);\nif (ready) g();\na = 1;\n"),
            Texts{"std::unique_lock lock(m);\nif (ready) g();\nlock.unlock();\nlock.lock();\n"
                  "a = 1;\n"});
}

TEST(LockMutants, a_lock_outlives_its_block) {
  EXPECT_EQ(bodies("lock_to_end_of_outer", "{\nstd::lock_guard lock(m);\na = 1;\n}\ng();\n"),
            Texts{"\nstd::lock_guard lock(m);\na = 1;\n\ng();\n"});
}

}  // namespace
}  // namespace runner
