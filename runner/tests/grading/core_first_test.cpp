// What grade() says before it is done, and that being early changes no verdict.
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "../scratch_folder.h"
#include "stages/grade.h"

namespace runner {
namespace {

struct Told {
  Verdict verdict;
  std::vector<Verdict> so_far;
};

std::string tally_with(const std::string& members) {
  return "#pragma once\n#include \"" + std::string(KATA_FIXTURES) +
         "/submissions/sound_tally.h\"\nnamespace kata {\nstruct Tally : SoundTally {\n" + members +
         "};\n}\n";
}

Told grade_tally(const std::string& header, int processors) {
  // NOLINTNEXTLINE(concurrency-mt-unsafe): no other thread is there.
  setenv("KATA_TOOLKITS", KATA_TOOLKITS, 1);
  const ScratchFolder scratch;
  scratch.write("ws/tally/tally.h", header);
  GradeRequest request;
  request.layout = Layout::of_repository(KATA_FIXTURES);
  request.kata.slug = "tally";
  request.workspace = scratch / "ws";
  request.header = request.workspace / "tally/tally.h";
  request.processors = processors;
  request.keep_program = false;
  Told told;
  request.on_verdict_so_far = [&](const Verdict& so_far) { told.so_far.push_back(so_far); };
  told.verdict = grade(request);
  return told;
}

std::vector<std::string> names(const Verdict& verdict) {
  std::vector<std::string> all;
  for (const BehaviourResult& result : verdict.behaviours) all.push_back(result.name);
  return all;
}

const std::vector<std::string> kCoreNames = {"counts_alone", "exact_under_contention",
                                             "adding_wakes_the_waiter"};
const std::vector<std::string> kAllNames = {"counts_alone", "exact_under_contention",
                                            "adding_wakes_the_waiter", "refuses_negative_numbers"};

TEST(CoreFirst, a_right_header_is_told_core_then_the_explorers_verdict_then_both) {
  const Told told = grade_tally(tally_with(""), 2);
  ASSERT_EQ(told.so_far.size(), 2U);
  EXPECT_EQ(told.so_far[0].kata, "tally");
  EXPECT_EQ(told.so_far[0].status, Status::pass);
  EXPECT_EQ(names(told.so_far[0]), kCoreNames);
  EXPECT_EQ(names(told.so_far[1]), kAllNames);
  EXPECT_EQ(told.verdict.status, Status::pass) << told.verdict.summary;
  EXPECT_EQ(names(told.verdict), kAllNames);
}

TEST(CoreFirst, what_is_wrong_in_core_is_told_while_the_rest_is_compiled) {
  const Told told = grade_tally(tally_with("void add(int n) { SoundTally::add(n + 1); }\n"), 2);
  ASSERT_EQ(told.so_far.size(), 1U);
  EXPECT_EQ(told.so_far[0].status, Status::fail);
  EXPECT_EQ(names(told.so_far[0]), kCoreNames);
  EXPECT_EQ(told.verdict.status, Status::fail);
  EXPECT_EQ(names(told.verdict), kAllNames);
}

// A check at compile time, which only one of the robust behaviours fails.
TEST(CoreFirst, a_header_that_only_core_can_use_does_not_compile) {
  const Told told = grade_tally(
      "#include <stdexcept>\nstruct Positive {\n"
      "  consteval Positive(int n) : value(n) {\n"
      "    if (n < 0) throw std::invalid_argument(\"negative\");\n  }\n  int value;\n};\n" +
          tally_with("void add(Positive n) { SoundTally::add(n.value); }\n"),
      2);
  EXPECT_EQ(told.verdict.status, Status::fail);
  EXPECT_EQ(told.verdict.compile_errors.size(), 1U);
  EXPECT_TRUE(told.verdict.behaviours.empty());
  EXPECT_EQ(told.verdict.exit_code(), 1);
  // What was said before has to be explained.
  ASSERT_EQ(told.so_far.size(), 1U);
  EXPECT_TRUE(told.verdict.note.starts_with("Core was compiled and graded first"));
}

TEST(CoreFirst, a_header_that_core_cannot_use_does_not_compile) {
  const Told told = grade_tally(tally_with("int add;\n"), 2);
  EXPECT_EQ(told.verdict.compile_errors.size(), 1U);
  EXPECT_TRUE(told.so_far.empty());
  EXPECT_EQ(told.verdict.note, "");
}

// Each part would have its own, and one of them would never see what the other one counts.
TEST(CoreFirst, a_header_with_a_variable_for_each_source_file_is_compiled_as_one) {
  for (const char* const variable :
       {"static std::atomic<int> g_calls;", "namespace { std::atomic<int> g_calls; }"}) {
    const Told told =
        grade_tally("#include <atomic>\n" + std::string(variable) + "\n" +
                        tally_with("void add(int n) { ++g_calls; SoundTally::add(n); }\n"),
                    2);
    ASSERT_EQ(told.so_far.size(), 1U) << variable;
    EXPECT_EQ(names(told.so_far[0]), kAllNames) << variable;
    EXPECT_EQ(told.verdict.status, Status::pass) << told.verdict.summary;
  }
}

TEST(CoreFirst, on_one_processor_nothing_is_told_early_and_the_verdict_is_the_same) {
  const Told told = grade_tally(tally_with(""), 1);
  ASSERT_EQ(told.so_far.size(), 1U);
  EXPECT_EQ(names(told.so_far[0]), kAllNames);
  EXPECT_EQ(told.verdict.status, Status::pass) << told.verdict.summary;
}

TEST(CoreFirst, a_stub_is_not_told_early) {
  const std::string stub = "{ throw std::logic_error(\"not implemented\"); }\n";
  const Told told = grade_tally(tally_with("void add(int) " + stub + "int value() const " + stub +
                                           "void wait_for(int) " + stub),
                                2);
  EXPECT_TRUE(told.so_far.empty());
  EXPECT_EQ(told.verdict.summary, "Not implemented yet.");
  EXPECT_EQ(names(told.verdict), kAllNames);
}

}  // namespace
}  // namespace runner
