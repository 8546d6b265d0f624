// The vector clock against a model anybody can check by reading.
#include "clocks/vector_clock.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

namespace explorer {
namespace {

using Model = std::map<ThreadIndex, std::uint32_t>;

void join(Model& into, const Model& other) {
  for (const auto& [thread, counter] : other) into[thread] = std::max(into[thread], counter);
}

bool covers(Model& model, const Model& other) {
  return std::ranges::all_of(other,
                             [&](const auto& entry) { return model[entry.first] >= entry.second; });
}

class VectorClockFuzz : public testing::TestWithParam<unsigned> {};

TEST_P(VectorClockFuzz, behaves_like_a_map_of_counters) {
  std::mt19937_64 random(GetParam());
  constexpr std::size_t kClocks = 5;
  std::vector<VectorClock> clocks(kClocks);
  std::vector<Model> models(kClocks);
  for (int step = 0; step < 20'000; ++step) {
    const std::size_t a = random() % kClocks;
    const std::size_t b = random() % kClocks;
    const auto thread = static_cast<ThreadIndex>(random() % GetParam());
    const auto counter = static_cast<std::uint32_t>(random() % 1000 + 1);
    switch (random() % 8) {
      case 0:
        clocks[a].join(clocks[b]);
        join(models[a], Model(models[b]));
        break;
      case 1:
        clocks[a] = clocks[b];
        models[a] = Model(models[b]);
        break;
      case 2:
        if (a != b) {
          clocks[a] = std::move(clocks[b]);
          clocks[b] = VectorClock();
          models[a] = std::exchange(models[b], {});
        }
        break;
      case 3:
        clocks[a].clear();
        models[a].clear();
        break;
      case 4:
        ASSERT_EQ(clocks[a].covers(clocks[b]), covers(models[a], models[b]));
        ASSERT_EQ(clocks[a] == clocks[b],
                  covers(models[a], models[b]) && covers(models[b], models[a]));
        break;
      case 5:
        ASSERT_EQ(clocks[a].covers(make_epoch(thread, counter)), models[a][thread] >= counter);
        break;
      default:
        clocks[a].set(thread, counter);
        models[a][thread] = counter;
    }
    ASSERT_EQ(clocks[a][thread], models[a][thread]);
  }
}

INSTANTIATE_TEST_SUITE_P(threads, VectorClockFuzz, testing::Values(2U, 16U, 17U, 100U, 3'000U));

TEST(Epoch, keeps_thread_and_counter_apart) {
  const Epoch epoch = make_epoch(65'534, 4'000'000'000U);
  EXPECT_EQ(thread_of(epoch), 65'534);
  EXPECT_EQ(counter_of(epoch), 4'000'000'000U);
}

TEST(VectorClock, a_clock_moved_from_begins_anew) {
  VectorClock clock;
  clock.set(0, 7);
  const VectorClock taken = std::move(clock);
  // NOLINTNEXTLINE(bugprone-use-after-move,clang-analyzer-cplusplus.Move): that is the question.
  clock.set(1, 1);
  EXPECT_EQ(clock[0], 0U);
  EXPECT_EQ(taken[0], 7U);
}

TEST(VectorClock, an_empty_clock_covers_only_never) {
  VectorClock clock;
  EXPECT_TRUE(clock.covers(kNever));
  EXPECT_FALSE(clock.covers(make_epoch(0, 1)));
}

}  // namespace
}  // namespace explorer
