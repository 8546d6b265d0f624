#include <gtest/gtest.h>

#include "../snippet.h"

namespace runner {
namespace {

using Texts = std::vector<std::string>;

TEST(OrderMutants, two_statements_are_exchanged) {
  EXPECT_EQ(bodies("swap_statements", "ready = true;\ncv.notify_one();\n"),
            Texts{"cv.notify_one();\nready = true;\n"});
}

TEST(OrderMutants, not_if_the_second_needs_what_the_first_declares) {
  EXPECT_EQ(bodies("swap_statements", "int x = number();\na = x;\n"), Texts{});
}

TEST(OrderMutants, not_if_one_thread_could_never_tell) {
  EXPECT_EQ(bodies("swap_statements", "a = 1;\nready = true;\n"), Texts{});
}

TEST(OrderMutants, not_if_one_of_them_only_makes_room_for_a_variable) {
  EXPECT_EQ(bodies("swap_statements", "g();\nstd::thread other;\nother.join();\n"), Texts{});
  EXPECT_EQ(bodies("swap_statements", "g();\ndecltype(number()) other;\nother = 1;\n"), Texts{});
}

TEST(OrderMutants, not_if_one_of_them_only_makes_a_number) {
  EXPECT_EQ(bodies("swap_statements", "g();\nint tries = 0;\na = tries;\n"), Texts{});
  EXPECT_EQ(bodies("swap_statements", "g();\nconstexpr int kNever = sizeof(int);\na = kNever;\n"),
            Texts{});
  EXPECT_EQ(bodies("swap_statements", "g();\nint tries = number();\na = tries;\n"),
            Texts{"int tries = number();\ng();\na = tries;\n"});
}

TEST(OrderMutants, assignments_that_depend_on_each_other_are_exchanged) {
  EXPECT_EQ(bodies("swap_statements", "a = b;\nb = 2;\n"), Texts{"b = 2;\na = b;\n"});
}

TEST(OrderMutants, nothing_changes_places_with_a_return) {
  EXPECT_EQ(bodies("swap_statements", "g();\nreturn;\n"), Texts{});
}

}  // namespace
}  // namespace runner
