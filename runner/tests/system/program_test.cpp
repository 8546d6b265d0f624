#include "system/program.h"

#include <gtest/gtest.h>

namespace runner {
namespace {

TEST(Program, output_and_exit_code_come_back) {
  const ProgramResult result = run_program({"sh", "-c", "echo out; echo err >&2; exit 3"});
  EXPECT_TRUE(result.started);
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_EQ(result.output, "out\n");
  EXPECT_FALSE(result.succeeded());
}

TEST(Program, standard_error_comes_along_when_asked_for) {
  EXPECT_EQ(run_program({"sh", "-c", "echo err >&2"}, true).output, "err\n");
}

TEST(Program, standard_input_is_empty) {
  EXPECT_EQ(run_program({"sh", "-c", "cat; echo end"}).output, "end\n");
}

TEST(Program, one_that_does_not_exist_is_not_started) {
  EXPECT_FALSE(run_program({"no-such-program-anywhere"}).started);
  EXPECT_FALSE(run_program({}).started);
  EXPECT_FALSE(find_program("no-such-program-anywhere"));
  EXPECT_TRUE(find_program("sh"));
}

TEST(Program, one_that_takes_too_long_is_killed) {
  const ProgramResult result = run_program({"sleep", "1000"}, false, std::chrono::milliseconds(50));
  EXPECT_FALSE(result.succeeded());
  EXPECT_FALSE(result.started);
}

}  // namespace
}  // namespace runner
