#include "stages/exploration.h"

#include <gtest/gtest.h>

#include "messages.h"
#include "stages/judge.h"

namespace runner {
namespace {

using namespace testing;
using Json = nlohmann::json;

Json exploration(const std::string& finding) {
  return {
      {"type", "exploration"},
      {"schedules", 17},
      {"failing_schedule", finding == "none" ? 0 : 17},
      {"exhausted", finding == "none"},
      {"finding", finding},
      {"summary", "one waits for ever"},
      {"token", finding == "none" ? "" : "A-b_9"},
      {"stack",
       {{{"function", "kata::Tally::wait_for(int)"}, {"file", "/ws/tally/tally.h"}, {"line", 24}},
        {{"function", "body"}, {"file", ""}, {"line", 0}}}}};
}

Json story(const std::string& text) {
  return {{"type", "story"}, {"format", "text"}, {"part", 0}, {"parts", 2}, {"text", text}};
}

BehaviourResult explored(GraderRun run) {
  run.stage = Stage::explorer;
  BehaviourInfo info;
  info.name = "b";
  return judge(info, run, {}, LearnersCode("/ws/tally/tally.h"));
}

TEST(Exploration, a_pass_over_all_schedules_is_proved) {
  const BehaviourResult result = explored(run_with({hello(), exploration("none"), end("pass")}));
  EXPECT_EQ(result.status, Status::pass);
  EXPECT_TRUE(result.proved);
  EXPECT_EQ(result.runs, 17U);
  EXPECT_EQ(result.stage, Stage::explorer);
  EXPECT_TRUE(result.token.empty());
}

TEST(Exploration, a_pass_over_a_sample_is_not) {
  Json sampled = exploration("none");
  sampled["exhausted"] = false;
  EXPECT_FALSE(explored(run_with({hello(), sampled, end("pass")})).proved);
}

TEST(Exploration, a_failure_brings_its_schedule_its_place_and_its_story) {
  const BehaviourResult result =
      explored(run_with({hello(), failure("lost_wakeup", "still waits"), story("1  main\n"),
                         story("2        T1\n"), exploration("lost_wakeup"), end("fail")}));
  EXPECT_EQ(result.finding, "lost_wakeup");
  EXPECT_EQ(result.message, "still waits");
  EXPECT_EQ(result.failing_schedule, 17U);
  EXPECT_EQ(result.token, "b:A-b_9");
  EXPECT_EQ(result.story, "1  main\n2        T1\n");
  ASSERT_EQ(result.threads.size(), 1U);
  ASSERT_EQ(result.threads[0].places.size(), 1U);
  EXPECT_EQ(result.threads[0].places[0].function, "wait_for()");
  EXPECT_EQ(result.threads[0].places[0].line, 24);
}

TEST(Exploration, a_finding_without_a_failure_is_one) {
  const BehaviourResult result =
      explored(run_with({hello(), exploration("data_race"), end("fail")}));
  EXPECT_EQ(result.finding, "data_race");
  EXPECT_EQ(result.message, "one waits for ever");
}

TEST(Exploration, what_cannot_be_explored_is_not_the_learners_fault) {
  for (const char* finding : {"unsupported", "internal_error"}) {
    const BehaviourResult result = explored(
        run_with({hello(), failure(finding, "fork()"), exploration(finding), end("fail")}));
    EXPECT_EQ(result.status, Status::error) << finding;
    EXPECT_EQ(result.finding, finding);
  }
}

TEST(Exploration, what_it_cannot_end_is_left_to_the_other_witness) {
  for (const Ending ending : {Ending::hung, Ending::cpu_limit, Ending::wall_limit}) {
    GraderRun run = run_with({hello()});
    run.outcome.ending = ending;
    EXPECT_EQ(explored(run).status, Status::error);
    EXPECT_EQ(explored(run).finding, "unsupported");
  }
}

TEST(Exploration, a_story_cannot_move_the_readers_cursor) {
  const BehaviourResult result = explored(run_with(
      {hello(), failure("hang", "x"), story("a\x1b[2Jb\xff"), exploration("hang"), end("fail")}));
  EXPECT_EQ(result.story.find('\x1b'), std::string::npos);
  EXPECT_EQ(result.story.find('\xff'), std::string::npos);
}

TEST(ScheduleName, has_a_behaviour_and_a_token) {
  const auto name = parse_schedule_name("blocks_at_zero:3k-F9_aQ");
  ASSERT_TRUE(name);
  EXPECT_EQ(name->behaviour, "blocks_at_zero");
  EXPECT_EQ(name->token, "3k-F9_aQ");
}

TEST(ScheduleName, anything_else_is_refused) {
  for (const char* text :
       {"", ":", "a:", ":b", "a", "a b:c", "a:b c", "a:b:c", "a:$(x)", "../a:b"}) {
    EXPECT_FALSE(parse_schedule_name(text)) << text;
  }
}

}  // namespace
}  // namespace runner
