// Each rendering of each story equals its golden file. To accept a changed rendering, run the tests
// once with UPDATE_GOLDEN=1 in the environment and read the difference before committing it.

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>

#include "explorer/story.h"
#include "support/stories.h"

namespace explorer {
namespace {

std::string golden_path(const std::string& file) {
  return std::string(GOLDEN_DIRECTORY) + "/" + file;
}

// The first line that differs, as recorded and as it is now; empty when there is none.
std::string first_difference(const std::string& recorded, const std::string& actual) {
  std::istringstream recorded_lines(recorded);
  std::istringstream actual_lines(actual);
  for (int number = 1; recorded != actual; ++number) {
    std::string before;
    std::string now;
    const bool more_before = static_cast<bool>(std::getline(recorded_lines, before));
    const bool more_now = static_cast<bool>(std::getline(actual_lines, now));
    if (before != now || !more_before || !more_now) {
      return "line " + std::to_string(number) + "\nrecorded: " + before + "\nnow:      " + now;
    }
  }
  return {};
}

void expect_golden(const std::string& file, const std::string& actual) {
  if (std::getenv("UPDATE_GOLDEN") != nullptr) {
    std::ofstream(golden_path(file), std::ios::binary) << actual;
    return;
  }
  std::ifstream stream(golden_path(file), std::ios::binary);
  ASSERT_TRUE(stream) << file << " is missing; UPDATE_GOLDEN=1 writes it";
  std::ostringstream expected;
  expected << stream.rdbuf();
  EXPECT_EQ(first_difference(expected.str(), actual), "") << "in " << file;
}

class GoldenStory : public testing::TestWithParam<NamedStory> {};

TEST_P(GoldenStory, text_is_as_recorded) {
  expect_golden(GetParam().name + ".txt", to_text(GetParam().make()));
}

TEST_P(GoldenStory, mermaid_is_as_recorded) {
  expect_golden(GetParam().name + ".mmd", to_mermaid(GetParam().make()));
}

TEST_P(GoldenStory, json_is_as_recorded) {
  expect_golden(GetParam().name + ".json", to_json(GetParam().make()));
}

TEST_P(GoldenStory, trace_events_are_as_recorded) {
  expect_golden(GetParam().name + ".trace.json", to_trace_event_json(GetParam().make()));
}

INSTANTIATE_TEST_SUITE_P(Stories, GoldenStory, testing::ValuesIn(all_stories()),
                         [](const auto& instance) { return instance.param.name; });

}  // namespace
}  // namespace explorer
