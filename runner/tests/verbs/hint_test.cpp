#include <gtest/gtest.h>

#include "../test_repository.h"
#include "contains.h"

namespace runner {
namespace {

TEST(Hint, each_call_gives_one_more_until_the_last) {
  const TestRepository repository;
  const Ran first = repository.run({"hint", "tally"});
  EXPECT_TRUE(contains(first.out, "Hint 1 of 2.")) << first.out;
  EXPECT_FALSE(contains(first.out, "an outline"));
  const Ran second = repository.run({"hint", "tally"});
  EXPECT_TRUE(contains(second.out, "Hint 2 of 2.")) << second.out;
  EXPECT_TRUE(contains(second.out, "That was the last hint."));
  EXPECT_TRUE(contains(repository.run({"hint", "tally"}).out, "Hint 2 of 2."));
}

TEST(Hint, again_repeats_the_last_one) {
  const TestRepository repository;
  (void)repository.run({"hint", "tally"});
  EXPECT_TRUE(contains(repository.run({"hint", "tally", "--again"}).out, "Hint 1 of 2."));
  EXPECT_TRUE(contains(repository.run({"hint", "tally"}).out, "Hint 2 of 2."));
}

TEST(Hint, again_before_any_gives_the_first) {
  const TestRepository repository;
  EXPECT_TRUE(contains(repository.run({"hint", "tally", "--again"}).out, "Hint 1 of 2."));
}

TEST(Hint, all_gives_all) {
  const TestRepository repository;
  const Ran ran = repository.run({"hint", "tally", "--all"});
  EXPECT_TRUE(contains(ran.out, "what is shared?")) << ran.out;
  EXPECT_TRUE(contains(ran.out, "an outline"));
  EXPECT_EQ(repository.run({"hint", "--all", "--again"}).exit_code, 2);
}

TEST(Hint, without_a_name_it_is_about_the_kata_shown_last) {
  const TestRepository repository;
  repository.add_kata("latch", 1);
  EXPECT_EQ(repository.run({"hint"}).exit_code, 2);
  (void)repository.run({"show", "tally"});
  EXPECT_TRUE(contains(repository.run({"hint"}).out, "Hint 1 of 2."));
}

TEST(Hint, a_kata_without_hints_says_so) {
  const TestRepository repository;
  repository.add_kata("latch", 1);
  const Ran ran = repository.run({"hint", "latch"});
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_TRUE(contains(ran.err, "katas/latch/hints.md")) << ran.err;
}

TEST(Hint, comes_also_where_nothing_can_be_remembered) {
  const TestRepository repository;
  repository.folder().write("blocked", "a file where the state's folder should be");
  const Ran ran = repository.run({"hint", "tally"}, {{"KATA_STATE", "blocked"}});
  EXPECT_EQ(ran.exit_code, 0);
  EXPECT_TRUE(contains(ran.out, "Hint 1 of 2."));
  EXPECT_TRUE(contains(ran.err, "Progress was not kept")) << ran.err;
}

}  // namespace
}  // namespace runner
