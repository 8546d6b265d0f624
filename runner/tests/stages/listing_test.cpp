#include <gtest/gtest.h>

#include "messages.h"
#include "stages/judge.h"

namespace runner {
namespace {

using namespace testing;
using Json = nlohmann::json;

const LearnersCode kCode("/ws/tally/tally.h");

Json behaviour(const std::string& name, const std::string& tier) {
  return {{"type", "behaviour"},
          {"name", name},
          {"tier", tier},
          {"sentence", "it does " + name},
          {"limit_ms", 2500}};
}

const Json kEnd = {{"type", "end"}};

TEST(Listing, behaviours_are_read) {
  const Listing listing = judge_listing(
      run_with({hello(), behaviour("a", "core"), behaviour("b", "senior"), kEnd}), kCode);
  ASSERT_FALSE(listing.failure);
  ASSERT_EQ(listing.behaviours.size(), 2U);
  EXPECT_EQ(listing.behaviours[1].name, "b");
  EXPECT_EQ(listing.behaviours[1].sentence, "it does b");
  EXPECT_EQ(listing.behaviours[1].tier, Tier::senior);
  EXPECT_EQ(listing.behaviours[1].limit, std::chrono::milliseconds(2500));
}

TEST(Listing, half_a_list_is_a_failure_and_no_list) {
  const Listing listing = judge_listing(run_with({hello(), behaviour("a", "core")}), kCode);
  ASSERT_TRUE(listing.failure);
  EXPECT_EQ(listing.failure->status, Status::fail);
  EXPECT_TRUE(listing.behaviours.empty());
}

TEST(Listing, a_grader_without_behaviours_is_not_the_learners_fault) {
  GraderRun run = run_with({hello(), {{"type", "end"}, {"name", ""}, {"status", "pass"}}});
  const Listing listing = judge_listing(run, kCode);
  ASSERT_TRUE(listing.failure);
  EXPECT_EQ(listing.failure->finding, "internal_error");
}

TEST(Listing, a_sanitizer_that_cannot_run_here_is_not_the_learners_fault) {
  GraderRun run = run_with({});
  run.outcome.exit_code = 66;
  run.outcome.output = "FATAL: ThreadSanitizer: unexpected memory mapping 0x5555-0x5556\n";
  const Listing listing = judge_listing(run, kCode);
  ASSERT_TRUE(listing.failure);
  EXPECT_EQ(listing.failure->status, Status::error);
  EXPECT_EQ(listing.failure->finding, "internal_error");
}

}  // namespace
}  // namespace runner
