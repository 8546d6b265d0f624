// Crash exploration of programs that keep a SQLite database.

#include <gtest/gtest.h>
#include <sqlite3.h>

#include <stdexcept>
#include <string>

#include "explorer/crashes.h"

namespace explorer {
namespace {

class Database {
 public:
  explicit Database(const std::string& journal) {
    if (sqlite3_open("jobs.db", &handle_) != SQLITE_OK) {
      throw std::runtime_error("cannot open the database");
    }
    sqlite3_busy_timeout(handle_, 1'000);
    run("PRAGMA journal_mode=" + journal);
    run("PRAGMA synchronous=FULL");
  }
  ~Database() { sqlite3_close(handle_); }
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;

  void run(const std::string& sql) {
    char* error = nullptr;
    if (sqlite3_exec(handle_, sql.c_str(), nullptr, nullptr, &error) != SQLITE_OK) {
      throw std::runtime_error(sql + ": " + error);
    }
  }

  // The first column of the first row.
  std::string ask(const std::string& sql) {
    sqlite3_stmt* statement = nullptr;
    if (sqlite3_prepare_v2(handle_, sql.c_str(), -1, &statement, nullptr) != SQLITE_OK) {
      throw std::runtime_error(sql + ": " + sqlite3_errmsg(handle_));
    }
    std::string answer;
    if (sqlite3_step(statement) == SQLITE_ROW) {
      answer = reinterpret_cast<const char*>(sqlite3_column_text(statement, 0));
    }
    sqlite3_finalize(statement);
    return answer;
  }

 private:
  sqlite3* handle_ = nullptr;
};

constexpr const char* kSchema =
    "CREATE TABLE IF NOT EXISTS account (name TEXT PRIMARY KEY, amount INTEGER);"
    "INSERT OR IGNORE INTO account VALUES ('current', 100), ('savings', 0);";

void set_up(Database& database) { database.run(std::string("BEGIN;") + kSchema + "COMMIT"); }

// Money may be on one side or the other, never on both or none.
void check_balance(const std::string& journal) {
  Database database(journal);
  if (database.ask("PRAGMA integrity_check") != "ok") {
    throw std::runtime_error("the database is damaged");
  }
  if (database.ask("SELECT count(*) FROM sqlite_master").front() == '0') {
    return;  // Died before there were accounts.
  }
  const std::string sum = database.ask("SELECT sum(amount) FROM account");
  if (sum != "100") {
    throw std::runtime_error("the balance is " + sum);
  }
}

class SqliteCrashes : public testing::TestWithParam<const char*> {
 protected:
  const std::string journal_ = GetParam();
};

TEST_P(SqliteCrashes, a_transaction_is_all_or_nothing_at_every_point) {
  const CrashReport report = explore_crashes(
      {},
      [&] {
        Database database(journal_);
        set_up(database);
        database.run(
            "BEGIN IMMEDIATE;"
            "UPDATE account SET amount = amount - 30 WHERE name = 'current';"
            "UPDATE account SET amount = amount + 30 WHERE name = 'savings';"
            "COMMIT");
      },
      [&] { check_balance(journal_); });
  EXPECT_TRUE(report.passed()) << to_text(report);
  EXPECT_TRUE(report.exhausted);
  EXPECT_GE(report.calls, 10U);
  EXPECT_EQ(report.points, 2 * report.calls);
}

TEST_P(SqliteCrashes, two_transactions_for_one_transfer_are_caught) {
  const CrashReport report = explore_crashes(
      {},
      [&] {
        Database database(journal_);
        set_up(database);
        database.run("UPDATE account SET amount = amount - 30 WHERE name = 'current'");
        database.run("UPDATE account SET amount = amount + 30 WHERE name = 'savings'");
      },
      [&] { check_balance(journal_); });
  EXPECT_EQ(report.finding.kind, FindingKind::wrong_result);
  EXPECT_NE(report.finding.summary.find("the balance is 70"), std::string::npos)
      << report.finding.summary;
  EXPECT_GT(report.failing.call, 0U);
  EXPECT_NE(report.failing.path.find("jobs.db"), std::string::npos);
  bool reached_the_author = false;
  for (const SourceLocation& where : report.finding.stack) {
    reached_the_author |= where.file.find("sqlite_test.cpp") != std::string::npos;
  }
  EXPECT_TRUE(reached_the_author) << to_text(report);
}

// DELETE unlinks its journal, TRUNCATE shortens it, PERSIST overwrites its header, WAL appends to a
// log and shares an index through mmap.
INSTANTIATE_TEST_SUITE_P(Journals, SqliteCrashes,
                         testing::Values("DELETE", "TRUNCATE", "PERSIST", "WAL"),
                         [](const auto& instance) { return std::string(instance.param); });

}  // namespace
}  // namespace explorer
