#include "scheduling/random.h"

#include <gtest/gtest.h>

#include <map>

namespace explorer {
namespace {

// Reports print seeds; a seed must mean the same schedule after every change of this file.
TEST(Random, numbers_are_pinned) {
  Random random(42, 7);
  EXPECT_EQ(random.next(), 4'387'946'141'093'136'464U);
  for (int i = 0; i < 1'000; ++i) random.next();
  EXPECT_EQ(random.below(1'000'000), 175'494U);
}

// First output of the published splitmix64 for seed 1234567.
TEST(Random, scatters_like_splitmix64) { EXPECT_EQ(scatter(1234567), 6457827717110365317U); }

TEST(Random, streams_of_one_seed_differ) {
  EXPECT_NE(Random(1, 0).next(), Random(1, 1).next());
  EXPECT_NE(Random(0, 1).next(), Random(1, 0).next());
}

TEST(Random, below_is_uniform) {
  Random random(3);
  std::map<std::uint32_t, int> seen;
  for (int i = 0; i < 60'000; ++i) ++seen[random.below(6)];
  ASSERT_EQ(seen.size(), 6U);
  // Standard deviation 91.
  for (const auto& [value, times] : seen) EXPECT_NEAR(times, 10'000, 500) << value;
}

TEST(Random, below_one_is_zero) {
  Random random(5);
  for (int i = 0; i < 100; ++i) EXPECT_EQ(random.below(1), 0U);
}

}  // namespace
}  // namespace explorer
