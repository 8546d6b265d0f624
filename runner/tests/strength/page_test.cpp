#include "strength/page.h"

#include <gtest/gtest.h>

#include "sample_record.h"
#include "strength/page_tables.h"

namespace runner {
namespace {

bool has(const std::string& page, const std::string& words) {
  return page.find(words) != std::string::npos;
}

TEST(StrengthPage, says_who_rejects_how_many) {
  const std::string page = strength_page(sample_record());
  EXPECT_TRUE(has(page, "**3 of 3 (100 %)**")) << page;
  EXPECT_TRUE(has(page, "again and again for 10 s | 2 of 3 (66 %)")) << page;
  EXPECT_TRUE(has(page, "the plain test, three times | 1 of 3 (33 %)")) << page;
}

TEST(StrengthPage, does_not_hide_what_is_not_as_it_should_be) {
  const std::string page = strength_page(sample_record());
  EXPECT_TRUE(has(page, "1 wrong solutions have not been measured")) << page;
  EXPECT_TRUE(has(page, "\n- Tally of many: `strawman`\n")) << page;
  EXPECT_TRUE(has(page, "`wrong_result` (not as declared)")) << page;
  EXPECT_TRUE(has(page, "| **all** | **12** |  | **1** |")) << page;
}

TEST(StrengthPage, names_a_right_solution_that_the_stress_loop_rejects) {
  StrengthRecord record = sample_record();
  record.katas[0].right[0].stress = {1, 1, "hung", 3'000, 4};
  EXPECT_TRUE(has(strength_page(record), "rejects `tally/reference` (hung)"));
}

TEST(StrengthPage, tells_each_wrong_solution_in_a_row_of_its_kata) {
  const std::string row = fault_table(sample_record().katas[0]);
  EXPECT_TRUE(has(row,
                  "| `races` | Who forgets \\| what he knew. | `data_race` | 20/20, schedule "
                  "17, 0.2 s | 1/3 | `wrong_result` (not as declared), 0.6 s | race, 0.4 s | "
                  "passes |"))
      << row;
  EXPECT_TRUE(has(row, "failed 3/3, 0.1 s |")) << row;
}

TEST(StrengthPage, a_wrong_solution_that_passes_stands_out) {
  StrengthRecord record = sample_record();
  record.katas[0].faults[0].grading = {"", "", 20'000, 900};
  EXPECT_TRUE(has(fault_table(record.katas[0]), "| **passes** |"));
  EXPECT_TRUE(has(confusion_table(record), "not rejected"));
}

TEST(StrengthPage, mutants_appear_once_there_are_any) {
  StrengthRecord record = sample_record();
  EXPECT_TRUE(has(strength_page(record), "| Tally of many | 40 | 36 | 4 | 0 |"));
  record.katas[0].mutation = {};
  EXPECT_FALSE(has(strength_page(record), "Mutants"));
}

TEST(Percent, only_all_is_a_hundred) {
  EXPECT_EQ(percent(199, 200), "99 %");
  EXPECT_EQ(percent(200, 200), "100 %");
  EXPECT_EQ(percent(0, 0), "–");
}

}  // namespace
}  // namespace runner
