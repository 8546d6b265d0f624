#include "stages/side_by_side.h"

#include <gtest/gtest.h>

#include <latch>
#include <stdexcept>
#include <vector>

namespace runner {
namespace {

TEST(SideBySide, results_arrive_in_order_whatever_order_they_are_made_in) {
  std::latch later_ones(3);
  std::vector<std::size_t> taken;
  side_by_side(
      4, 4,
      [&](std::size_t i) {
        if (i == 0) {
          later_ones.wait();  // The first piece ends last.
        } else {
          later_ones.count_down();
        }
        return i;
      },
      [&](std::size_t i) { taken.push_back(i); });
  EXPECT_EQ(taken, (std::vector<std::size_t>{0, 1, 2, 3}));
}

TEST(SideBySide, no_more_run_at_a_time_than_asked) {
  std::atomic<int> running{0};
  std::atomic<int> most{0};
  side_by_side(
      50, 2,
      [&](std::size_t) {
        const int now = ++running;
        for (int seen = most; now > seen && !most.compare_exchange_weak(seen, now);) {
        }
        --running;
        return 0;
      },
      [](int) {});
  EXPECT_LE(most, 2);
  EXPECT_GE(most, 1);
}

TEST(SideBySide, nothing_to_do_is_done_at_once) {
  side_by_side(0, 4, [](std::size_t i) { return i; }, [](std::size_t) { FAIL(); });
}

TEST(SideBySide, an_exception_of_a_piece_comes_out_after_the_results_before_it) {
  std::vector<std::size_t> taken;
  const auto run = [&] {
    side_by_side(
        10, 3,
        [](std::size_t i) {
          if (i == 2) throw std::runtime_error("two");
          return i;
        },
        [&](std::size_t i) { taken.push_back(i); });
  };
  EXPECT_THROW(run(), std::runtime_error);
  EXPECT_EQ(taken, (std::vector<std::size_t>{0, 1}));
}

TEST(SideBySide, an_exception_of_the_taker_comes_out_when_what_was_begun_is_over) {
  std::latch failing(1);
  std::atomic<int> begun{0};
  std::atomic<int> over{0};
  const auto run = [&] {
    side_by_side(
        3, 2,
        [&](std::size_t i) {
          ++begun;
          if (i > 0) failing.wait();
          ++over;
          return i;
        },
        [&](std::size_t) {
          failing.count_down();
          throw std::runtime_error("full");
        });
  };
  EXPECT_THROW(run(), std::runtime_error);
  EXPECT_GE(begun, 1);
  EXPECT_EQ(over, begun);
}

}  // namespace
}  // namespace runner
