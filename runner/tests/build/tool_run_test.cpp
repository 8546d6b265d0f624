#include "build/tool_run.h"

#include <gtest/gtest.h>

#include "../scratch_folder.h"

namespace runner {
namespace {

ToolRun run_script(const std::string& script) {
  const ScratchFolder scratch;
  BuildRequest request;
  request.scratch = scratch.path();
  return run_tool("compiler", {"/bin/sh", "-c", script}, request);
}

TEST(ToolRun, what_a_tool_complains_of_is_left_to_the_caller) {
  const ToolRun ran = run_script("echo 'tally.h:3:1: error: no'; exit 1");
  EXPECT_FALSE(ran.failure);
  EXPECT_EQ(ran.outcome.exit_code, 1);
}

TEST(ToolRun, a_full_disk_is_not_the_headers_fault) {
  const ToolRun ran = run_script(
      "echo 'fatal error: error in backend: IO failure on output stream: "
      "No space left on device' >&2; exit 1");
  ASSERT_TRUE(ran.failure);
  EXPECT_EQ(ran.failure->kind, BuildResult::Kind::failed);
  EXPECT_NE(ran.failure->problem.find("No space left on device"), std::string::npos);
  EXPECT_NE(ran.failure->problem.find("TMPDIR"), std::string::npos);
}

TEST(ToolRun, a_tool_that_mentions_a_full_disk_and_succeeds_has_succeeded) {
  EXPECT_FALSE(run_script("echo 'No space left on device'").failure);
}

}  // namespace
}  // namespace runner
