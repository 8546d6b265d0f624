#include "stages/witnesses.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace runner {
namespace {

BehaviourResult row(const std::string& name, Stage stage, Status status,
                    const std::string& finding = "") {
  BehaviourResult made;
  made.name = name;
  made.stage = stage;
  made.stages = {stage};
  made.status = status;
  made.finding = finding;
  made.message = finding.empty() ? "" : finding + " was seen";
  made.milliseconds = 10;
  return made;
}

Verdict verdict(Stage stage, std::vector<BehaviourResult> rows) {
  Verdict made;
  made.toolchain = stage == Stage::explorer ? "clang 19, explorer" : "clang 19, ThreadSanitizer";
  made.behaviours = std::move(rows);
  conclude(made);
  made.stages = {{stage, made.status, 10}};
  return made;
}

Verdict both(Verdict explorer, Verdict tsan) {
  Verdict all;
  add_witness(all, std::move(explorer));
  add_witness(all, std::move(tsan));
  return all;
}

constexpr Stage kExplorer = Stage::explorer;
constexpr Stage kTsan = Stage::tsan;

TEST(Witnesses, what_holds_in_both_stages_holds_on_the_first_ones_word) {
  BehaviourResult proved = row("a", kExplorer, Status::pass);
  proved.proved = true;
  const Verdict all =
      both(verdict(kExplorer, {proved}), verdict(kTsan, {row("a", kTsan, Status::pass)}));
  EXPECT_EQ(all.status, Status::pass);
  EXPECT_TRUE(all.behaviours[0].proved);
  EXPECT_EQ(all.behaviours[0].stage, kExplorer);
  EXPECT_EQ(all.behaviours[0].stages, (std::vector<Stage>{kExplorer, kTsan}));
  EXPECT_EQ(all.behaviours[0].milliseconds, 20);
  EXPECT_EQ(all.toolchain, "clang 19, explorer, ThreadSanitizer");
}

TEST(Witnesses, what_the_second_sees_alone_is_a_failure_and_no_longer_proved) {
  BehaviourResult proved = row("a", kExplorer, Status::pass);
  proved.proved = true;
  const Verdict all = both(verdict(kExplorer, {proved}),
                           verdict(kTsan, {row("a", kTsan, Status::fail, "data_race")}));
  EXPECT_EQ(all.status, Status::fail);
  EXPECT_EQ(all.behaviours[0].stage, kTsan);
  EXPECT_EQ(all.behaviours[0].finding, "data_race");
  EXPECT_FALSE(all.behaviours[0].proved);
}

TEST(Witnesses, what_one_cannot_judge_is_judged_by_the_other_alone_which_is_said) {
  const Verdict all = both(verdict(kExplorer, {row("a", kExplorer, Status::error, "unsupported")}),
                           verdict(kTsan, {row("a", kTsan, Status::pass)}));
  EXPECT_EQ(all.status, Status::pass);
  EXPECT_EQ(all.behaviours[0].stage, kTsan);
  EXPECT_EQ(all.behaviours[0].note,
            "the explorer could not judge it (unsupported: unsupported was seen)");
  const Verdict other = both(verdict(kExplorer, {row("a", kExplorer, Status::pass)}),
                             verdict(kTsan, {row("a", kTsan, Status::error, "unsupported")}));
  EXPECT_EQ(other.status, Status::pass);
  EXPECT_EQ(other.behaviours[0].stage, kExplorer);
}

TEST(Witnesses, what_compiles_for_the_first_stage_alone_does_not_compile) {
  Verdict second;
  second.status = Status::fail;
  second.summary = "It does not compile.";
  second.compile_errors.resize(1);
  const Verdict all = both(verdict(kExplorer, {row("a", kExplorer, Status::pass)}), second);
  EXPECT_EQ(all.status, Status::fail);
  EXPECT_EQ(all.summary, "It does not compile.");
  EXPECT_TRUE(all.behaviours.empty());
}

TEST(Witnesses, what_none_can_judge_stays_an_error) {
  const Verdict all =
      both(verdict(kExplorer, {row("a", kExplorer, Status::error, "internal_error")}),
           verdict(kTsan, {row("a", kTsan, Status::error, "internal_error")}));
  EXPECT_EQ(all.status, Status::error);
  EXPECT_EQ(all.summary, "internal_error was seen");
}

TEST(Witnesses, the_second_is_asked_about_all_that_holds) {
  const NextQuestion question =
      next_question(verdict(kExplorer, {row("a", kExplorer, Status::pass)}));
  EXPECT_TRUE(question.ask);
  EXPECT_TRUE(question.behaviours.empty());
}

TEST(Witnesses, after_a_failure_only_what_is_undecided_is_asked) {
  const Verdict failed = verdict(kExplorer, {row("a", kExplorer, Status::fail, "hang")});
  EXPECT_FALSE(next_question(failed).ask);
  const Verdict open = verdict(kExplorer, {row("a", kExplorer, Status::fail, "hang"),
                                           row("b", kExplorer, Status::error, "unsupported")});
  EXPECT_EQ(next_question(open).behaviours, std::vector<std::string>{"b"});
}

TEST(Witnesses, nothing_is_asked_of_a_stub_or_of_what_does_not_compile) {
  EXPECT_FALSE(
      next_question(verdict(kExplorer, {row("a", kExplorer, Status::fail, "not_implemented"),
                                        row("b", kExplorer, Status::skipped)}))
          .ask);
  Verdict broken;
  broken.compile_errors.emplace_back();
  EXPECT_FALSE(next_question(broken).ask);
}

TEST(Witnesses, a_stage_that_could_not_begin_leaves_the_word_to_the_other) {
  const Verdict all =
      both(verdict(kExplorer, {row(kStarts, kExplorer, Status::error, "internal_error")}),
           verdict(kTsan, {row("a", kTsan, Status::pass)}));
  EXPECT_EQ(all.status, Status::pass);
  ASSERT_EQ(all.behaviours.size(), 1U);
  EXPECT_NE(all.note.find("without the explorer"), std::string::npos);
}

TEST(Witnesses, a_program_that_ends_before_it_begins_is_told_as_such) {
  Verdict start = verdict(kExplorer, {row(kStarts, kExplorer, Status::fail, "crash")});
  start.summary = "The program ends before any behaviour can begin.";
  Verdict all;
  add_witness(all, start);
  EXPECT_EQ(all.status, Status::fail);
  EXPECT_EQ(all.summary, start.summary);
}

TEST(Witnesses, an_interrupted_second_stage_leaves_no_verdict) {
  Verdict late = verdict(kTsan, {row("a", kTsan, Status::pass)});
  late.status = Status::error;
  late.interrupted = true;
  late.summary = "The grading was interrupted.";
  const Verdict all = both(verdict(kExplorer, {row("a", kExplorer, Status::pass)}), late);
  EXPECT_EQ(all.status, Status::error);
  EXPECT_TRUE(all.interrupted);
}

TEST(Witnesses, nothing_at_all_is_no_pass) {
  Verdict empty;
  conclude(empty);
  EXPECT_EQ(empty.status, Status::error);
}

}  // namespace
}  // namespace runner
