#include "report/telling/repetition.h"

#include <gtest/gtest.h>

#include <string>

#include "report/telling/numbers.h"
#include "report/telling/words.h"

namespace explorer {
namespace {

std::vector<StoryStep> steps(const std::string& actions) {
  std::vector<StoryStep> made;
  for (const char action : actions) {
    StoryStep step;
    step.step = static_cast<std::uint32_t>(made.size());
    step.action = std::string(1, action);
    made.push_back(step);
  }
  return made;
}

std::string actions(const std::vector<StoryStep>& told) {
  std::string text;
  for (const StoryStep& step : told) {
    text += step.action;
  }
  return text;
}

TEST(Repetition, equal_steps_in_a_row_are_told_once) {
  const auto told = without_repetition(steps("abbbc"));
  EXPECT_EQ(actions(told), "abc");
  EXPECT_EQ(told[1].note, "3 times");
}

TEST(Repetition, rounds_of_a_loop_are_told_once) {
  const auto told = without_repetition(steps("xabcabcabcaby"));
  EXPECT_EQ(actions(told), "xabcaby");
  EXPECT_EQ(told[3].note, "these 3 steps 3 times");
}

TEST(Repetition, two_rounds_are_no_loop_yet) {
  EXPECT_EQ(actions(without_repetition(steps("abab"))), "abab");
}

TEST(Repetition, a_decisive_step_is_kept) {
  std::vector<StoryStep> story = steps("aaaa");
  story[2].decisive = true;
  const auto told = without_repetition(story);
  EXPECT_EQ(actions(told), "aaa");
  EXPECT_TRUE(told[1].decisive);
}

TEST(Repetition, another_thread_or_line_is_another_step) {
  std::vector<StoryStep> story = steps("aaa");
  story[1].thread = 1;
  story[2].thread = 1;
  story[2].where.line = 7;
  EXPECT_EQ(actions(without_repetition(story)), "aaa");
}

TEST(Shortening, leaves_the_middle_out_and_says_so) {
  const auto told = shortened(steps("abcdefghij"), 4);
  EXPECT_EQ(actions(told), "abij");
  EXPECT_EQ(told[2].note, "after 6 steps not shown");
}

TEST(Shortening, keeps_the_decisive_step) {
  std::vector<StoryStep> story = steps("abcdefghij");
  story[5].decisive = true;
  EXPECT_EQ(actions(shortened(story, 4)), "abfij");
}

TEST(Shortening, short_stories_stay_whole) {
  EXPECT_EQ(actions(shortened(steps("abcd"), 4)), "abcd");
}

TEST(Words, durations_use_the_unit_that_fits) {
  EXPECT_EQ(duration_words(0), "0 ns");
  EXPECT_EQ(duration_words(250), "250 ns");
  EXPECT_EQ(duration_words(1'500'000), "1.5 ms");
  EXPECT_EQ(duration_words(5'000'000'000), "5 s");
  EXPECT_EQ(duration_words(90'000'000'000), "1.5 min");
  EXPECT_EQ(duration_words(7'200'000'000'000), "2 h");
}

TEST(Words, numbers_have_thousands_separators) {
  EXPECT_EQ(with_thousands(0), "0");
  EXPECT_EQ(with_thousands(999), "999");
  EXPECT_EQ(with_thousands(5'120), "5,120");
  EXPECT_EQ(with_thousands(1'234'567), "1,234,567");
}

TEST(Words, lists_end_with_and) {
  EXPECT_EQ(enumerate({"a"}), "a");
  EXPECT_EQ(enumerate({"a", "b", "c"}), "a, b and c");
}

}  // namespace
}  // namespace explorer
