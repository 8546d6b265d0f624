// The explorer's own memory does not grow with the number of schedules.
#include <gtest/gtest.h>

#include <fstream>

#include "bodies.h"
#include "explorer/explore.h"

namespace explorer {
namespace {

// Pages of this process that are in memory.
std::size_t resident_pages() {
  std::ifstream statistics("/proc/self/statm");
  std::size_t size = 0;
  std::size_t resident = 0;
  statistics >> size >> resident;
  return resident;
}

TEST(Memory, stays_as_it_is_over_a_million_schedules) {
  Options options;
  options.strategy = StrategyKind::random_walk;
  options.max_schedules = 100'000;
  options.max_time = std::chrono::minutes(4);
  std::size_t first = 0;
  for (int part = 0; part < 10; ++part) {
    options.seed = static_cast<std::uint64_t>(part);
    const Report report = explore(options, bodies::two_increments);
    ASSERT_TRUE(report.passed()) << report.finding.summary;
    ASSERT_EQ(report.schedules, options.max_schedules);
    if (part == 0) first = resident_pages();
  }
  ASSERT_GT(first, 0U);
  // A single byte kept of every schedule would be more than this.
  EXPECT_LE(resident_pages(), first + first / 20);
}

}  // namespace
}  // namespace explorer
