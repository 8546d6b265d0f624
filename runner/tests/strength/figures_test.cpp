#include "strength/figures.h"

#include <gtest/gtest.h>

#include "sample_record.h"

namespace runner {
namespace {

TEST(Headline, counts_what_each_way_of_testing_rejects) {
  const Headline sum = headline(sample_record());
  EXPECT_EQ(sum.faults, 3);
  EXPECT_EQ(sum.unmeasured, 1);
  EXPECT_EQ(sum.grading.caught, 3);
  EXPECT_EQ(sum.stress.caught, 2);
  EXPECT_EQ(sum.plain.caught, 1);
  EXPECT_EQ(sum.plain.asked, 3);
  EXPECT_EQ(sum.median_schedules, 1'217U);
}

TEST(Headline, what_a_plain_test_catches_is_left_out_of_the_comparison_of_the_rest) {
  const Headline sum = headline(sample_record());
  EXPECT_EQ(sum.subtle, 2);
  EXPECT_EQ(sum.grading_of_subtle.caught, 2);
  EXPECT_EQ(sum.stress_of_subtle.caught, 1);
}

TEST(Headline, a_catch_in_all_seeds_but_one_is_not_one_in_every_seed) {
  StrengthRecord record = sample_record();
  EXPECT_EQ(headline(record).in_every_seed, 3);
  record.katas[0].faults[0].explorer.declared = 19;
  EXPECT_EQ(headline(record).in_every_seed, 2);
}

TEST(Headline, the_explorer_is_not_bound_to_see_what_only_the_other_stage_can) {
  StrengthRecord record = sample_record();
  EXPECT_EQ(headline(record).bound, 3);
  record.katas[0].faults[0].only = "tsan";
  EXPECT_EQ(headline(record).bound, 2);
}

TEST(Headline, the_median_is_of_those_that_were_caught) {
  StrengthRecord record = sample_record();
  EXPECT_EQ(headline(record).stress.median_milliseconds, 400);
  record.katas[0].faults[1].stress.caught = 0;
  EXPECT_EQ(headline(record).stress.median_milliseconds, 60);
}

TEST(Confusion, a_finding_that_is_not_declared_is_a_wrong_diagnosis) {
  const Confusion table = confusion(sample_record());
  EXPECT_EQ(table.at("lost_wakeup").at("lost_wakeup"), 1);
  EXPECT_EQ(table.at("data_race").at("wrong_result"), 1);
  EXPECT_EQ(table.at("data_race").count("data_race"), 0U);
  EXPECT_EQ(headline(sample_record()).first_line_right, 2);
}

TEST(Confusion, any_of_several_declared_findings_is_right) {
  StrengthRecord record = sample_record();
  record.katas[0].faults[1].findings = {"data_race", "wrong_result"};
  EXPECT_EQ(confusion(record).at("data_race").at("data_race"), 1);
}

TEST(FalseAlarms, are_summed_by_circumstances) {
  StrengthRecord record = sample_record();
  record.katas[0].right.push_back(record.katas[0].right[0]);
  const auto sums = false_alarms(record);
  EXPECT_EQ(sums.at("explorer").gradings, 14);
  EXPECT_EQ(sums.at("ThreadSanitizer").rejections, 2);
}

TEST(FalseAlarms, tell_what_the_least_graded_solution_has) {
  StrengthRecord record = sample_record();
  record.katas[0].right.push_back(record.katas[0].right[0]);
  record.katas[0].right[1].gradings = {{"explorer", {3, 0}}};
  const auto sums = false_alarms(record);
  EXPECT_EQ(sums.at("explorer").fewest, 3);
  EXPECT_EQ(sums.at("ThreadSanitizer").fewest, 0) << "one of the two has not been graded so";
}

}  // namespace
}  // namespace runner
