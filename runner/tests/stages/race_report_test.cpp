#include "stages/race_report.h"

#include <gtest/gtest.h>

#include "../scratch_folder.h"

namespace runner {
namespace {

using Json = nlohmann::json;

Json access(bool write, const std::string& thread, int pc) {
  return {
      {"write", write}, {"atomic", false}, {"size", 4}, {"thread", thread}, {"stack", {pc, pc}}};
}

Json data_race() {
  return {{"type", "race"},
          {"kind", "data-race"},
          {"accesses", {access(true, "T1", 100), access(false, "main", 200)}},
          {"threads", {{{"thread", "T1"}, {"name", "one adder"}}}}};
}

TEST(RaceReport, accesses_are_read_and_threads_called_by_their_roles) {
  const RaceReport report = read_race(data_race());
  ASSERT_EQ(report.accesses.size(), 2U);
  EXPECT_EQ(report.accesses[0].thread, "one adder");
  EXPECT_EQ(report.accesses[1].thread, "main");
  EXPECT_TRUE(report.accesses[0].write);
  EXPECT_EQ(report.accesses[0].stack, std::vector<std::uint64_t>{100});
}

TEST(RaceReport, damaged_messages_are_read_as_far_as_they_go) {
  for (const Json& message : {Json{{"type", "race"}}, Json{{"accesses", 3}, {"threads", "x"}},
                              Json{{"accesses", {1, Json::array(), Json{{"stack", "no"}}}}}}) {
    EXPECT_EQ(finding_of(read_race(message)), "data_race");
  }
}

TEST(RaceReport, each_kind_has_its_finding) {
  const std::pair<const char*, const char*> expected[] = {
      {"data-race", "data_race"},
      {"data-race-vptr", "data_race"},
      {"heap-use-after-free", "use_after_free"},
      {"lock-order-inversion", "deadlock"},
      {"locked-mutex-destroy", "misuse"},
      {"mutex-bad-unlock", "misuse"},
      {"mutex-double-lock", "misuse"},
      {"mutex-invalid-access", "misuse"},
      {"thread-leak", "leak"},
  };
  for (const auto& [kind, finding] : expected) {
    EXPECT_EQ(finding_of(read_race({{"type", "race"}, {"kind", kind}})), finding) << kind;
  }
}

TEST(RaceReport, both_accesses_and_the_variable_are_told_in_words) {
  const ScratchFolder folder;
  const auto header =
      folder.write("tally/tally.h", "line one\n  void add(int n) { sum_ += n; }\nreturn sum_;\n");
  const Symbols symbols = {{100, {{"kata::Tally::add(int)", header, 2, 1}}},
                           {200, {{"kata::Tally::value() const", header, 3, 1}}}};
  const RaceWords words = in_words(read_race(data_race()), symbols, LearnersCode(header));
  EXPECT_EQ(words.message,
            "two threads use `sum_` without ordering: one adder writes 4 bytes at tally.h:2 in "
            "add(), main reads 4 bytes at tally.h:3 in value()");
  ASSERT_EQ(words.threads.size(), 2U);
  EXPECT_EQ(words.threads[0].doing, "writes 4 bytes");
  EXPECT_EQ(words.threads[1].places[0].line, 3);
}

TEST(RaceReport, a_race_outside_of_the_learners_code_names_no_lines_of_the_grader) {
  const Symbols symbols = {{100, {{"body()", "/g/tally_grader.cpp", 2, 1}}}};
  const RaceWords words = in_words(read_race(data_race()), symbols, LearnersCode("/ws/t/t.h"));
  EXPECT_EQ(words.message.find("tally_grader"), std::string::npos);
  EXPECT_NE(words.message.find("does not keep them apart"), std::string::npos);
  for (const ThreadView& view : words.threads) EXPECT_TRUE(view.places.empty());
}

TEST(RaceReport, freeing_is_called_freeing) {
  Json message = data_race();
  message["kind"] = "heap-use-after-free";
  EXPECT_EQ(in_words(read_race(message), {}, LearnersCode("/ws/t/t.h")).threads[1].doing,
            "freed it");
}

}  // namespace
}  // namespace runner
