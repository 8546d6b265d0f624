// Crash exploration of threads that share a SQLite database, on explored schedules.

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sqlite3.h>
#include <unistd.h>

#include <mutex>
#include <string>
#include <thread>

#include "explorer/crashes.h"
#include "explorer/explore.h"

namespace explorer {
namespace {

void run(const std::string& sql) {
  sqlite3* database = nullptr;
  sqlite3_open("jobs.db", &database);
  sqlite3_busy_timeout(database, 60'000);
  char* error = nullptr;
  if (sqlite3_exec(database, sql.c_str(), nullptr, nullptr, &error) != SQLITE_OK) {
    fail(sql + ": " + error);
  }
  sqlite3_close(database);
}

void append(const char* text) {
  const int file = open("log", O_WRONLY | O_CREAT | O_APPEND, 0600);
  if (write(file, text, 1) != 1) fail("write");
  close(file);
}

void nothing() {}

Options schedules(std::uint64_t count) {
  Options options;
  options.max_schedules = count;
  options.max_time = std::chrono::minutes(1);
  return options;
}

// Two connections in two threads: the busy handler's sleep must let the lock's holder run.
TEST(CrashesOnSchedules, two_threads_share_a_database) {
  const CrashReport report = explore_crashes(
      schedules(2), {},
      [] {
        run("CREATE TABLE job (name)");
        std::thread first([] { run("INSERT INTO job VALUES ('a')"); });
        std::thread second([] { run("INSERT INTO job VALUES ('b')"); });
        first.join();
        second.join();
      },
      [] { run("CREATE TABLE IF NOT EXISTS job (name); SELECT count(*) FROM job"); });
  EXPECT_TRUE(report.passed()) << to_text(report);
  EXPECT_EQ(report.schedules, 2U);
  EXPECT_GE(report.calls, 10U);
  EXPECT_FALSE(report.exhausted);
}

// Right in one order of the threads only: some schedule has the other.
TEST(CrashesOnSchedules, the_order_of_threads_is_part_of_the_search) {
  const CrashReport report = explore_crashes(
      schedules(64), {},
      [] {
        std::thread first([] { append("a"); });
        std::thread second([] { append("b"); });
        first.join();
        second.join();
      },
      [] {
        char text[2] = {};
        const int file = open("log", O_RDONLY);
        if (read(file, text, 2) > 0 && text[0] == 'b') fail("b came first");
        close(file);
      });
  EXPECT_EQ(report.finding.kind, FindingKind::wrong_result) << report.verdict();
  EXPECT_NE(report.finding.summary.find("recovery failed: b came first"), std::string::npos);
}

TEST(CrashesOnSchedules, a_schedule_that_fails_by_itself_is_the_bodys_failure) {
  const CrashReport report = explore_crashes(
      schedules(1), {},
      [] {
        std::mutex mutex;
        mutex.lock();
        mutex.lock();
      },
      nothing);
  EXPECT_NE(report.finding.summary.find("the body failed: "), std::string::npos)
      << report.finding.summary;
}

TEST(CrashesOnSchedules, one_seed_gives_one_answer) {
  const auto explored = [] {
    return explore_crashes(
               schedules(3), {},
               [] {
                 std::thread first([] { append("a"); });
                 std::thread second([] { append("b"); });
                 first.join();
                 second.join();
               },
               nothing)
        .verdict();
  };
  const std::string verdict = explored();
  EXPECT_NE(verdict.find("crash points of 3 schedules, seed 1"), std::string::npos) << verdict;
  EXPECT_EQ(explored(), verdict);
}

}  // namespace
}  // namespace explorer
