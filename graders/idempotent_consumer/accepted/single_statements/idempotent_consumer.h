// accept: core robust senior
//
// Style: hardly any transactions. Each step is one statement, atomic by itself: the claim is an
// INSERT that turns into an UPDATE under conditions, and what it changed says whether it succeeded.
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
    if (options.consumer.empty()) throw std::invalid_argument("a consumer needs a name");
    if (!options.clock) throw std::invalid_argument("a consumer needs a clock");
    if (options.lease.count() < 1) throw std::invalid_argument("a lease must last");
    if (options.max_attempts < 1) throw std::invalid_argument("once at least");
    if (options.retention.count() < 0) throw std::invalid_argument("retention is negative");
    database_.run(
        "CREATE TABLE IF NOT EXISTS inbox ("
        "  consumer TEXT, id TEXT, attempt INTEGER NOT NULL DEFAULT 1,"
        "  claim INTEGER DEFAULT (random()), busy_until INTEGER,"
        "  done_at INTEGER, parked INTEGER NOT NULL DEFAULT 0, body TEXT, error TEXT,"
        "  PRIMARY KEY (consumer, id))");
  }

  Outcome apply(const Message& message, const Apply& handler) {
    const auto token = claim(message);
    if (!token) return why_not(message);
    const Holding holding(claim_, {message.id, *token});
    database_.run("BEGIN IMMEDIATE");
    // As a writer first: it is the claim's last check, and keeps everybody else out until the end.
    if (!finish(message)) {
      database_.run("ROLLBACK");
      return Outcome::superseded;
    }
    std::string error;
    try {
      in_apply_ = true;
      handler(database_.handle(), message);
      in_apply_ = false;
      database_.run("COMMIT");
      return Outcome::processed;
    } catch (const std::exception& thrown) {
      error = thrown.what();
    } catch (...) {
    }
    in_apply_ = false;
    if (database_.in_transaction()) database_.run("ROLLBACK");
    return give_up(message, error);
  }

  Outcome call(const Message& message, const Call& handler) {
    const auto token = claim(message);
    if (!token) return why_not(message);
    const Holding holding(claim_, {message.id, *token});
    try {
      handler(message, hex(options_.consumer) + "-" + hex(message.id));
    } catch (const std::exception& thrown) {
      return give_up(message, thrown.what());
    } catch (...) {
      return give_up(message, "");
    }
    return finish(message) ? Outcome::processed : Outcome::superseded;
  }

  bool renew() {
    if (in_apply_) return true;  // Nobody can write while we do.
    if (!claim_) return false;
    return Statement(database_,
                     "UPDATE inbox SET busy_until = ?1 WHERE consumer = ?2 AND id = ?3 AND"
                     " claim = ?4 AND busy_until IS NOT NULL RETURNING 1",
                     later(), options_.consumer, claim_->id, claim_->token)
        .step();
  }

  std::size_t purge() {
    Statement forget(database_, "DELETE FROM inbox WHERE consumer = ?1 AND done_at <= ?2 - ?3",
                     options_.consumer, now(), std::int64_t{options_.retention.count()});
    forget.step();
    return static_cast<std::size_t>(database_.changes());
  }

  std::vector<DeadLetter> dead_letters() {
    Statement row(database_,
                  "SELECT id, body, attempt, error FROM inbox WHERE consumer = ?1 AND parked = 1"
                  " ORDER BY id",
                  options_.consumer);
    std::vector<DeadLetter> letters;
    while (row.step()) {
      DeadLetter letter;
      letter.message = {row.text(0), row.text(1)};
      letter.attempts = static_cast<int>(row.number(2));
      letter.error = row.text(3);
      letters.push_back(letter);
    }
    return letters;
  }

 private:
  struct Claim {
    std::string id;
    std::int64_t token;
  };

  // However a call ends, there is no claim afterwards.
  class Holding {
   public:
    Holding(std::optional<Claim>& slot, Claim claim) : slot_(slot) { slot_ = std::move(claim); }
    ~Holding() { slot_.reset(); }
    Holding(const Holding&) = delete;
    Holding& operator=(const Holding&) = delete;

   private:
    std::optional<Claim>& slot_;
  };

  // The claim's token, if it is ours.
  std::optional<std::int64_t> claim(const Message& message) {
    Statement claim(database_,
                    "INSERT INTO inbox (consumer, id, busy_until) VALUES (?1, ?2, ?3)"
                    " ON CONFLICT DO UPDATE SET busy_until = ?3, attempt = attempt + 1,"
                    " claim = random()"
                    " WHERE done_at IS NULL AND parked = 0 AND attempt < ?4"
                    " AND (busy_until IS NULL OR busy_until <= ?5) RETURNING claim",
                    options_.consumer, message.id, later(), std::int64_t{options_.max_attempts},
                    now());
    if (!claim.step()) return std::nullopt;
    const std::int64_t token = claim.number(0);
    while (claim.step()) {
    }
    return token;
  }

  Outcome why_not(const Message& message) {
    // Used up by somebody who never came back: closed now, by whoever comes first.
    Statement(database_,
              "UPDATE inbox SET parked = 1, body = ?3, busy_until = NULL WHERE consumer = ?1 AND"
              " id = ?2 AND done_at IS NULL AND parked = 0 AND attempt >= ?4 AND"
              " (busy_until IS NULL OR busy_until <= ?5)",
              options_.consumer, message.id, message.body, std::int64_t{options_.max_attempts},
              now())
        .step();
    Statement row(database_,
                  "SELECT done_at IS NOT NULL, parked FROM inbox WHERE consumer = ?1 AND id = ?2",
                  options_.consumer, message.id);
    if (!row.step()) return Outcome::in_progress;  // Forgotten in between: let it come again.
    if (row.number(0) == 1) return Outcome::duplicate;
    return row.number(1) == 1 ? Outcome::parked : Outcome::in_progress;
  }

  bool finish(const Message& message) {
    Statement done(database_,
                   "UPDATE inbox SET done_at = ?1, busy_until = NULL, error = NULL WHERE"
                   " consumer = ?2 AND id = ?3 AND claim = ?4 AND busy_until IS NOT NULL",
                   now(), options_.consumer, message.id, claim_->token);
    done.step();
    return database_.changes() == 1;
  }

  Outcome give_up(const Message& message, const std::string& error) {
    Statement row(database_,
                  "UPDATE inbox SET busy_until = NULL, error = ?1, parked = attempt >= ?2,"
                  " body = CASE WHEN attempt >= ?2 THEN ?3 END"
                  " WHERE consumer = ?4 AND id = ?5 AND claim = ?6 AND busy_until IS NOT NULL"
                  " RETURNING parked",
                  error, std::int64_t{options_.max_attempts}, message.body, options_.consumer,
                  message.id, claim_->token);
    if (!row.step()) return Outcome::superseded;
    const bool parked = row.number(0) == 1;
    while (row.step()) {
    }
    return parked ? Outcome::parked : Outcome::failed;
  }

  static std::string hex(const std::string& text) {
    std::string digits;
    for (const char c : text) {
      const auto byte = static_cast<unsigned char>(c);
      digits += "0123456789abcdef"[byte / 16];
      digits += "0123456789abcdef"[byte % 16];
    }
    return digits;
  }

  [[nodiscard]] std::int64_t now() const { return options_.clock().time_since_epoch().count(); }
  [[nodiscard]] std::int64_t later() const {
    constexpr std::int64_t kLatest = std::numeric_limits<std::int64_t>::max();
    return kLatest - now() < options_.lease.count() ? kLatest : now() + options_.lease.count();
  }

  const Options options_;
  Database database_;
  std::optional<Claim> claim_;
  bool in_apply_ = false;
};

}  // namespace kata
