#include <gtest/gtest.h>

#include "system/text.h"

namespace runner {
namespace {

using Names = std::vector<std::string>;
const Names kVerbs = {"list", "next", "show", "grade", "watch", "hint", "solution", "compare"};

TEST(Nearest, a_mistyped_name_finds_the_one_that_was_meant) {
  EXPECT_EQ(nearest("grdae", kVerbs), Names{"grade"});  // Neighbours swapped.
  EXPECT_EQ(nearest("hnit", kVerbs), Names{"hint"});
  EXPECT_EQ(nearest("shwo", kVerbs), Names{"show"});
  EXPECT_EQ(nearest("GRADE", kVerbs), Names{"grade"});
}

TEST(Nearest, a_part_of_a_name_finds_it) {
  EXPECT_EQ(nearest("sol", kVerbs), Names{"solution"});
  EXPECT_EQ(nearest("lost-wake", {"lost_wakeup", "livelock"}), Names{"lost_wakeup"});
}

TEST(Nearest, the_best_comes_first_and_there_are_at_most_three) {
  const Names names = {"queue_c", "queue_ab", "queue_b", "queue"};
  const Names near = nearest("queue_a", names);
  ASSERT_EQ(near.size(), 3U);
  EXPECT_NE(std::find(near.begin(), near.end(), "queue_ab"), near.end());
}

TEST(Nearest, nonsense_finds_nothing) {
  EXPECT_TRUE(nearest("xyzzyplugh", kVerbs).empty());
  EXPECT_TRUE(nearest("", kVerbs).empty());
  EXPECT_TRUE(nearest(std::string(100'000, 'q'), kVerbs).empty());
}

TEST(Nearest, suggestions_read_as_a_question) {
  EXPECT_EQ(did_you_mean("grade1", kVerbs), "Did you mean grade?");
  EXPECT_EQ(did_you_mean("cat", {"bat", "hat", "rat"}), "Did you mean bat, hat or rat?");
  EXPECT_EQ(did_you_mean("xyzzyplugh", kVerbs), "");
}

}  // namespace
}  // namespace runner
