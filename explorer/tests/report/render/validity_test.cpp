#include <gtest/gtest.h>

#include <sstream>
#include <string>

#include "explorer/story.h"
#include "report/render/utf8.h"
#include "support/json_checker.h"
#include "support/stories.h"

namespace explorer {
namespace {

Story story_of(std::size_t lanes) {
  Story story = hostile_names();
  story.lanes.clear();
  story.steps.clear();
  for (std::uint16_t thread = 0; thread < lanes; ++thread) {
    story.lanes.push_back({thread, "a thread of a long name " + std::to_string(thread),
                           "waiting for " + std::string(130, 'x')});
    StoryStep step;
    step.step = 1'000'000U + thread;
    step.thread = thread;
    step.action = "lock mutex " + std::string(150, 'm') + " and \xc3\xa9\xc3\xa9\xc3\xa9";
    step.note = "waits: held by everybody else";
    step.where = {"a::function::of::" + std::string(90, 'f'), "/some/where.h", 12345};
    step.virtual_nanoseconds = thread * std::int64_t{1'500'000'000};
    story.steps.push_back(step);
  }
  return story;
}

std::size_t widest_line(const std::string& text) {
  std::istringstream lines(text);
  std::size_t widest = 0;
  for (std::string line; std::getline(lines, line);) {
    widest = std::max(widest, columns(line));
  }
  return widest;
}

class EveryStory : public testing::TestWithParam<NamedStory> {};

TEST_P(EveryStory, json_is_valid) {
  EXPECT_TRUE(JsonChecker(to_json(GetParam().make())).is_json());
}

TEST_P(EveryStory, trace_events_are_valid_json) {
  EXPECT_TRUE(JsonChecker(to_trace_event_json(GetParam().make())).is_json());
}

TEST_P(EveryStory, renderings_are_valid_utf8) {
  const Story story = GetParam().make();
  for (const std::string& text :
       {to_text(story), to_mermaid(story), to_json(story), to_trace_event_json(story)}) {
    EXPECT_EQ(valid_utf8(text), text);
  }
}

TEST_P(EveryStory, text_fits_a_hundred_columns) {
  EXPECT_LE(widest_line(to_text(GetParam().make())), 100U);
}

TEST_P(EveryStory, text_has_no_control_characters_and_no_trailing_space) {
  const std::string text = to_text(GetParam().make());
  EXPECT_EQ(text.find('\x1b'), std::string::npos);
  EXPECT_EQ(text.find('\t'), std::string::npos);
  EXPECT_EQ(text.find(" \n"), std::string::npos);
}

// In a sequence diagram a statement ends at a line's end or at ';', and '#' begins an entity.
TEST_P(EveryStory, mermaid_lines_hold_one_statement_each) {
  std::istringstream lines(to_mermaid(GetParam().make()));
  for (std::string line; std::getline(lines, line);) {
    for (std::size_t at = line.find_first_of("#;"); at != std::string::npos;
         at = line.find_first_of("#;", at)) {
      const std::size_t end = line.find(';', at);
      ASSERT_EQ(line[at], '#') << line;
      ASSERT_NE(end, std::string::npos) << line;
      EXPECT_EQ(line.substr(at + 1, end - at - 1).find_first_not_of("0123456789"),
                std::string::npos)
          << line;
      at = end + 1;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Stories, EveryStory, testing::ValuesIn(all_stories()),
                         [](const auto& instance) { return instance.param.name; });

class LaneCount : public testing::TestWithParam<std::size_t> {};

TEST_P(LaneCount, text_fits_a_hundred_columns_with_any_number_of_lanes) {
  const std::string text = to_text(story_of(GetParam()));
  EXPECT_LE(widest_line(text), 100U) << text;
}

INSTANTIATE_TEST_SUITE_P(Lanes, LaneCount, testing::Values(1, 2, 3, 4, 5, 6, 17, 64));

TEST(Text, an_empty_story_is_its_finding) {
  Story story;
  story.finding.summary = "crash: main crashes";
  EXPECT_EQ(to_text(story), "crash: main crashes\n");
}

TEST(Text, idle_threads_that_finished_have_no_lane) {
  Story story = timed_wait();
  story.lanes.push_back({1, "bystander", "finished"});
  EXPECT_EQ(to_text(story).find("bystander"), std::string::npos);
}

TEST(JsonCheckerItself, refuses_what_is_not_json) {
  for (const char* text : {"", "{", "{\"a\" 1}", "[1,]", "\"\n\"", "{} {}", "\"\\x\"", "[1 2]"}) {
    EXPECT_FALSE(JsonChecker(text).is_json()) << text;
  }
}

}  // namespace
}  // namespace explorer
