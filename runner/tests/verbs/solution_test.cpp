#include <gtest/gtest.h>

#include "../test_repository.h"
#include "contains.h"
#include "state/state_store.h"

namespace runner {
namespace {

constexpr const char* kOfTheReference = "the mutex that guards it";
constexpr const char* kOfTheDiscussion = "Why this design";

TEST(Solution, is_kept_until_the_kata_is_passed) {
  const TestRepository repository;
  const Ran ran = repository.run({"solution", "tally"});
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_EQ(ran.out, "");
  EXPECT_TRUE(contains(ran.err, "--give-up")) << ran.err;
}

TEST(Solution, is_shown_to_whoever_has_passed) {
  const TestRepository repository;
  const StateStore store(repository / ".kata");
  ASSERT_TRUE(
      store.update([](Progress& p) { p.katas["tally"].passed_at = "2026-01-01T00:00:00Z"; }));
  const Ran ran = repository.run({"solution", "tally"});
  EXPECT_EQ(ran.exit_code, 0);
  EXPECT_TRUE(contains(ran.out, kOfTheReference)) << ran.out;
  EXPECT_TRUE(contains(ran.out, kOfTheDiscussion));
}

TEST(Solution, giving_up_is_remembered) {
  const TestRepository repository;
  EXPECT_TRUE(contains(repository.run({"solution", "tally", "--give-up"}).out, kOfTheReference));
  EXPECT_EQ(repository.run({"solution", "tally"}).exit_code, 0);
  EXPECT_TRUE(StateStore(repository / ".kata").load().katas.at("tally").gave_up);
}

TEST(Solution, code_and_discussion_can_be_had_apart) {
  const TestRepository repository;
  const Ran code = repository.run({"solution", "tally", "--give-up", "--code"});
  EXPECT_TRUE(contains(code.out, kOfTheReference));
  EXPECT_FALSE(contains(code.out, kOfTheDiscussion));
  const Ran talk = repository.run({"solution", "tally", "--give-up", "--discussion"});
  EXPECT_FALSE(contains(talk.out, kOfTheReference));
  EXPECT_TRUE(contains(talk.out, kOfTheDiscussion));
}

TEST(Solution, no_verb_prints_the_graders_code) {
  const TestRepository repository;
  for (const std::vector<std::string>& arguments : {std::vector<std::string>{"show", "tally"},
                                                    {"hint", "tally", "--all"},
                                                    {"solution", "tally", "--give-up"},
                                                    {"list"},
                                                    {"next"}}) {
    EXPECT_FALSE(contains(repository.run(arguments).out, "BEHAVIOUR("));
  }
}

}  // namespace
}  // namespace runner
