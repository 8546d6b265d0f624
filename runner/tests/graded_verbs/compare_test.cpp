#include <gtest/gtest.h>

#include "../test_repository.h"
#include "../verbs/contains.h"

namespace runner {
namespace {

constexpr const char* kOfTheReference = "std::lock_guard";

constexpr const char* kBenchmark = R"(#include <benchmark/benchmark.h>

#include "tally.h"

void adding(benchmark::State& state) {
  kata::Tally tally;
  for (auto _ : state) tally.add(1);
}
BENCHMARK(adding);
BENCHMARK(adding)->Threads(2)->UseRealTime()->Name("together");
BENCHMARK_MAIN();
)";

TEST(Compare, keeps_the_reference_from_whoever_has_not_passed) {
  const TestRepository repository;
  const Ran ran = repository.run({"compare", "tally"});
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_FALSE(contains(ran.out, kOfTheReference)) << ran.out;
  EXPECT_TRUE(contains(ran.err, "compare tally --give-up")) << ran.err;
}

TEST(Compare, of_a_passing_solution_shows_every_part) {
  const TestRepository repository;
  repository.folder().write("graders/tally/tally_benchmark.cpp", kBenchmark);
  repository.folder().write("katas/tally/tally.h", R"(#pragma once
#include <atomic>
namespace kata {
class Tally {
 public:
  void add(int n) { value_ += n; }
  int value() const { return value_; }
 private:
  std::atomic<int> value_{0};
};
}
)");
  const Ran ran = repository.run({"compare", "tally"});
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_TRUE(contains(ran.out, "- #include <atomic>")) << ran.out;
  EXPECT_TRUE(contains(ran.out, "+ #include <mutex>"));
  EXPECT_TRUE(contains(ran.out, "✓        ✓     core    the sum holds every addition")) << ran.out;
  EXPECT_TRUE(contains(ran.out, "adding ")) << ran.out;
  EXPECT_TRUE(contains(ran.out, "together, 2 threads")) << ran.out;
  EXPECT_TRUE(contains(ran.out, "ratio"));
  EXPECT_TRUE(contains(ran.out, "Why this design"));
  EXPECT_FALSE(contains(ran.out, "BEHAVIOUR("));
}

TEST(Compare, of_a_failing_one_names_what_fails) {
  const TestRepository repository;
  const Ran ran = repository.run({"compare", "tally", "--give-up", "--part", "behaviours"});
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_TRUE(contains(ran.out, "✗        ✓     core")) << ran.out;
  EXPECT_TRUE(contains(ran.out, "not_implemented"));
  EXPECT_FALSE(contains(ran.out, kOfTheReference));  // Only the part asked for.
}

TEST(Compare, without_a_benchmark_says_so) {
  const TestRepository repository;
  const Ran ran = repository.run({"compare", "tally", "--give-up", "--part", "timing"});
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_TRUE(contains(ran.out, "has no benchmark")) << ran.out;
}

TEST(Compare, code_that_the_benchmark_cannot_use_is_told_of) {
  const TestRepository repository;
  repository.folder().write("graders/tally/tally_benchmark.cpp", kBenchmark);
  repository.folder().write("katas/tally/tally.h", "#pragma once\nint oops\n");
  const Ran ran = repository.run({"compare", "tally", "--give-up", "--part", "timing"});
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_TRUE(contains(ran.out, "does not compile with katas/tally/tally.h")) << ran.out;
}

TEST(Compare, an_unknown_part_is_2) {
  const TestRepository repository;
  EXPECT_EQ(repository.run({"compare", "tally", "--part", "price"}).exit_code, 2);
}

}  // namespace
}  // namespace runner
