#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "mutation/edit.h"
#include "snippet.h"

namespace runner {
namespace {

std::vector<std::string> ids(const std::string& body) {
  std::vector<std::string> found;
  for (const Mutant& mutant : mutants_of_snippet(body)) found.push_back(mutant.id);
  return found;
}

TEST(Mutants, an_id_survives_changes_elsewhere) {
  const auto before = ids("cv.notify_one();\n");
  const auto after = ids("\n\n// Moved down.\n  cv.notify_one();\na = number();\n");
  ASSERT_FALSE(before.empty());
  for (const std::string& id : before) {
    EXPECT_NE(std::ranges::find(after, id), after.end()) << id;
  }
}

TEST(Mutants, equal_changes_in_one_function_are_numbered) {
  const auto found = ids("if (a > 1) g();\nif (a > 1) g();\n");
  const auto first = std::ranges::find_if(
      found, [](const std::string& id) { return id.starts_with("boundary."); });
  ASSERT_NE(first, found.end());
  EXPECT_NE(std::ranges::find(found, *first + "-2"), found.end());
  EXPECT_EQ(std::set<std::string>(found.begin(), found.end()).size(), found.size());
}

TEST(Mutants, no_two_have_the_same_text_and_none_is_the_original) {
  const SyntaxTree tree = snippet("std::lock_guard lock(m);\nif (ready) g();\ncv.notify_one();\n");
  std::set<std::string> texts = {tree.source};
  for (const Mutant& mutant : mutants_of(tree)) {
    EXPECT_TRUE(texts.insert(mutant.source).second) << mutant.id;
  }
  EXPECT_GT(texts.size(), 5U);
}

TEST(Mutants, what_the_stub_gives_is_left_alone) {
  const SyntaxTree tree = snippet("if (a > 1) g();\n");
  EXPECT_FALSE(mutants_of(tree, "void f() { throw 1; }").empty());
  EXPECT_TRUE(mutants_of(tree, tree.source).empty());
}

TEST(Mutants, a_line_outside_of_functions_is_given_by_itself) {
  const SyntaxTree tree = snippet("}\nint limit = 1;\nvoid k() {\n  if (a > 1) g();\n");
  const auto of_limit = [&](std::string_view stub) {
    return std::ranges::count_if(mutants_of(tree, stub), [](const Mutant& mutant) {
      return mutant.original.find("limit") != std::string::npos;
    });
  };
  EXPECT_GT(of_limit("int limit = 2;\n"), 0);
  EXPECT_EQ(of_limit("int limit = 1;\n"), 0);
  EXPECT_FALSE(mutants_of(tree, "int limit = 1;\n  if (a > 1) g();\n").empty());
}

TEST(Mutants, an_insertion_is_shown_with_the_line_it_stands_before) {
  const auto mutants = chosen_mutants(
      mutants_of_snippet("std::unique_lock lock(m);\ng();\na = 1;\n"), "unlock_early");
  ASSERT_EQ(mutants.size(), 1U);
  EXPECT_EQ(mutants[0].original, "a = 1;");
  EXPECT_EQ(mutants[0].mutated, "lock.unlock();\na = 1;");
  EXPECT_EQ(mutants[0].function, "f");
}

TEST(Mutants, are_chosen_by_operator_or_by_a_part_of_the_id) {
  const auto all = mutants_of_snippet("cv.notify_one();\ng();\n");
  EXPECT_EQ(chosen_mutants(all, "drop_notify").size(), 1U);
  EXPECT_EQ(chosen_mutants(all, all.front().id).size(), 1U);
  EXPECT_EQ(chosen_mutants(all, "nothing_like_it").size(), 0U);
  EXPECT_EQ(chosen_mutants(all, "").size(), all.size());
}

TEST(Edits, are_made_all_at_once) {
  EXPECT_EQ(with_edits("abcdef", {{4, 5, "E"}, {0, 1, ""}, {2, 2, "1"}, {2, 2, "2"}}), "b12cdEf");
}

}  // namespace
}  // namespace runner
