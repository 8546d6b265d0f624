#include "strength/mutants.h"

#include <gtest/gtest.h>

#include "sample_record.h"
#include "user_error.h"

namespace runner {
namespace {

TEST(Mutants, of_a_report_replace_those_on_record) {
  StrengthRecord record = sample_record();
  take_in_mutants(record, R"({"kata": "tally", "killed": {"explorer": 50, "tsan": 2},
                              "equivalent": 3, "survived": 1, "mutants": []})",
                  "x.json");
  const MutationFigures& figures = record.katas[0].mutation;
  EXPECT_EQ(figures.killed, 52);
  EXPECT_EQ(figures.survivors, 1);
  EXPECT_EQ(figures.mutants, 56);
}

TEST(Mutants, something_else_is_refused_by_name) {
  for (const char* text : {"", "{}", R"({"kata": "strange", "killed": {}, "equivalent": 0,
                                         "survived": 0})"}) {
    StrengthRecord record = sample_record();
    try {
      take_in_mutants(record, text, "x.json");
      ADD_FAILURE() << text;
    } catch (const UserError& error) {
      EXPECT_NE(std::string(error.what()).find("x.json"), std::string::npos) << error.what();
    }
    EXPECT_EQ(record.katas[0].mutation.killed, 36);
  }
}

}  // namespace
}  // namespace runner
