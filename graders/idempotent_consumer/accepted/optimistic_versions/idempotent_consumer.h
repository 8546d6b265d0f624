// accept: core robust senior
//
// Style: optimistic. Every record has a version; a step reads the record without any lock and
// writes it back on condition that the version is still the one it read. Who loses reads again.
#pragma once

#include <sqlite3.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kata {

// ---- Plumbing ----------------------------------------------------------------------------------

// A connection to a database file. Waits for other connections' locks instead of failing.
// Errors: std::runtime_error with SQLite's own words, from here and from Statement.
class Database {
 public:
  explicit Database(const std::string& file) {
    const int result = sqlite3_open(file.c_str(), &handle_);
    if (result == SQLITE_OK) {
      sqlite3_busy_timeout(handle_, 5'000);
      return;
    }
    const std::string words = "cannot open " + file + ": " + sqlite3_errmsg(handle_);
    sqlite3_close(handle_);
    throw std::runtime_error(words);
  }
  ~Database() { sqlite3_close(handle_); }
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;

  [[nodiscard]] sqlite3* handle() const { return handle_; }

  // Runs one or more statements that return nothing.
  void run(const std::string& sql) {
    if (sqlite3_exec(handle_, sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) fail();
  }

  // Rows that the last INSERT, UPDATE or DELETE changed.
  [[nodiscard]] int changes() const { return sqlite3_changes(handle_); }
  [[nodiscard]] bool in_transaction() const { return sqlite3_get_autocommit(handle_) == 0; }

  [[noreturn]] void fail() const { throw std::runtime_error(sqlite3_errmsg(handle_)); }

 private:
  sqlite3* handle_ = nullptr;
};

// One statement with its parameters in order: Statement(db, "... ? ... ?", id, 7).
class Statement {
 public:
  template <typename... Values>
  Statement(Database& database, const std::string& sql, const Values&... values)
      : database_(database) {
    if (sqlite3_prepare_v2(database.handle(), sql.c_str(), -1, &handle_, nullptr) != SQLITE_OK) {
      database.fail();
    }
    int position = 0;
    (bind(++position, values), ...);
  }
  ~Statement() { sqlite3_finalize(handle_); }
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;

  // True: there is a row to read. False: the statement is done.
  bool step() {
    const int result = sqlite3_step(handle_);
    if (result != SQLITE_ROW && result != SQLITE_DONE) database_.fail();
    return result == SQLITE_ROW;
  }

  [[nodiscard]] std::int64_t number(int column) { return sqlite3_column_int64(handle_, column); }
  [[nodiscard]] std::string text(int column) {
    const auto* bytes = static_cast<const char*>(sqlite3_column_blob(handle_, column));
    const auto size = static_cast<std::size_t>(sqlite3_column_bytes(handle_, column));
    return bytes == nullptr ? std::string() : std::string(bytes, size);
  }

 private:
  void bind(int position, std::int64_t value) { sqlite3_bind_int64(handle_, position, value); }
  void bind(int position, std::string_view value) {
    sqlite3_bind_text(handle_, position, value.data(), static_cast<int>(value.size()),
                      SQLITE_TRANSIENT);
  }

  Database& database_;
  sqlite3_stmt* handle_ = nullptr;
};

// ---- What the consumer is told and what it answers
// -----------------------------------------------

struct Message {
  std::string id;  // The same at every delivery.
  std::string body;
};

enum class Outcome : std::uint8_t {
  processed,    // It took effect through this call.
  duplicate,    // It had taken effect before.
  in_progress,  // Another worker's claim on it is alive.
  failed,       // The handler threw; nothing happened but that an attempt is used up.
  superseded,   // The claim was lost to another worker on the way; nothing happened here.
  parked,       // All attempts are used up: it is among the dead letters.
};

// Whether the queue may forget the message; otherwise it will deliver it again.
[[nodiscard]] constexpr bool acknowledges(Outcome outcome) {
  return outcome == Outcome::processed || outcome == Outcome::duplicate ||
         outcome == Outcome::parked;
}

struct DeadLetter {
  Message message;
  int attempts = 0;
  std::string error;  // what() of the last exception; empty if there was none to be seen.
};

using TimePoint = std::chrono::time_point<std::chrono::system_clock, std::chrono::milliseconds>;

struct Options {
  std::string consumer;              // Whose effects these are, e.g. "billing".
  std::function<TimePoint()> clock;  // The only clock there is.
  std::chrono::milliseconds lease{30'000};
  int max_attempts = 5;
  std::chrono::milliseconds retention{7L * 24 * 3'600'000};
};

class IdempotentConsumer {
 public:
  using Apply = std::function<void(sqlite3*, const Message&)>;
  using Call = std::function<void(const Message&, const std::string& key)>;

  IdempotentConsumer(const std::string& file, const Options& options)
      : options_(options), database_(file) {
    if (options_.consumer.empty() || !options_.clock || options_.lease <= Milliseconds(0) ||
        options_.max_attempts <= 0 || options_.retention < Milliseconds(0)) {
      throw std::invalid_argument("IdempotentConsumer");
    }
    database_.run(
        "CREATE TABLE IF NOT EXISTS record (key TEXT PRIMARY KEY, consumer TEXT, id TEXT,"
        " version INTEGER, state INTEGER, attempts INTEGER, time INTEGER, body TEXT, error TEXT)");
  }

  Outcome apply(const Message& message, const Apply& handler) {
    Record record;
    if (const auto refusal = claim(message, record)) return *refusal;
    const Current current(current_, record);
    std::optional<std::string> error;
    database_.run("BEGIN IMMEDIATE");
    bool mine = true;
    try {
      mine = read(message).version == record.version;
      if (mine) {
        handler(database_.handle(), message);
        if (!database_.in_transaction()) throw std::runtime_error("rolled back by SQLite");
        // The handler may have renewed.
        mine = write(message, current_->finished(now()));
      }
      database_.run(mine ? "COMMIT" : "ROLLBACK");
    } catch (const std::exception& thrown) {
      error = thrown.what();
    } catch (...) {
      error = "";
    }
    if (database_.in_transaction()) database_.run("ROLLBACK");
    if (error) return give_back(message, record, *error);
    return mine ? Outcome::processed : Outcome::superseded;
  }

  Outcome call(const Message& message, const Call& handler) {
    Record record;
    if (const auto refusal = claim(message, record)) return *refusal;
    const Current current(current_, record);
    try {
      handler(message, key_of(message));
    } catch (const std::exception& thrown) {
      return give_back(message, *current_, thrown.what());
    } catch (...) {
      return give_back(message, *current_, "");
    }
    return write(message, current_->finished(now())) ? Outcome::processed : Outcome::superseded;
  }

  bool renew() {
    if (!current_) return false;
    Record renewed = *current_;
    renewed.time = end_of_lease();
    if (!write({current_->id, ""}, renewed)) return false;
    *current_ = renewed;
    ++current_->version;
    return true;
  }

  std::size_t purge() {
    const std::int64_t before = now() - options_.retention.count();
    Statement(database_, "DELETE FROM record WHERE consumer = ? AND state = ? AND time <= ?",
              options_.consumer, std::int64_t{kDone}, before)
        .step();
    return static_cast<std::size_t>(database_.changes());
  }

  std::vector<DeadLetter> dead_letters() {
    std::vector<DeadLetter> letters;
    Statement row(database_,
                  "SELECT id, body, attempts, error FROM record WHERE consumer = ? AND state = ?"
                  " ORDER BY id",
                  options_.consumer, std::int64_t{kParked});
    while (row.step()) {
      letters.push_back({{row.text(0), row.text(1)}, static_cast<int>(row.number(2)), row.text(3)});
    }
    return letters;
  }

 private:
  using Milliseconds = std::chrono::milliseconds;
  enum State : std::int64_t { kOpen, kClaimed, kDone, kParked };

  struct Record {
    std::string id;
    std::int64_t version = 0;  // 0: there is none yet.
    std::int64_t state = kOpen;
    std::int64_t attempts = 0;
    std::int64_t time = 0;  // The end of the lease, or when it was done.
    std::string body;
    std::string error;

    [[nodiscard]] Record finished(std::int64_t now) const {
      Record done = *this;
      done.state = kDone;
      done.time = now;
      return done;
    }
  };

  class Current {
   public:
    Current(std::optional<Record>& slot, const Record& record) : slot_(slot) { slot_ = record; }
    ~Current() { slot_.reset(); }
    Current(const Current&) = delete;
    Current& operator=(const Current&) = delete;

   private:
    std::optional<Record>& slot_;
  };

  std::optional<Outcome> claim(const Message& message, Record& record) {
    for (;;) {
      record = read(message);
      if (record.state == kDone) return Outcome::duplicate;
      if (record.state == kParked) return Outcome::parked;
      if (record.state == kClaimed && record.time > now()) return Outcome::in_progress;
      Record next = record;
      if (record.attempts >= options_.max_attempts) {
        next.state = kParked;
        next.body = message.body;
        if (write(message, next)) return Outcome::parked;
        continue;
      }
      next.state = kClaimed;
      ++next.attempts;
      next.time = end_of_lease();
      const std::int64_t version = record.version == 0 ? random_number() : record.version + 1;
      if (!write(message, next, version)) continue;
      record = next;
      record.version = version;
      return std::nullopt;
    }
  }

  Outcome give_back(const Message& message, const Record& record, const std::string& error) {
    Record next = record;
    const bool last = next.attempts >= options_.max_attempts;
    next.state = last ? kParked : kOpen;
    next.error = error;
    if (last) next.body = message.body;
    if (!write(message, next)) return Outcome::superseded;
    return last ? Outcome::parked : Outcome::failed;
  }

  Record read(const Message& message) {
    Statement row(database_,
                  "SELECT version, state, attempts, time, body, error FROM record WHERE key = ?",
                  key_of(message));
    Record record;
    record.id = message.id;
    if (!row.step()) return record;
    record.version = row.number(0);
    record.state = row.number(1);
    record.attempts = row.number(2);
    record.time = row.number(3);
    record.body = row.text(4);
    record.error = row.text(5);
    return record;
  }

  // Where the versions of a record begin: not where those of a forgotten one did.
  std::int64_t random_number() {
    Statement row(database_, "SELECT 1 + abs(random() / 2)");
    row.step();
    return row.number(0);
  }

  // Writes what follows on `record.version`. False: somebody else has done so before.
  bool write(const Message& message, const Record& record, std::int64_t first = 1) {
    if (record.version == 0) {
      Statement(database_, "INSERT OR IGNORE INTO record VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                key_of(message), options_.consumer, message.id, first, record.state,
                record.attempts, record.time, record.body, record.error)
          .step();
    } else {
      Statement(database_,
                "UPDATE record SET version = version + 1, state = ?, attempts = ?, time = ?,"
                " body = ?, error = ? WHERE key = ? AND version = ?",
                record.state, record.attempts, record.time, record.body, record.error,
                key_of(message), record.version)
          .step();
    }
    return database_.changes() == 1;
  }

  [[nodiscard]] std::string key_of(const Message& message) const {
    return std::to_string(options_.consumer.length()) + "," + options_.consumer + "," + message.id;
  }

  [[nodiscard]] std::int64_t now() const { return options_.clock().time_since_epoch().count(); }

  [[nodiscard]] std::int64_t end_of_lease() const {
    std::int64_t end = 0;
    const bool overflows = __builtin_add_overflow(now(), options_.lease.count(), &end);
    return overflows ? std::numeric_limits<std::int64_t>::max() : end;
  }

  const Options options_;
  Database database_;
  std::optional<Record> current_;
};

}  // namespace kata
