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

void expect_golden(const std::string& file, const std::string& actual) {
  if (std::getenv("UPDATE_GOLDEN") != nullptr) {
    std::ofstream(golden_path(file), std::ios::binary) << actual;
    return;
  }
  std::ifstream stream(golden_path(file), std::ios::binary);
  ASSERT_TRUE(stream) << file << " is missing; UPDATE_GOLDEN=1 writes it";
  std::ostringstream expected;
  expected << stream.rdbuf();
  EXPECT_EQ(expected.str(), actual) << file;
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
                         [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace explorer
