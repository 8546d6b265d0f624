// accept: core robust senior
//
// Style: write-ahead log; a table each for claims, for what is done and for dead letters; a random
// token says whose a claim is.
#pragma once

#include <sqlite3.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <random>
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

  IdempotentConsumer(const std::string& file, Options options)
      : options_((validate(options), std::move(options))), database_(file) {
    // Another connection may be reading at this moment, and the log can wait: it is kept with the
    // file once anybody has succeeded.
    sqlite3_exec(database_.handle(), "PRAGMA journal_mode = WAL", nullptr, nullptr, nullptr);
    in_transaction([&] {
      database_.run(
          "CREATE TABLE IF NOT EXISTS attempt (consumer TEXT NOT NULL, id TEXT NOT NULL,"
          "  count INTEGER NOT NULL, token TEXT, until INTEGER NOT NULL, error TEXT NOT NULL,"
          "  PRIMARY KEY (consumer, id));"
          "CREATE TABLE IF NOT EXISTS done (consumer TEXT NOT NULL, id TEXT NOT NULL,"
          "  at INTEGER NOT NULL, PRIMARY KEY (consumer, id));"
          "CREATE TABLE IF NOT EXISTS dead_letter (consumer TEXT NOT NULL, id TEXT NOT NULL,"
          "  body TEXT NOT NULL, attempts INTEGER NOT NULL, error TEXT NOT NULL,"
          "  PRIMARY KEY (consumer, id))");
      return true;
    });
  }

  Outcome apply(const Message& message, const Apply& handler) {
    return attempt(message, [&]() -> bool {
      return in_transaction([&] {
        if (!is_mine(message)) return false;
        handler(database_.handle(), message);
        if (!database_.in_transaction()) throw std::runtime_error("SQLite has rolled back");
        settle(message);
        return true;
      });
    });
  }

  Outcome call(const Message& message, const Call& handler) {
    return attempt(message, [&]() -> bool {
      handler(message, key(options_.consumer) + key(message.id));
      return in_transaction([&] {
        if (!is_mine(message)) return false;
        settle(message);
        return true;
      });
    });
  }

  bool renew() {
    if (token_.empty()) return false;
    Statement(database_, "UPDATE attempt SET until = ? WHERE token = ?", end_of_lease(), token_)
        .step();
    return database_.changes() == 1;
  }

  std::size_t purge() {
    const std::int64_t now = this->now();
    // Without a subtraction that could overflow.
    Statement(database_, "DELETE FROM done WHERE consumer = ? AND ? - at >= ?", options_.consumer,
              now, std::int64_t{options_.retention.count()})
        .step();
    return static_cast<std::size_t>(database_.changes());
  }

  std::vector<DeadLetter> dead_letters() {
    std::vector<DeadLetter> all;
    Statement row(database_,
                  "SELECT id, body, attempts, error FROM dead_letter WHERE consumer = ?"
                  " ORDER BY id",
                  options_.consumer);
    while (row.step()) {
      all.push_back(DeadLetter{Message{row.text(0), row.text(1)}, static_cast<int>(row.number(2)),
                               row.text(3)});
    }
    return all;
  }

 private:
  static void validate(const Options& options) {
    const bool possible = !options.consumer.empty() && options.clock != nullptr &&
                          options.lease > std::chrono::milliseconds::zero() &&
                          options.max_attempts > 0 &&
                          options.retention >= std::chrono::milliseconds::zero();
    if (!possible) throw std::invalid_argument("these options are not possible");
  }

  // Commits if `work` returns true; rolls back if it returns false or throws.
  template <typename Work>
  bool in_transaction(const Work& work) {
    database_.run("BEGIN IMMEDIATE");
    try {
      const bool commit = work();
      database_.run(commit ? "COMMIT" : "ROLLBACK");
      return commit;
    } catch (...) {
      if (database_.in_transaction()) database_.run("ROLLBACK");
      throw;
    }
  }

  // However a call ends, there is no claim afterwards.
  struct Forgetting {
    std::string& token;
    ~Forgetting() { token.clear(); }
  };

  template <typename Work>
  Outcome attempt(const Message& message, const Work& work) {
    const Forgetting forgetting{token_};
    std::optional<Outcome> refused;
    in_transaction([&] {
      refused = refusal(message);
      return !refused || *refused == Outcome::parked;
    });
    if (refused) return *refused;
    std::string error;
    try {
      return work() ? Outcome::processed : Outcome::superseded;
    } catch (const std::exception& thrown) {
      error = thrown.what();
    } catch (...) {
    }
    Outcome outcome = Outcome::superseded;
    in_transaction([&] {
      if (!is_mine(message)) return false;
      Statement(database_, "UPDATE attempt SET token = NULL, error = ? WHERE token = ?", error,
                token_)
          .step();
      outcome = attempts_of(message) < options_.max_attempts ? Outcome::failed : bury(message);
      return true;
    });
    return outcome;
  }

  // Claims the message, or says why not.
  std::optional<Outcome> refusal(const Message& message) {
    if (exists("done", message)) return Outcome::duplicate;
    if (exists("dead_letter", message)) return Outcome::parked;
    {
      Statement alive(database_,
                      "SELECT 1 FROM attempt WHERE consumer = ? AND id = ? AND token IS NOT NULL"
                      " AND until > ?",
                      options_.consumer, message.id, now());
      if (alive.step()) return Outcome::in_progress;
    }
    const std::int64_t before = attempts_of(message);
    if (before >= options_.max_attempts) return bury(message);
    token_ = fresh_token();
    Statement(database_,
              "INSERT INTO attempt VALUES (?1, ?2, 1, ?3, ?4, '') ON CONFLICT DO UPDATE"
              " SET count = count + 1, token = ?3, until = ?4",
              options_.consumer, message.id, token_, end_of_lease())
        .step();
    return std::nullopt;
  }

  bool exists(const std::string& table, const Message& message) {
    return Statement(database_, "SELECT 1 FROM " + table + " WHERE consumer = ? AND id = ?",
                     options_.consumer, message.id)
        .step();
  }

  bool is_mine(const Message& message) {
    return Statement(database_, "SELECT 1 FROM attempt WHERE consumer = ? AND id = ? AND token = ?",
                     options_.consumer, message.id, token_)
        .step();
  }

  std::int64_t attempts_of(const Message& message) {
    Statement row(database_, "SELECT count FROM attempt WHERE consumer = ? AND id = ?",
                  options_.consumer, message.id);
    return row.step() ? row.number(0) : 0;
  }

  void settle(const Message& message) {
    drop_attempts(message);
    Statement(database_, "INSERT INTO done VALUES (?, ?, ?)", options_.consumer, message.id, now())
        .step();
  }

  Outcome bury(const Message& message) {
    Statement(database_,
              "INSERT INTO dead_letter SELECT consumer, id, ?, count, error FROM attempt"
              " WHERE consumer = ? AND id = ?",
              message.body, options_.consumer, message.id)
        .step();
    drop_attempts(message);
    return Outcome::parked;
  }

  void drop_attempts(const Message& message) {
    Statement(database_, "DELETE FROM attempt WHERE consumer = ? AND id = ?", options_.consumer,
              message.id)
        .step();
  }

  static std::string fresh_token() {
    std::random_device device;
    std::string token;
    for (int i = 0; i < 4; ++i) token += std::to_string(device()) + ".";
    return token;
  }

  // Ends with what cannot be within.
  static std::string key(const std::string& text) {
    std::string escaped;
    for (const char c : text) {
      if (c == '/' || c == '\\') escaped += '\\';
      escaped += c;
    }
    return escaped + "/";
  }

  [[nodiscard]] std::int64_t now() const { return options_.clock().time_since_epoch().count(); }

  [[nodiscard]] std::int64_t end_of_lease() const {
    const std::int64_t left = std::numeric_limits<std::int64_t>::max() - now();
    return now() + std::min<std::int64_t>(left, options_.lease.count());
  }

  Options options_;
  Database database_;
  std::string token_;  // Of the claim that is being worked on; empty outside.
};

}  // namespace kata
