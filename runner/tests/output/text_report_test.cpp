#include <gtest/gtest.h>

#include "golden.h"
#include "output/format.h"
#include "sample_verdicts.h"
#include "system/text.h"

namespace runner {
namespace {

std::string report(const Verdict& verdict, int width = 80) {
  return text_report(verdict, {.style = {.color = false, .width = width}});
}

TEST(TextReport, of_a_race) { expect_golden("race", report(failed_verdict())); }
TEST(TextReport, of_a_race_on_a_narrow_screen) {
  expect_golden("race-40-columns", report(failed_verdict(), 40));
}
TEST(TextReport, of_a_hang) { expect_golden("hang", report(hang_verdict())); }
TEST(TextReport, of_a_pass) { expect_golden("pass", report(passed_verdict())); }
TEST(TextReport, so_far_names_what_fails) {
  Verdict verdict = explored_failure_verdict();
  verdict.stages.resize(1);
  const std::string text = text_so_far(verdict, {});
  EXPECT_NE(text.find("so far (explorer"), std::string::npos) << text;
  for (const BehaviourResult& result : verdict.behaviours) {
    EXPECT_EQ(text.find(result.sentence) != std::string::npos, result.status == Status::fail)
        << text;
  }
}
TEST(TextReport, so_far_is_one_line_while_all_holds) {
  Verdict verdict = explored_pass_verdict();
  verdict.stages.pop_back();
  EXPECT_EQ(text_so_far(verdict, {}),
            "semaphore   core 1/1 · robust 2/2 · senior 1/1   so far (explorer, 0.9 s)\n");
}
TEST(TextReport, of_a_schedule_that_fails) {
  expect_golden("explored-failure", report(explored_failure_verdict()));
}
TEST(TextReport, of_a_pass_in_both_stages) {
  expect_golden("explored-pass",
                text_report(explored_pass_verdict(),
                            {.questions = {"Is a semaphore a rate limiter?", "Make it faster."}}));
}
TEST(TextReport, of_a_grading_without_the_explorer_says_so) {
  Verdict verdict = passed_verdict();
  verdict.note = "Graded by ThreadSanitizer alone.";
  EXPECT_NE(report(verdict).find("Graded by ThreadSanitizer alone."), std::string::npos);
}
TEST(TextReport, of_a_race_that_the_second_stage_saw_says_who_saw_it) {
  Verdict verdict = failed_verdict();
  verdict.behaviours[1].stages = {Stage::explorer, Stage::tsan};
  EXPECT_NE(report(verdict).find("seen by ThreadSanitizer"), std::string::npos);
}
TEST(TextReport, a_story_wider_than_the_screen_is_cut_and_says_so) {
  const std::string text = text_report(explored_failure_verdict(), {.story_columns = 30});
  EXPECT_EQ(text.find("waits :24"), std::string::npos);
  EXPECT_NE(text.find("cut; `kata story` tells all of it"), std::string::npos);
}
TEST(TextReport, of_a_long_story_the_middle_is_left_out) {
  Verdict verdict = explored_failure_verdict();
  std::string& story = verdict.behaviours[1].story;
  story = "first\n";
  for (int i = 0; i < 200; ++i) story += "step " + std::to_string(i) + "\n";
  story += "last\n";
  const std::string text = report(verdict);
  EXPECT_NE(text.find("  first\n"), std::string::npos);
  EXPECT_EQ(text.find("step 100\n"), std::string::npos);
  EXPECT_NE(text.find("  last\n"), std::string::npos);
  EXPECT_NE(text.find("tells all of it"), std::string::npos);
}
TEST(TextReport, of_a_story_says_nothing_twice) {
  Verdict verdict = explored_failure_verdict();
  BehaviourResult& lost = verdict.behaviours[1];
  lost.message = "T1 waits for ever";
  lost.story = "lost_wakeup: T1 waits\nfor ever\n\n 1  step\n\ntoken: A3kF9aQ\n";
  const std::string text = report(verdict);
  EXPECT_EQ(text.find("lost_wakeup: T1"), std::string::npos) << text;
  EXPECT_NE(text.find("   1  step\n"), std::string::npos) << text;
  EXPECT_EQ(text.find("token: "), std::string::npos) << text;
}
TEST(TextReport, somebody_elses_schedule_is_replayed_in_their_workspace) {
  Verdict verdict = explored_failure_verdict();
  verdict.workspace = "members/ana";
  EXPECT_NE(text_report(verdict, {.own_workspace = false})
                .find("./kata replay semaphore release_wakes_all:A3kF9aQ --workspace members/ana"),
            std::string::npos);
}
TEST(TextReport, of_a_compile_error) {
  expect_golden("compile-error", report(compile_error_verdict()));
}
TEST(TextReport, of_a_stub) { expect_golden("stub", report(not_implemented_verdict())); }
TEST(TextReport, of_what_could_not_be_graded) {
  expect_golden("could-not-grade", report(could_not_grade_verdict()));
}
TEST(TextReport, of_an_interrupted_grading_suggests_the_same_command_alone) {
  Verdict verdict = could_not_grade_verdict();
  verdict.interrupted = true;
  EXPECT_EQ(split_lines(report(verdict)).back(), "./kata grade semaphore");
}
TEST(TextReport, of_somebody_elses_workspace) {
  Verdict verdict = failed_verdict();
  verdict.workspace = "members/ana";
  expect_golden("other-workspace", text_report(verdict, {.own_workspace = false}));
}
TEST(TextReport, of_many_failures) {
  Verdict verdict = failed_verdict();
  for (BehaviourResult& result : verdict.behaviours) {
    result.status = Status::fail;
    if (result.finding.empty()) result.finding = "wrong_result";
  }
  verdict.behaviours[3].finding = "not_implemented";
  expect_golden("many-failures", report(verdict));
}

TEST(TextReport, fits_the_screen_it_is_written_for) {
  for (const int width : {40, 60, 100}) {
    for (const Verdict& verdict :
         {failed_verdict(), hang_verdict(), passed_verdict(), compile_error_verdict(),
          could_not_grade_verdict(), explored_pass_verdict()}) {
      for (const std::string& line : split_lines(report(verdict, width))) {
        EXPECT_LE(display_width(line), static_cast<std::size_t>(width)) << line;
      }
    }
  }
}

TEST(TextReport, colour_changes_nothing_but_colour) {
  const Verdict verdict = failed_verdict();
  const std::string colored = text_report(verdict, {.style = {.color = true, .width = 80}});
  EXPECT_NE(colored.find("\x1b["), std::string::npos);
  EXPECT_EQ(printable(colored), report(verdict));
}

TEST(TextReport, what_the_code_printed_cannot_move_the_cursor) {
  const std::string text = report(hostile_verdict()) + report(hang_verdict());
  EXPECT_EQ(text.find('\x1b'), std::string::npos);
  EXPECT_EQ(text.find('\x01'), std::string::npos);
}

TEST(TextReport, always_ends_with_a_command) {
  for (const Verdict& verdict :
       {failed_verdict(), passed_verdict(), compile_error_verdict(), not_implemented_verdict(),
        hang_verdict(), could_not_grade_verdict(), hostile_verdict(), explored_failure_verdict(),
        explored_pass_verdict()}) {
    EXPECT_NE(split_lines(report(verdict)).back().find("./kata "), std::string::npos);
  }
}

}  // namespace
}  // namespace runner
