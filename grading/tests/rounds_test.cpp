// Repetition and time.
#include "grading/rounds.h"

#include <gtest/gtest.h>

#include <chrono>
#include <vector>

#include "grading/expect.h"
#include "grading/time.h"

namespace grading {
namespace {

using namespace std::chrono_literals;

std::vector<std::uint32_t> draws(std::uint64_t seed, unsigned number) {
  Round round(seed, number);
  std::vector<std::uint32_t> drawn;
  for (int i = 0; i < 5; ++i) drawn.push_back(round.below(1'000));
  return drawn;
}

TEST(Round, draws_the_same_for_the_same_seed_and_number) {
  EXPECT_EQ(draws(7, 3), draws(7, 3));
  EXPECT_NE(draws(7, 3), draws(7, 4));
  EXPECT_NE(draws(7, 3), draws(8, 3));
  // Pinned, so that a seed in a report keeps its meaning.
  EXPECT_EQ(draws(1, 0), (std::vector<std::uint32_t>{700, 679, 444, 747, 90}));
}

TEST(Round, draws_below_its_bound) {
  Round round(1, 1);
  for (int i = 0; i < 1'000; ++i) EXPECT_LT(round.below(3), 3U);
}

TEST(Rounds, run_at_least_so_many_though_time_is_up) {
  int count = 0;
  rounds([&](Round&) { ++count; }, {.at_least = 12, .at_most = 50, .time = 0ms});
  EXPECT_GE(count, 12);
}

TEST(Rounds, run_at_most_so_many_though_time_is_left) {
  int count = 0;
  rounds([&](Round&) { ++count; }, {.at_least = 1, .at_most = 5, .time = 1h});
  EXPECT_EQ(count, 5);
}

TEST(Rounds, are_numbered) {
  std::vector<unsigned> numbers;
  rounds([&](Round& round) { numbers.push_back(round.number()); },
         {.at_least = 3, .at_most = 3, .time = 0ms});
  EXPECT_EQ(numbers, (std::vector<unsigned>{0, 1, 2}));
}

TEST(Scaled, is_a_hundredth_and_not_too_little) {
  EXPECT_EQ(scaled(5s), 50ms);
  EXPECT_EQ(scaled(1ms), 1ms);
  EXPECT_EQ(scaled(0s), 0s);
  EXPECT_EQ(scaled(-1s), -1s);
}

TEST(LetPass, lasts_as_long_as_it_says) {
  const Stopwatch watch;
  let_pass(3ms);
  EXPECT_GE(watch.elapsed(), 3ms);
}

}  // namespace
}  // namespace grading
