// The first execution of a process is like all others, although libraries prepare things in it.
#include "first_uses.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <string>

#include "explorer/explore.h"

namespace explorer {
namespace {

std::string outcome_of_one_schedule(void (*body)()) {
  Options options;
  options.max_schedules = 1;
  options.minimise = false;
  const Report report = explore(options, body);
  return std::to_string(report.steps) + " steps, " + report.verdict();
}

// Each in a process that has done nothing else before.
class FirstUse : public testing::TestWithParam<void (*)()> {
 protected:
  FirstUse() { testing::FLAGS_gtest_death_test_style = "threadsafe"; }
};

TEST_P(FirstUse, the_first_execution_is_like_the_second) {
  const auto compare = [] {
    const std::string first = outcome_of_one_schedule(GetParam());
    const std::string second = outcome_of_one_schedule(GetParam());
    std::fprintf(stderr, "%s\n%s\n", first.c_str(), second.c_str());
    std::exit(first == second ? EXIT_SUCCESS : EXIT_FAILURE);
  };
  EXPECT_EXIT(compare(), testing::ExitedWithCode(EXIT_SUCCESS), "");
}

INSTANTIATE_TEST_SUITE_P(Bodies, FirstUse,
                         testing::Values(first_uses::of_exceptions,
                                         first_uses::of_a_shared_exception, first_uses::of_streams,
                                         first_uses::of_error_categories,
                                         first_uses::of_atomic_shared_pointers));

}  // namespace
}  // namespace explorer
