// Executions that do not end, and how they are told.
#include <gtest/gtest.h>

#include <algorithm>

#include "bodies.h"
#include "explorer/explore.h"

namespace explorer {
namespace {

struct Endless {
  const char* name;
  void (*body)();
  int (*line)();
  Backend backend;
  Isolation isolation;
};

class LoopWithoutPoints : public testing::TestWithParam<Endless> {};

TEST_P(LoopWithoutPoints, is_a_busy_wait_with_its_line) {
  Options options;
  options.backend = GetParam().backend;
  options.isolation = GetParam().isolation;
  options.max_time = std::chrono::minutes(4);
  const Report report = explore(options, GetParam().body);
  EXPECT_EQ(name(report.finding.kind), name(FindingKind::busy_wait)) << report.finding.summary;
  ASSERT_FALSE(report.finding.stack.empty()) << report.finding.summary;
  EXPECT_EQ(report.finding.stack.front().line, GetParam().line()) << report.finding.summary;
  EXPECT_EQ(report.failing_schedule, 1U);
  EXPECT_LT(report.token.size(), 20U);
  const std::string expected =
      "busy_wait: T1 runs in a loop without any operation that others could wait for or end, at "
      "bodies.cpp:" +
      std::to_string(GetParam().line());
  EXPECT_EQ(report.finding.summary.substr(0, expected.size()), expected);
}

INSTANTIATE_TEST_SUITE_P(
    Loops, LoopWithoutPoints,
    testing::Values(Endless{"looking_on_fibers", bodies::looks_for_ever, bodies::line_of_looking,
                            Backend::fibers, Isolation::in_process},
                    Endless{"turning_on_fibers", bodies::turns_for_ever, bodies::line_of_turning,
                            Backend::fibers, Isolation::in_process},
                    Endless{"turning_on_kernel_threads", bodies::turns_for_ever,
                            bodies::line_of_turning, Backend::kernel_threads,
                            Isolation::in_process},
                    Endless{"looking_in_a_child", bodies::looks_for_ever, bodies::line_of_looking,
                            Backend::automatic, Isolation::forked}),
    [](const testing::TestParamInfo<Endless>& info) { return std::string(info.param.name); });

TEST(LoopInALibrary, is_a_busy_wait_of_whoever_called_it) {
  Options options;
  options.max_time = std::chrono::minutes(4);
  const Report report = explore(options, bodies::stays_in_a_library);
  EXPECT_EQ(name(report.finding.kind), name(FindingKind::busy_wait)) << report.finding.summary;
  const bool names_the_call = std::ranges::any_of(report.finding.stack, [](const auto& frame) {
    return frame.line == bodies::line_of_staying();
  });
  EXPECT_TRUE(names_the_call) << to_text(report.story);
}

TEST(EndlessExecution, has_a_short_token_however_long_it_was) {
  for (const StrategyKind strategy :
       {StrategyKind::portfolio, StrategyKind::random_walk, StrategyKind::partial_order_sampling}) {
    Options options;
    options.strategy = strategy;
    options.max_time = std::chrono::minutes(4);
    const Report report = explore(options, bodies::two_spinners);
    EXPECT_EQ(name(report.finding.kind), name(FindingKind::busy_wait)) << report.finding.summary;
    EXPECT_LT(report.token.size(), 100U) << report.strategy << ": " << report.token;
    const Report repeated = replay(report.token, bodies::two_spinners);
    EXPECT_EQ(repeated.finding.summary, report.finding.summary);
  }
}

}  // namespace
}  // namespace explorer
