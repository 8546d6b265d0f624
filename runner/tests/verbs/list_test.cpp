// list and next: where the learner stands.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "../test_repository.h"
#include "contains.h"
#include "state/state_store.h"

namespace runner {
namespace {

void pass(const TestRepository& repository, const std::string& slug) {
  const StateStore store(repository / ".kata");
  ASSERT_TRUE(store.update([&slug](Progress& progress) {
    progress.katas[slug].passed_at = "2026-11-29T15:07:22Z";
    progress.katas[slug].graded = 1;
  }));
}

void attempt(const TestRepository& repository, const std::string& slug) {
  const StateStore store(repository / ".kata");
  ASSERT_TRUE(store.update([&slug](Progress& progress) {
    progress.current = slug;
    progress.katas[slug].graded = 1;
    progress.katas[slug].best[Tier::core] = {3, 6};
    progress.katas[slug].best[Tier::robust] = {0, 4};
  }));
}

TEST(List, katas_come_by_level_with_their_state) {
  const TestRepository repository;
  repository.add_kata("zebra", 2, "\"tally\"");
  repository.add_kata("latch", 1);
  attempt(repository, "latch");
  const Ran ran = repository.run({"list"});
  EXPECT_TRUE(contains(ran.out, "Level 1\n")) << ran.out;
  EXPECT_LT(ran.out.find("tally"), ran.out.find("Level 2"));
  EXPECT_TRUE(contains(ran.out, "core 3/6 · robust 0/4"));
  EXPECT_TRUE(contains(ran.out, "not started, comes after tally"));
  EXPECT_TRUE(contains(ran.out, "0 of 3 passed."));
  EXPECT_TRUE(contains(ran.out, "Next: ./kata grade latch"));
}

TEST(List, what_is_passed_is_marked_and_no_longer_next) {
  const TestRepository repository;
  repository.add_kata("zebra", 2, "\"tally\"");
  pass(repository, "tally");
  const Ran ran = repository.run({"list"});
  EXPECT_TRUE(contains(ran.out, "✓ tally")) << ran.out;
  EXPECT_FALSE(contains(ran.out, "comes after"));
  EXPECT_TRUE(contains(ran.out, "Next: ./kata show zebra"));
}

TEST(List, an_empty_catalogue_is_told_of) {
  const TestRepository repository;
  std::filesystem::remove_all(repository / "katas/tally");
  for (const char* verb : {"list", "next"}) {
    const Ran ran = repository.run({verb});
    EXPECT_EQ(ran.exit_code, 0) << verb;
    EXPECT_TRUE(contains(ran.out, "There are no katas")) << ran.out;
  }
}

TEST(List, scripts_get_json) {
  const TestRepository repository;
  repository.add_kata("zebra", 2, "\"tally\"");
  pass(repository, "tally");
  const auto katas = nlohmann::json::parse(repository.run({"list", "--json"}).out);
  ASSERT_EQ(katas.size(), 2U);
  EXPECT_EQ(katas[0]["kata"], "tally");
  EXPECT_EQ(katas[0]["state"], "passed");
  EXPECT_EQ(katas[1]["state"], "not started");
  EXPECT_EQ(katas[1]["requires"][0], "tally");
  EXPECT_EQ(katas[1]["level"], 2);
}

TEST(Next, goes_on_with_what_was_begun) {
  const TestRepository repository;
  repository.add_kata("latch", 1);
  attempt(repository, "tally");
  const Ran ran = repository.run({"next"});
  EXPECT_TRUE(contains(ran.out, "Go on with tally")) << ran.out;
  EXPECT_TRUE(contains(ran.out, "./kata grade tally"));
}

TEST(Next, proposes_nothing_before_what_it_requires) {
  const TestRepository repository;
  repository.add_kata("alpha", 1, "\"tally\"");
  EXPECT_TRUE(contains(repository.run({"next"}).out, "Next is tally"));
  pass(repository, "tally");
  EXPECT_TRUE(contains(repository.run({"next"}).out, "Next is alpha"));
}

TEST(Next, congratulates_when_all_is_passed) {
  const TestRepository repository;
  pass(repository, "tally");
  const Ran ran = repository.run({"next"});
  EXPECT_EQ(ran.exit_code, 0);
  EXPECT_TRUE(contains(ran.out, "passed every kata")) << ran.out;
}

TEST(Next, damaged_progress_is_told_of_and_not_fatal) {
  const TestRepository repository;
  repository.folder().write(".kata/progress.json", "{broken");
  const Ran ran = repository.run({"next"});
  EXPECT_EQ(ran.exit_code, 0);
  EXPECT_TRUE(contains(ran.err, "progress.json.damaged-1")) << ran.err;
  EXPECT_TRUE(contains(ran.out, "Next is tally"));
  EXPECT_EQ(repository.run({"next"}).err, "");
}

}  // namespace
}  // namespace runner
