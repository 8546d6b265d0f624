#include "verdict/ranking.h"

#include <gtest/gtest.h>

#include "sample_verdicts.h"

namespace runner {
namespace {

BehaviourResult failure(Tier tier, const char* finding, const char* name) {
  BehaviourResult result;
  result.name = name;
  result.tier = tier;
  result.status = Status::fail;
  result.finding = finding;
  return result;
}

std::vector<std::string> names(const std::vector<const BehaviourResult*>& results) {
  std::vector<std::string> out;
  for (const BehaviourResult* result : results) out.push_back(result->name);
  return out;
}

TEST(Ranking, lower_tiers_come_first_then_graver_findings_then_the_graders_order) {
  Verdict verdict;
  verdict.behaviours = {
      failure(Tier::senior, "data_race", "e"),     failure(Tier::core, "wrong_result", "c"),
      failure(Tier::core, "wrong_result", "d"),    failure(Tier::core, "data_race", "a"),
      failure(Tier::core, "lost_wakeup", "b"),     failure(Tier::senior, "not_implemented", "g"),
      failure(Tier::senior, "something new", "h"), failure(Tier::senior, "busy_wait", "f")};
  EXPECT_EQ(names(failures_worst_first(verdict)),
            (std::vector<std::string>{"a", "b", "c", "d", "e", "f", "g", "h"}));
}

TEST(Ranking, what_may_have_caused_the_others_comes_before_them) {
  Verdict verdict;
  verdict.behaviours = {failure(Tier::core, "wrong_result", "e"),
                        failure(Tier::core, "livelock", "d"), failure(Tier::core, "busy_wait", "c"),
                        failure(Tier::core, "deadlock", "b"),
                        failure(Tier::core, "unguarded_wait", "a")};
  EXPECT_EQ(names(failures_worst_first(verdict)),
            (std::vector<std::string>{"a", "b", "c", "d", "e"}));
}

TEST(Ranking, passes_and_what_was_not_run_are_no_failures) {
  EXPECT_EQ(names(failures_worst_first(failed_verdict())),
            std::vector<std::string>{"release_wakes_all"});
  EXPECT_TRUE(failures_worst_first(passed_verdict()).empty());
}

TEST(Ranking, the_level_is_the_highest_tier_with_all_below_it_complete) {
  EXPECT_EQ(level_reached(failed_verdict()), Tier::core);
  EXPECT_EQ(level_reached(passed_verdict()), Tier::senior);
  EXPECT_EQ(level_reached(not_implemented_verdict()), std::nullopt);
  Verdict verdict = passed_verdict();
  verdict.behaviours[0].status = Status::fail;  // Core: no level, however much of senior holds.
  EXPECT_EQ(level_reached(verdict), std::nullopt);
}

TEST(Ranking, a_stub_is_one_whose_every_run_behaviour_is_not_implemented) {
  EXPECT_TRUE(nothing_implemented(not_implemented_verdict()));
  EXPECT_FALSE(nothing_implemented(failed_verdict()));
  EXPECT_FALSE(nothing_implemented(compile_error_verdict()));
}

}  // namespace
}  // namespace runner
