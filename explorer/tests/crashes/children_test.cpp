// How bodies and recoveries fail, and what their processes share.

#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string>

#include "crashes/child.h"
#include "explorer/crashes.h"
#include "files.h"

namespace explorer {
namespace {

TEST(CrashChildren, each_body_starts_with_an_empty_directory) {
  const CrashReport report = explore_crashes(
      {},
      [] {
        require(access("log", F_OK) != 0, "left over");
        save_in_place("x");
        close(create("log"));
      },
      nothing);
  EXPECT_TRUE(report.passed()) << report.finding.summary;
}

TEST(CrashChildren, recovery_is_a_fresh_process) {
  static int memory = 0;
  const CrashReport report = explore_crashes(
      {},
      [] {
        ++memory;
        save_in_place("x");
        require(memory == 1, "remembered");
      },
      [] { require(memory == 0, "remembered"); });
  EXPECT_TRUE(report.passed()) << report.finding.summary;
  EXPECT_EQ(memory, 0);
}

TEST(CrashChildren, a_recovery_that_dies_is_a_crash_with_its_signal_and_output) {
  const CrashReport report = explore_crashes(
      {}, [] { save_in_place("x"); },
      [] {
        if (content_of("settings") != "x") {
          std::fprintf(stderr, "cannot read the settings\n");
          std::abort();
        }
      });
  EXPECT_EQ(report.finding.kind, FindingKind::crash);
  EXPECT_NE(report.finding.summary.find("died of SIGABRT"), std::string::npos);
  EXPECT_EQ(report.output, "cannot read the settings\n");
  EXPECT_NE(to_text(report).find("  | cannot read the settings"), std::string::npos);
}

TEST(CrashChildren, a_recovery_that_exits_has_not_succeeded) {
  const CrashReport report = explore_crashes({}, nothing, [] { std::_Exit(0); });
  EXPECT_EQ(report.finding.kind, FindingKind::crash);
  EXPECT_NE(report.finding.summary.find("exited with status 0 instead of returning"),
            std::string::npos);
}

TEST(CrashChildren, a_recovery_that_hangs_is_ended) {
  CrashOptions options;
  options.child_time = std::chrono::milliseconds(100);
  const CrashReport report = explore_crashes(options, nothing, [] {
    while (true) {
      pause();
    }
  });
  EXPECT_EQ(report.finding.kind, FindingKind::livelock);
  EXPECT_NE(report.finding.summary.find("did not end within 100 ms"), std::string::npos);
}

TEST(CrashChildren, a_body_that_fails_by_itself_says_so) {
  const CrashReport report = explore_crashes(
      {},
      [] {
        save_in_place("x");
        throw 7;
      },
      nothing);
  EXPECT_EQ(report.finding.kind, FindingKind::wrong_result);
  EXPECT_NE(report.finding.summary.find("the body threw something that is no std::exception"),
            std::string::npos);
  EXPECT_EQ(report.points, 0U);
}

TEST(CrashChildren, a_failure_called_by_name_ends_the_child_with_its_words) {
  const CrashReport report =
      explore_crashes({}, nothing, [] { crashes::fail_child("two of one"); });
  EXPECT_EQ(report.finding.summary,
            "wrong_result: after a body that was not killed, recovery failed: two of one");
  crashes::fail_child("outside a child this does nothing");
}

TEST(CrashChildren, a_body_that_is_killed_by_another_hand_is_no_crash_point) {
  const CrashReport report = explore_crashes({}, [] { raise(SIGKILL); }, nothing);
  EXPECT_EQ(report.finding.kind, FindingKind::crash);
  EXPECT_NE(report.finding.summary.find("the body died of SIGKILL"), std::string::npos);
}

}  // namespace
}  // namespace explorer
