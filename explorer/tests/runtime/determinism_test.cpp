// The same schedule is the same execution, however often, on either backend, and nothing of one
// execution is left for the next.
#include <gtest/gtest.h>
#include <malloc.h>
#include <sys/resource.h>

#include <memory>
#include <set>
#include <string>

#include "bodies.h"
#include "explorer/explore.h"
#include "repeating.h"

namespace explorer {
namespace {

class Determinism : public testing::TestWithParam<void (*)()> {};

TEST_P(Determinism, a_thousand_repeats_give_the_same_trace) {
  const std::vector<Choice> choices = some_schedule(GetParam());
  const std::string first = trace_of(choices, Backend::automatic, GetParam());
  for (int i = 0; i < 1'000; ++i) {
    ASSERT_EQ(trace_of(choices, Backend::automatic, GetParam()), first) << "repeat " << i;
  }
}

TEST_P(Determinism, both_backends_agree_step_by_step) {
  const std::vector<Choice> choices = some_schedule(GetParam());
  const std::string first = trace_of(choices, Backend::automatic, GetParam());
  for (int i = 0; i < 20; ++i) {
    ASSERT_EQ(trace_of(choices, Backend::kernel_threads, GetParam()), first) << "repeat " << i;
  }
}

TEST_P(Determinism, a_determinism_check_finds_nothing) {
  Options options = walk();
  options.check_determinism = true;
  options.max_schedules = 200;
  const Report report = explore(options, GetParam());
  EXPECT_TRUE(report.passed()) << report.finding.summary;
}

INSTANTIATE_TEST_SUITE_P(Bodies, Determinism,
                         testing::Values(bodies::buffer, bodies::timeouts, bodies::futures,
                                         bodies::heap));

TEST(Isolation, a_leak_between_executions_is_noticed) {
  Options options = walk();
  options.check_determinism = true;
  options.max_schedules = 50;
  const Report report = explore(options, bodies::counts_in_a_global);
  EXPECT_EQ(name(report.finding.kind), name(FindingKind::internal_error));
  EXPECT_NE(report.finding.summary.find("not deterministic"), std::string::npos);
}

TEST(Isolation, memory_stays_flat) {
  Options options = walk();
  options.max_schedules = 2'000;
  ASSERT_TRUE(explore(options, bodies::heap).passed());
  rusage before{};
  getrusage(RUSAGE_SELF, &before);
  options.max_schedules = 20'000;
  ASSERT_TRUE(explore(options, bodies::heap).passed());
  rusage after{};
  getrusage(RUSAGE_SELF, &after);
  EXPECT_LT(after.ru_maxrss - before.ru_maxrss, 4'096) << "kilobytes";
}

TEST(Isolation, what_a_body_keeps_outlives_its_execution) {
  auto kept = std::make_shared<std::set<std::string>>();
  Options options = walk();
  options.max_schedules = 200;
  ASSERT_TRUE(explore(options, [kept] { bodies::keep_outcome(*kept); }).passed());
  EXPECT_EQ(kept->size(), 2U);
  for (const std::string& outcome : *kept) EXPECT_EQ(outcome.size(), 40U);
}

TEST(Isolation, a_failed_execution_leaves_nothing_behind) {
  for (const Backend backend : {Backend::automatic, Backend::kernel_threads}) {
    Options options = walk();
    options.backend = backend;
    options.max_schedules = 50;
    for (int i = 0; i < 20; ++i) {
      EXPECT_EQ(name(explore(options, bodies::fails_in_a_catch_block).finding.kind),
                name(FindingKind::wrong_result));
      EXPECT_TRUE(explore(options, bodies::throws_and_catches).passed());
    }
  }
}

TEST(Isolation, what_a_thread_left_undone_is_not_done_by_its_successor) {
  Options options = walk();
  options.max_schedules = 10;
  ASSERT_FALSE(explore(options, bodies::fails_before_a_thread_local_is_destroyed).passed());
  const Report next = explore(options, bodies::throws_and_catches);
  EXPECT_TRUE(next.passed()) << next.finding.summary;
}

TEST(Replaying, a_token_of_another_program_diverges) {
  Options options = walk();
  const Report found = explore(options, bodies::fails_sometimes);
  ASSERT_FALSE(found.passed());
  const Report other = replay(found.token, bodies::buffer);
  EXPECT_EQ(name(other.finding.kind), name(FindingKind::internal_error));
  EXPECT_NE(other.finding.summary.find("diverged"), std::string::npos) << other.finding.summary;
}

TEST(Replaying, a_damaged_token_is_refused) {
  const Report report = replay("A0000000", bodies::buffer);
  EXPECT_EQ(name(report.finding.kind), name(FindingKind::internal_error));
}

TEST(Exploring, does_not_nest) {
  Options options = walk();
  options.max_schedules = 1;
  Report inner;
  const Report outer = explore(options, [&] { inner = explore(Options{}, [] {}); });
  EXPECT_TRUE(outer.passed());
  EXPECT_EQ(name(inner.finding.kind), name(FindingKind::internal_error));
}

}  // namespace
}  // namespace explorer
