#include "strength/record_json.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "sample_record.h"
#include "user_error.h"

namespace runner {
namespace {

TEST(RecordJson, what_was_written_is_read_back) {
  const std::string text = record_to_json(sample_record());
  EXPECT_EQ(record_to_json(record_from_json(text, "x.json")), text);
  const StrengthRecord record = record_from_json(text, "x.json");
  ASSERT_EQ(record.katas.size(), 2U);
  const FaultFigures& fault = record.katas[0].faults[0];
  EXPECT_EQ(fault.explorer.findings.at("hang"), 1);
  EXPECT_EQ(fault.grading.schedules, 1'217U);
  EXPECT_EQ(fault.stress.rounds, 812U);
  EXPECT_EQ(record.katas[0].right[0].gradings.at("ThreadSanitizer").rejections, 1);
  EXPECT_EQ(record.katas[0].mutation.killed, 36);
}

TEST(RecordJson, each_solution_has_a_line_of_its_own) {
  const std::string text = record_to_json(sample_record());
  const auto at = text.find("\"name\":\"races\"");
  ASSERT_NE(at, std::string::npos);
  const auto begin = text.rfind('\n', at);
  const std::string line = text.substr(begin, text.find('\n', at) - begin);
  EXPECT_EQ(line.find("\"name\":\"forgets\""), std::string::npos);
  EXPECT_NE(line.find("\"stress\""), std::string::npos);
}

TEST(RecordJson, a_damaged_file_is_named) {
  for (const char* text : {"", "{", "[]", R"({"version": 1})", R"({"version": 99, "katas": []})"}) {
    try {
      (void)record_from_json(text, "strange.json");
      ADD_FAILURE() << text;
    } catch (const UserError& error) {
      EXPECT_NE(std::string(error.what()).find("strange.json"), std::string::npos) << error.what();
    }
  }
}

}  // namespace
}  // namespace runner
