#include <gtest/gtest.h>

#include "../snippet.h"

namespace runner {
namespace {

using Texts = std::vector<std::string>;

TEST(BoundaryMutants, a_boundary_moves_by_one) {
  EXPECT_EQ(mutated("boundary", "if (a < b) g();"), Texts{"if (a <= b) g();"});
  EXPECT_EQ(mutated("boundary", "if (a >= b) g();"), Texts{"if (a > b) g();"});
}

TEST(BoundaryMutants, operators_that_a_class_defines_count_too) {
  EXPECT_EQ(mutated("boundary",
                    "auto t = std::chrono::steady_clock::now();\nauto u = t;\nif (t >= u) g();"),
            Texts{"if (t > u) g();"});
}

TEST(BoundaryMutants, a_number_is_one_off) {
  EXPECT_EQ(mutated("off_by_one", "a = b + 2;"), (Texts{"a = b + 1;", "a = b + 3;"}));
  EXPECT_EQ(mutated("off_by_one", "a = 0;"), Texts{"a = 1;"});
}

TEST(BoundaryMutants, factors_and_lengths_of_time_are_no_counts) {
  EXPECT_EQ(mutated("off_by_one", "a = b * 2;"), Texts{});
  EXPECT_EQ(mutated("off_by_one", "std::chrono::duration<int> d(5);"), Texts{});
}

}  // namespace
}  // namespace runner
