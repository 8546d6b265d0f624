// show and explain: pages laid out for the terminal.
#include <gtest/gtest.h>

#include "../test_repository.h"
#include "contains.h"

namespace runner {
namespace {

TEST(Show, gives_the_brief_and_where_to_write) {
  const TestRepository repository;
  const Ran ran = repository.run({"show", "tally"});
  EXPECT_EQ(ran.exit_code, 0);
  EXPECT_TRUE(contains(ran.out, "Tally\n=====")) << ran.out;
  EXPECT_TRUE(contains(ran.out, "│ \"Here the interviewer asks"));
  EXPECT_TRUE(contains(ran.out, "Edit katas/tally/tally.h"));
  EXPECT_TRUE(contains(ran.out, "Next: ./kata grade tally"));
}

TEST(Show, a_missing_brief_is_2_and_named) {
  const TestRepository repository;
  std::filesystem::remove(repository / "katas/tally/README.md");
  const Ran ran = repository.run({"show", "tally"});
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_TRUE(contains(ran.err, "katas/tally/README.md")) << ran.err;
}

TEST(Explain, without_a_name_lists_all_findings_with_their_first_sentence) {
  const TestRepository repository;
  const Ran ran = repository.run({"explain"});
  EXPECT_EQ(ran.exit_code, 0);
  EXPECT_TRUE(contains(ran.out, "data_race    Two threads touch the same memory")) << ran.out;
  EXPECT_FALSE(contains(ran.out, "More."));
  EXPECT_TRUE(contains(ran.out, "lost_wakeup  Nobody told the waiter."));
  EXPECT_FALSE(contains(ran.out, "README"));
}

TEST(Explain, gives_the_page_also_for_a_name_with_a_dash) {
  const TestRepository repository;
  const Ran ran = repository.run({"explain", "lost-wakeup"});
  EXPECT_EQ(ran.exit_code, 0);
  EXPECT_TRUE(contains(ran.out, "Nobody told the waiter.")) << ran.out;
}

TEST(Explain, an_unknown_finding_is_2_and_names_the_nearest) {
  const TestRepository repository;
  const Ran ran = repository.run({"explain", "data_rase"});
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_TRUE(contains(ran.err, "Did you mean data_race?")) << ran.err;
  EXPECT_EQ(repository.run({"explain", "../findings/data_race"}).exit_code, 2);
}

}  // namespace
}  // namespace runner
