// What becomes of a grading when its header is saved, or its user loses patience, while it runs.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <string>

#include "../scratch_folder.h"
#include "process/stop.h"
#include "stages/grade.h"

namespace runner {
namespace {

std::string tally_with(const std::string& members) {
  return "#pragma once\n#include \"" + std::string(KATA_FIXTURES) +
         "/submissions/sound_tally.h\"\nnamespace kata {\nstruct Tally : SoundTally {\n" + members +
         "};\n}\n";
}

const std::string kWrong = "void add(int n) { SoundTally::add(n + 1); }\n";

class SavedMeanwhile : public ::testing::Test {
 protected:
  SavedMeanwhile() {
    // NOLINTNEXTLINE(concurrency-mt-unsafe): no other thread is there.
    setenv("KATA_TOOLKITS", KATA_TOOLKITS, 1);
    request_.layout = Layout::of_repository(KATA_FIXTURES);
    request_.kata.slug = "tally";
    request_.workspace = scratch_ / "ws";
    request_.header = request_.workspace / "tally/tally.h";
    request_.processors = 2;
    request_.keep_program = false;
  }

  void save(const std::string& text) { scratch_.write("ws/tally/tally.h", text); }

  // Calls `then` each time a grader begins to be built.
  void on_building(const std::function<void()>& then) {
    request_.progress = [then](const std::string& news) {
      if (news.ends_with("building")) then();
    };
  }

  ScratchFolder scratch_;
  GradeRequest request_;
};

TEST_F(SavedMeanwhile, what_is_saved_while_it_is_compiled_is_graded_from_the_start) {
  save(tally_with(kWrong));
  bool saved = false;
  on_building([&] {
    if (!std::exchange(saved, true)) save(tally_with(""));
  });
  const Verdict verdict = grade(request_);
  EXPECT_EQ(verdict.status, Status::pass) << verdict.summary;
  EXPECT_EQ(verdict.header_text, tally_with(""));
  EXPECT_EQ(verdict.note, "");
}

TEST_F(SavedMeanwhile, a_header_that_never_rests_is_not_graded) {
  int saves = 0;
  const auto next = [&] { return tally_with("// " + std::to_string(++saves) + "\n"); };
  save(next());
  on_building([&] { save(next()); });
  const Verdict verdict = grade(request_);
  EXPECT_EQ(verdict.exit_code(), 2);
  EXPECT_EQ(verdict.summary, "tally.h was saved while it was being compiled. Grade it again.");
}

TEST_F(SavedMeanwhile, what_is_saved_after_it_was_compiled_is_not_what_the_verdict_is_on) {
  save(tally_with(""));
  request_.on_verdict_so_far = [&](const Verdict& so_far) {
    if (so_far.behaviours.size() == 4) save(tally_with(kWrong));  // The explorer is done.
  };
  const Verdict verdict = grade(request_);
  EXPECT_EQ(verdict.status, Status::pass) << verdict.summary;
  EXPECT_EQ(verdict.header_text, tally_with(""));
  EXPECT_NE(verdict.note.find("tally.h has been saved since"), std::string::npos) << verdict.note;
}

TEST_F(SavedMeanwhile, what_an_interruption_cut_off_is_no_result) {
  save(
      tally_with("void add(int n) {\n  for (volatile int i = 0; n == 1;) i = i + 1;\n"
                 "  SoundTally::add(n);\n}\n"));
  request_.stages = {Stage::explorer};
  request_.progress = [](const std::string& news) {
    if (news.find("2 of") != std::string::npos) request_stop(0);
  };
  const Verdict verdict = grade(request_);
  clear_stop();
  EXPECT_TRUE(verdict.interrupted);
  EXPECT_EQ(verdict.exit_code(), 2);
  EXPECT_EQ(std::ranges::count(verdict.behaviours, Status::error, &BehaviourResult::status), 0);
}

}  // namespace
}  // namespace runner
