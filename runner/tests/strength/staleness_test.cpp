#include "strength/staleness.h"

#include <gtest/gtest.h>

#include "../scratch_folder.h"
#include "strength/keys.h"
#include "strength/outline.h"

namespace runner {
namespace {

class Staleness : public testing::Test {
 protected:
  Staleness() : layout_(Layout::of_repository(folder_.path())) {
    folder_.write("katas/tally/tally.h", "stub");
    folder_.write("solutions/tally/tally.h", "right");
    folder_.write(
        "graders/tally/tally_grader.cpp",
        "\nBEHAVIOUR(core, counts, \"\") { 1; }\n\nBEHAVIOUR(core, waits, \"\") { 2; }\n");
    folder_.write("graders/tally/tally_plain_test.cpp", "TEST(A, b) {}");
    folder_.write("graders/tally/faulty/races/tally.h", "// expect: data_race in counts\nint a;\n");
    kata_.slug = "tally";
    kata_.title = "Tally";
    measure_all();
  }

  // As if everything had just been measured.
  void measure_all() {
    for (const Claim& claim : outline(layout_, {kata_}, folder_.path(), record_)) {
      const auto place = place_of(record_, claim);
      KataFigures& kata = record_.katas[place->kata];
      if (claim.kind == Claim::Kind::faulty) {
        kata.faults[place->entry].graded = graded_key(layout_, claim);
        kata.faults[place->entry].compared = compared_key(layout_, claim);
      } else {
        kata.right[place->entry].graded = graded_key(layout_, claim);
        kata.right[place->entry].compared = compared_key(layout_, claim);
      }
    }
  }

  [[nodiscard]] std::vector<std::string> faults() const { return stale(record_, layout_, {kata_}); }
  void expect_one(const std::string& words) const {
    const std::vector<std::string> found = faults();
    ASSERT_EQ(found.size(), 1U);
    EXPECT_NE(found[0].find(words), std::string::npos) << found[0];
  }

  ScratchFolder folder_;
  Layout layout_;
  Kata kata_;
  StrengthRecord record_;
};

TEST_F(Staleness, nothing_is_stale_right_after_measuring) { EXPECT_TRUE(faults().empty()); }

TEST_F(Staleness, comments_and_other_behaviours_may_change) {
  folder_.write("graders/tally/faulty/races/tally.h",
                "// expect: data_race in counts\n// Why.\nint a;\n");
  folder_.write("graders/tally/tally_grader.cpp",
                "\nBEHAVIOUR(core, counts, \"\") { 1; }\n\nBEHAVIOUR(core, waits, \"\") { 3; }\n");
  EXPECT_TRUE(faults().empty());
}

TEST_F(Staleness, a_wrong_solution_that_changed_is_graded_and_compared_anew) {
  folder_.write("graders/tally/faulty/races/tally.h", "// expect: data_race in counts\nint b;\n");
  EXPECT_EQ(faults().size(), 2U);
}

TEST_F(Staleness, its_behaviour_takes_part) {
  folder_.write("graders/tally/tally_grader.cpp", "\nBEHAVIOUR(core, counts, \"\") { 7; }\n");
  expect_one("faulty/races or its behaviour");
}

TEST_F(Staleness, its_declaration_takes_part) {
  folder_.write("graders/tally/faulty/races/tally.h", "// expect: hang in counts\nint a;\n");
  expect_one("faulty/races or its behaviour");
}

TEST_F(Staleness, what_is_not_listed_is_named) {
  folder_.write("graders/tally/faulty/fresh/tally.h", "// expect: hang in counts\n");
  expect_one("fresh is not on record");
}

TEST_F(Staleness, what_is_gone_is_named) {
  std::filesystem::remove_all(folder_ / "graders/tally/faulty/races");
  expect_one("races is recorded and does not exist");
}

TEST_F(Staleness, a_kata_that_is_gone_is_named) {
  record_.katas.emplace_back().slug = "old";
  expect_one("old is recorded and does not exist");
}

TEST_F(Staleness, forgetting_makes_the_record_true_and_keeps_what_is_sound) {
  folder_.write("graders/tally/faulty/fresh/tally.h", "// expect: hang in counts\n");
  folder_.write("graders/tally/tally_grader.cpp", "\nBEHAVIOUR(core, counts, \"\") { 7; }\n");
  forget_what_is_stale(record_, layout_, {kata_});
  EXPECT_TRUE(faults().empty());
  ASSERT_EQ(record_.katas[0].faults.size(), 2U);
  EXPECT_EQ(record_.katas[0].faults[1].graded, "");
  EXPECT_NE(record_.katas[0].faults[1].compared, "");
}

}  // namespace
}  // namespace runner
