// kata replay and kata story on schedules that a real grading found.
#include <gtest/gtest.h>

#include <algorithm>

#include "fixture_program.h"
#include "system/files.h"

namespace runner {
namespace {

using Json = nlohmann::json;

class Schedules : public ::testing::Test {
 protected:
  static std::string workspace() { return FixtureProgram::submission("waits_for_ever"); }

  // The schedule that a grading of the submission finds.
  std::string found() {
    const Graded graded = program_.grade("waits_for_ever");
    EXPECT_EQ(graded.exit_code, 1) << graded.screen;
    const Json lost = graded.with_finding("lost_wakeup");
    if (lost.is_null() || !lost["token"].is_string()) {
      ADD_FAILURE() << graded.screen;
      return "none:none";
    }
    return lost["token"];
  }

  Graded replay(const std::string& schedule, const std::vector<std::string>& more = {}) {
    return run("replay", schedule, more);
  }

  Graded run(const std::string& verb, const std::string& schedule,
             const std::vector<std::string>& more = {}) {
    std::vector<std::string> arguments = {verb, "tally", schedule, "--workspace", workspace()};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return program_.run(arguments);
  }

  FixtureProgram program_;
};

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

// Times differ from run to run.
std::string without_times(const std::string& screen) {
  std::string kept;
  for (std::size_t at = 0; at < screen.size();) {
    const std::size_t end = std::min(screen.find('\n', at), screen.size() - 1);
    const std::string line = screen.substr(at, end - at + 1);
    if (!contains(line, " ms")) kept += line;
    at = end + 1;
  }
  return kept;
}

TEST_F(Schedules, a_failure_says_how_to_replay_it) {
  const Graded graded = program_.grade("waits_for_ever");
  EXPECT_TRUE(contains(graded.screen, "kata replay tally adding_wakes_the_waiter:"))
      << graded.screen;
}

TEST_F(Schedules, the_same_schedule_has_the_same_verdict_and_story_each_time) {
  const std::string schedule = found();
  const Graded first = replay(schedule);
  EXPECT_EQ(first.exit_code, 1) << first.screen;
  EXPECT_TRUE(contains(first.screen, "lost_wakeup")) << first.screen;
  EXPECT_TRUE(contains(first.screen, "waiter")) << first.screen;
  EXPECT_EQ(without_times(first.screen), without_times(replay(schedule).screen));
}

TEST_F(Schedules, a_story_never_shows_the_graders_code) {
  const Graded told = run("story", found());
  EXPECT_EQ(told.exit_code, 0) << told.screen;
  EXPECT_FALSE(contains(told.screen, "tally_grader")) << told.screen;
}

TEST_F(Schedules, stories_come_in_every_form) {
  const std::string schedule = found();
  EXPECT_TRUE(contains(run("story", schedule, {"--format", "mermaid"}).screen, "sequenceDiagram"));
  for (const char* form : {"trace", "json"}) {
    const Graded told = run("story", schedule, {"--format", form});
    EXPECT_EQ(told.exit_code, 0);
    EXPECT_FALSE(Json::parse(told.screen, nullptr, false).is_discarded()) << told.screen;
  }
  const std::string file = (program_.scratch() / "story.md").string();
  EXPECT_EQ(run("story", schedule, {"--format", "mermaid", "--output", file}).exit_code, 0);
  EXPECT_TRUE(contains(read_file(file).value_or(""), "sequenceDiagram"));
}

TEST_F(Schedules, of_a_header_that_has_changed_are_not_replayed) {
  const std::string schedule = found();
  const Graded replayed = program_.run(
      {"replay", "tally", schedule, "--workspace", FixtureProgram::submission("passes")});
  EXPECT_NE(replayed.exit_code, 1) << replayed.screen;
  EXPECT_FALSE(contains(replayed.screen, "lost_wakeup")) << replayed.screen;
  const Graded damaged = replay(schedule + "x");
  EXPECT_EQ(damaged.exit_code, 2) << damaged.screen;
  EXPECT_TRUE(contains(damaged.screen, "does not fit the header")) << damaged.screen;
  EXPECT_TRUE(contains(damaged.screen, "kata grade tally --workspace")) << damaged.screen;
}

TEST_F(Schedules, of_an_unknown_behaviour_get_the_nearest_name) {
  const Graded replayed = replay("counts_alon:AAAA");
  EXPECT_EQ(replayed.exit_code, 2);
  EXPECT_TRUE(contains(replayed.screen, "counts_alone")) << replayed.screen;
}

TEST_F(Schedules, of_a_header_that_does_not_compile_show_its_error) {
  const Graded replayed = program_.run({"replay", "tally", "counts_alone:AAAA", "--workspace",
                                        FixtureProgram::submission("syntax_error")});
  EXPECT_EQ(replayed.exit_code, 2);
  EXPECT_TRUE(contains(replayed.screen, "tally.h:8")) << replayed.screen;
}

TEST_F(Schedules, can_be_stepped_through_in_a_debugger) {
  const Graded debugged = replay(found(), {"--debug"});
  EXPECT_EQ(debugged.exit_code, 0) << debugged.screen;
  // Without a terminal gdb stops once and says where.
  EXPECT_TRUE(contains(debugged.screen, "at " + workspace() + "/tally/tally.h") ||
              contains(debugged.screen, "tally.h:"))
      << debugged.screen;
}

TEST_F(Schedules, without_a_debugger_its_package_is_named) {
  const Graded debugged =
      program_.run({"replay", "tally", "counts_alone:AAAA", "--debug"}, {"PATH=/nowhere"});
  EXPECT_EQ(debugged.exit_code, 2);
  EXPECT_TRUE(contains(debugged.screen, "apt-get install gdb")) << debugged.screen;
}

}  // namespace
}  // namespace runner
