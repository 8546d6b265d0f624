// Crash exploration of programs that keep plain files.

#include "files.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <stdexcept>
#include <string>

#include "explorer/crashes.h"

namespace explorer {
namespace {

TEST(Crashes, replacing_a_file_by_rename_survives_every_crash) {
  const CrashReport report = explore_crashes(
      {},
      [] {
        save_by_rename("old settings");
        save_by_rename("new settings");
      },
      [] {
        const std::string text = content_of("settings");
        require(text.empty() || text == "old settings" || text == "new settings", "torn");
      });
  EXPECT_EQ(report.finding.summary, "");
  EXPECT_TRUE(report.passed());
  EXPECT_TRUE(report.exhausted);
  EXPECT_EQ(report.calls, 8U);  // Twice: open, write, fsync, rename.
  EXPECT_EQ(report.points, 16U);
  EXPECT_EQ(report.verdict(), "proved: recovers from all 16 crash points (8 durable calls)");
}

TEST(Crashes, overwriting_in_place_is_caught_between_truncation_and_write) {
  const CrashReport report = explore_crashes(
      {},
      [] {
        save_by_rename("old settings");
        save_in_place("new settings");
      },
      [] {
        if (access("settings", F_OK) == 0) {
          old_or_new();
        }
      });
  EXPECT_EQ(report.finding.kind, FindingKind::wrong_result);
  EXPECT_EQ(report.failing.call, 5U);
  EXPECT_TRUE(report.failing.after);
  EXPECT_EQ(report.failing.name, "open");
  EXPECT_EQ(report.failing.path, "settings");
  EXPECT_NE(report.finding.summary.find("after a crash just after durable call 5 (open of "
                                        "settings at files.h:"),
            std::string::npos)
      << report.finding.summary;
  EXPECT_NE(report.finding.summary.find("recovery threw: the settings are lost"),
            std::string::npos);
}

TEST(Crashes, the_stack_leads_to_the_authors_line) {
  const CrashReport report =
      explore_crashes({}, [] { save_in_place("x"); }, [] { require(false, "never content"); });
  // Without any crash recovery fails already: there is no crash point to show.
  EXPECT_EQ(report.failing.call, 0U);
  EXPECT_TRUE(report.finding.stack.empty());

  const CrashReport crashed = explore_crashes(
      {}, [] { save_in_place("x"); }, [] { require(content_of("settings") == "x", "lost"); });
  ASSERT_GE(crashed.finding.stack.size(), 2U);
  EXPECT_NE(crashed.finding.stack[0].function.find("create"), std::string::npos);
  EXPECT_NE(crashed.finding.stack[1].function.find("save_in_place"), std::string::npos);
}

TEST(Crashes, a_write_knows_its_size_and_file) {
  const CrashReport report = explore_crashes(
      {},
      [] {
        const int file = create("log");
        put(file, "12345");
      },
      [] { require(content_of("log").size() != 5 || access("log", F_OK) != 0, "seen"); });
  // The run without a crash comes first and fails; a crash makes no difference here.
  EXPECT_EQ(report.failing.call, 0U);

  const CrashReport before = explore_crashes(
      {},
      [] {
        const int file = create("log");
        put(file, "12345");
        put(file, "67");
      },
      [] { require(content_of("log") != "12345", "half a log"); });
  EXPECT_EQ(before.failing.name, "write");
  EXPECT_EQ(before.failing.bytes, 5U);
  EXPECT_EQ(before.failing.path, "log");
  EXPECT_EQ(before.failing.call, 2U);
  EXPECT_TRUE(before.failing.after);
}

TEST(Crashes, every_kind_of_durable_call_is_a_crash_point) {
  const auto body = [] {
    mkdir("folder", 0700);                          // 1
    const int file = create("folder/a");            // 2
    pwrite(file, "abc", 3, 0);                      // 3
    ftruncate(file, 2);                             // 4
    fdatasync(file);                                // 5
    posix_fallocate(file, 0, 10);                   // 6
    link("folder/a", "b");                          // 7
    symlink("b", "c");                              // 8
    truncate("b", 0);                               // 9
    unlink("c");                                    // 10
    std::remove("b");                               // 11
    renameat(AT_FDCWD, "folder/a", AT_FDCWD, "d");  // 12
    rmdir("folder");                                // 13
    close(file);
  };
  const CrashReport report = explore_crashes({}, body, nothing);
  EXPECT_EQ(report.verdict(), "proved: recovers from all 26 crash points (13 durable calls)");
}

TEST(Crashes, what_is_not_durable_is_no_crash_point) {
  const auto body = [] {
    int ends[2];
    require(pipe(ends) == 0, "pipe");
    put(ends[1], "into a pipe");
    put(STDOUT_FILENO, "onto a captured terminal");
    const int null = open("/dev/null", O_WRONLY);
    put(null, "nowhere");
    const int self = open("/proc/self/stat", O_RDONLY);
    close(self);
  };
  const CrashReport report = explore_crashes({}, body, nothing);
  EXPECT_TRUE(report.passed()) << report.finding.summary;
  EXPECT_TRUE(report.exhausted);
  EXPECT_EQ(report.calls, 0U);
}

TEST(Crashes, writes_of_the_cpp_library_count) {
  const auto body = [] {
    std::ofstream file("log");
    file << "one" << std::flush << "two" << std::flush;
  };
  EXPECT_GE(explore_crashes({}, body, nothing).calls, 2U);
}

TEST(Crashes, a_budget_makes_it_a_sample) {
  CrashOptions options;
  options.max_points = 3;
  const CrashReport report = explore_crashes(options, [] { save_by_rename("x"); }, nothing);
  EXPECT_TRUE(report.passed());
  EXPECT_FALSE(report.exhausted);
  EXPECT_EQ(report.points, 3U);
  EXPECT_EQ(report.verdict(), "sampled: recovers from the first 3 crash points");
}

TEST(Crashes, points_after_calls_can_be_left_out) {
  CrashOptions options;
  options.after_calls = false;
  const CrashReport report = explore_crashes(options, [] { save_by_rename("x"); }, nothing);
  EXPECT_TRUE(report.exhausted);
  EXPECT_EQ(report.points, 4U);
}

TEST(Crashes, errors_of_durable_calls_pass_through) {
  const CrashReport report = explore_crashes(
      {},
      [] {
        errno = 0;
        require(unlink("nowhere") == -1 && errno == ENOENT, "unlink");
        require(fsync(-1) == -1 && errno == EBADF, "fsync");
        errno = EINTR;
        close(create("log"));
        require(errno == EINTR, "success leaves errno alone");
      },
      nothing);
  EXPECT_TRUE(report.passed()) << report.finding.summary;
}

// Today's limit: a store through mmap is no call, so no crash falls between two of them.
TEST(Crashes, stores_through_a_mapping_are_not_seen) {
  const auto body = [] {
    const int file = open("log", O_RDWR | O_CREAT, 0600);  // 1
    require(ftruncate(file, 8) == 0, "ftruncate");         // 2
    void* memory = mmap(nullptr, 8, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    static_cast<char*>(memory)[0] = 'a';
    static_cast<char*>(memory)[1] = 'b';
    require(msync(memory, 8, MS_SYNC) == 0, "msync");  // 3
  };
  EXPECT_EQ(explore_crashes({}, body, nothing).calls, 3U);
}

TEST(Crashes, outside_an_exploration_files_work_as_always) {
  char path[] = "/tmp/crashes_test.XXXXXX";
  const int file = mkstemp(path);
  ASSERT_GE(file, 0);
  put(file, "text");
  EXPECT_EQ(content_of(path), "text");
  EXPECT_EQ(ftruncate(file, 2), 0);
  EXPECT_EQ(content_of(path), "te");
  struct stat status{};
  const int again = open(path, O_CREAT | O_RDONLY, 0640);
  EXPECT_EQ(fstat(again, &status), 0);
  EXPECT_EQ(status.st_mode & 0777U, 0600U);
  close(again);
  close(file);
  EXPECT_EQ(unlink(path), 0);
}

}  // namespace
}  // namespace explorer
