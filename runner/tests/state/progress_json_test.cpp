#include "state/progress_json.h"

#include <gtest/gtest.h>

namespace runner {
namespace {

using State = ParsedProgress::State;

Progress sample() {
  Attempt attempt;
  attempt.time = "2026-11-29T15:07:22Z";
  attempt.status = Status::fail;
  attempt.finding = "deadlock";
  attempt.tiers = {{Tier::core, {2, 3}}, {Tier::senior, {0, 1}}};
  attempt.copy = "20261129-150722.h";
  attempt.workspace = "members/ana";
  KataProgress kata;
  kata.attempts = {attempt};
  kata.graded = 7;
  kata.best = {{Tier::core, {3, 3}}};
  kata.passed_at = "2026-11-29T16:00:00Z";
  kata.hints_shown = 4;
  kata.gave_up = true;
  Progress progress;
  progress.current = "latch";
  progress.katas["latch"] = kata;
  return progress;
}

TEST(ProgressJson, everything_survives_the_way_out_and_in) {
  const ParsedProgress parsed = parse_progress(to_json_text(sample()));
  ASSERT_EQ(parsed.state, State::good) << parsed.problem;
  EXPECT_EQ(to_json_text(parsed.progress), to_json_text(sample()));
  const KataProgress& kata = parsed.progress.katas.at("latch");
  EXPECT_EQ(parsed.progress.current, "latch");
  EXPECT_EQ(kata.graded, 7);
  EXPECT_EQ(kata.hints_shown, 4);
  EXPECT_TRUE(kata.gave_up);
  EXPECT_TRUE(kata.passed());
  EXPECT_EQ(kata.best.at(Tier::core).total, 3);
  const Attempt& attempt = kata.attempts.at(0);
  EXPECT_EQ(attempt.status, Status::fail);
  EXPECT_EQ(attempt.finding, "deadlock");
  EXPECT_EQ(attempt.tiers.at(Tier::core).passed, 2);
  EXPECT_EQ(attempt.copy, "20261129-150722.h");
  EXPECT_EQ(attempt.workspace, "members/ana");
}

TEST(ProgressJson, what_is_cut_short_or_of_another_shape_is_damaged) {
  const std::string good = to_json_text(sample());
  for (const std::string& text :
       {std::string(""), good.substr(0, good.size() / 2), std::string("[]"), std::string("{}"),
        std::string(R"({"version": 1, "current": "", "katas": {"latch": {}}})"),
        std::string(R"({"version": 1, "current": 3, "katas": {}})")}) {
    const ParsedProgress parsed = parse_progress(text);
    EXPECT_EQ(parsed.state, State::damaged) << text;
    EXPECT_FALSE(parsed.problem.empty());
    EXPECT_EQ(parsed.problem.find("json.exception"), std::string::npos) << parsed.problem;
  }
}

TEST(ProgressJson, what_is_damaged_is_said_in_plain_words) {
  const auto problem = [](std::string_view text) { return parse_progress(text).problem; };
  EXPECT_EQ(problem(" \n"), "it is empty");
  EXPECT_EQ(problem("{ oops"), "line 1 is not valid JSON");
  EXPECT_EQ(problem("{\n \"version\": 1,\n \"current\" 3\n}\n"), "line 3 is not valid JSON");
  EXPECT_EQ(problem("{}"), "something is missing from it or is of the wrong kind");
}

TEST(ProgressJson, a_later_version_is_recognised_and_not_taken_for_damage) {
  EXPECT_EQ(parse_progress(R"({"version": 99, "anything": true})").state, State::newer);
}

TEST(ProgressJson, names_that_are_not_utf8_do_not_spoil_the_file) {
  Progress progress = sample();
  progress.katas["latch"].attempts[0].workspace =
      "mem\xFF"
      "ber";
  EXPECT_EQ(parse_progress(to_json_text(progress)).state, State::good);
}

}  // namespace
}  // namespace runner
