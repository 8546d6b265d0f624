// What `replay` and `story` say before anything is built.
#include <gtest/gtest.h>

#include "../test_repository.h"
#include "contains.h"

namespace runner {
namespace {

TEST(Schedules, need_a_behaviour_and_a_token) {
  const TestRepository repository;
  for (const char* verb : {"replay", "story"}) {
    const Ran ran = repository.run({verb, "tally", "3kF9aQ"});
    EXPECT_EQ(ran.exit_code, 2);
    EXPECT_TRUE(contains(ran.err, "`3kF9aQ` is not BEHAVIOUR:TOKEN")) << ran.err;
    EXPECT_TRUE(contains(ran.err, "./kata grade tally")) << ran.err;
    EXPECT_EQ(repository.run({verb, "tally"}).exit_code, 2);
    EXPECT_EQ(repository.run({verb}).exit_code, 2);
  }
}

TEST(Schedules, of_an_unknown_format_are_not_told) {
  const TestRepository repository;
  const Ran ran = repository.run({"story", "tally", "a:b", "--format", "svg"});
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_TRUE(contains(ran.err, "text, mermaid, trace or json")) << ran.err;
}

TEST(Schedules, cannot_be_chosen_where_there_is_no_explorer) {
  const TestRepository repository;
  const Ran ran = repository.run({"replay", "tally", "a:b"},
                                 {{"KATA_TOOLKITS", repository.folder().path().string()}});
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_TRUE(contains(ran.err, "does not run on this machine")) << ran.err;
}

}  // namespace
}  // namespace runner
