#include "mutation/equivalents.h"

#include <gtest/gtest.h>

#include "../scratch_folder.h"
#include "snippet.h"
#include "user_error.h"

namespace runner {
namespace {

constexpr const char* kReason = "both happen under the same lock";

EquivalentMutant entry_for(const Mutant& mutant) {
  return {mutant.id, mutant.operator_name, mutant.original, mutant.mutated, kReason};
}

std::string refusal(const std::string& content) {
  const ScratchFolder folder;
  folder.write("equivalent.json", content);
  try {
    [[maybe_unused]] const auto read = read_equivalents(folder / "equivalent.json");
  } catch (const UserError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(Equivalents, what_is_written_is_read_again) {
  const ScratchFolder folder;
  const auto mutants = mutants_of_snippet("cv.notify_one();\ng();\n");
  write_equivalents(folder / "e.json", {entry_for(mutants[1]), entry_for(mutants[0])});
  const auto read = read_equivalents(folder / "e.json");
  ASSERT_EQ(read.size(), 2U);
  EXPECT_LT(read[0].id, read[1].id);
  EXPECT_NE(find_equivalent(read, mutants[0].id), nullptr);
  EXPECT_TRUE(stale(read, mutants).empty());
}

TEST(Equivalents, no_file_means_that_none_is_explained) {
  const ScratchFolder folder;
  EXPECT_TRUE(read_equivalents(folder / "equivalent.json").empty());
}

TEST(Equivalents, an_entry_whose_line_is_gone_is_stale) {
  const auto before = mutants_of_snippet("cv.notify_one();\n");
  const auto complaints = stale({entry_for(before[0])}, mutants_of_snippet("g();\n"));
  ASSERT_EQ(complaints.size(), 1U);
  EXPECT_NE(complaints[0].find("is no mutant any more: `cv.notify_one();`"), std::string::npos)
      << complaints[0];
}

TEST(Equivalents, an_entry_that_is_numbered_otherwise_now_says_how) {
  const auto mutants = mutants_of_snippet("if (a > 1) g();\n");
  EquivalentMutant entry = entry_for(mutants[0]);
  entry.id += "-2";
  const auto complaints = stale({entry}, mutants);
  ASSERT_EQ(complaints.size(), 1U);
  EXPECT_NE(complaints[0].find("is called " + mutants[0].id + " now"), std::string::npos);
}

TEST(Equivalents, an_entry_that_is_there_twice_is_reported) {
  const auto mutants = mutants_of_snippet("g();\n");
  EXPECT_EQ(stale({entry_for(mutants[0]), entry_for(mutants[0])}, mutants).size(), 1U);
}

TEST(Equivalents, a_damaged_file_is_refused_with_what_is_wrong) {
  EXPECT_NE(refusal("[{").find("valid JSON"), std::string::npos) << refusal("[{");
  EXPECT_NE(refusal("{}").find("a list is expected"), std::string::npos);
  EXPECT_NE(refusal(R"([{"id": "x"}])").find("has no \"operator\""), std::string::npos);
  EXPECT_NE(refusal(R"([{"because": "x"}])").find("unknown field \"because\""), std::string::npos);
  EXPECT_NE(refusal(R"([{"id": 3}])").find("id is no text"), std::string::npos);
}

TEST(Equivalents, a_reason_that_says_nothing_is_refused) {
  EXPECT_NE(refusal(R"([{"id": "x", "operator": "o", "original": "a", "mutated": "b",
                         "reason": "is equivalent"}])")
                .find("why no caller can tell"),
            std::string::npos);
}

}  // namespace
}  // namespace runner
