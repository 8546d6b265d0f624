// expect: wrong_result in dead_letters_come_in_order
//
// Tells the dead letters as they were parked, which is the order of the ids as long as the queue
// delivers in that order, and nobody has to be tried again.
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

// ---- The consumer ------------------------------------------------------------------------------

class IdempotentConsumer {
 public:
  using Apply = std::function<void(sqlite3*, const Message&)>;
  using Call = std::function<void(const Message&, const std::string& key)>;

  IdempotentConsumer(const std::string& file, Options options)
      : options_(checked(std::move(options))), database_(file) {
    database_.run(
        "CREATE TABLE IF NOT EXISTS consumed_message ("
        "  consumer TEXT NOT NULL,"
        "  id TEXT NOT NULL,"
        "  state TEXT NOT NULL CHECK (state IN ('claimed', 'failed', 'done', 'parked')),"
        "  attempts INTEGER NOT NULL,"
        "  token INTEGER NOT NULL,"      // Whose claim it is.
        "  lease_end INTEGER NOT NULL,"  // All times in milliseconds of the given clock.
        "  done_at INTEGER,"
        "  body TEXT,"  // Of dead letters only.
        "  error TEXT,"
        "  PRIMARY KEY (consumer, id)) WITHOUT ROWID");
  }

  Outcome apply(const Message& message, const Apply& handler) {
    const Claim claim = take(message);
    if (claim.attempt == 0) return claim.refusal;
    const Working working(working_on_, message, claim);
    WriteTransaction transaction(database_);  // From here on nobody can take over.
    if (!owns(message, claim)) return Outcome::superseded;
    auto error = error_of([&] { handler(database_.handle(), message); });
    if (!error && !database_.in_transaction()) error = "SQLite has rolled back the transaction";
    if (error) {
      transaction.roll_back();
      return give_back(message, claim, *error);
    }
    mark_done(message, claim);
    transaction.commit();
    return Outcome::processed;
  }

  Outcome call(const Message& message, const Call& handler) {
    const Claim claim = take(message);
    if (claim.attempt == 0) return claim.refusal;
    const Working working(working_on_, message, claim);
    // No transaction is open meanwhile: the service may take its time.
    if (const auto error = error_of([&] { handler(message, key_of(message)); })) {
      return give_back(message, claim, *error);
    }
    return mark_done(message, claim) ? Outcome::processed : Outcome::superseded;
  }

  bool renew() {
    if (!working_on_) return false;
    Statement(database_,
              "UPDATE consumed_message SET lease_end = ?"
              " WHERE consumer = ? AND id = ? AND state = 'claimed' AND token = ?",
              lease_end(), options_.consumer, working_on_->id, working_on_->token)
        .step();
    return database_.changes() == 1;
  }

  std::size_t purge() {
    Statement(database_,
              "DELETE FROM consumed_message WHERE consumer = ? AND state = 'done' AND done_at <= ?",
              options_.consumer, now() - options_.retention.count())
        .step();
    return static_cast<std::size_t>(database_.changes());
  }

  std::vector<DeadLetter> dead_letters() {
    std::vector<DeadLetter> letters;
    Statement row(database_,
                  "SELECT id, body, attempts, error FROM consumed_message"
                  " WHERE consumer = ? AND state = 'parked' ORDER BY lease_end, id",
                  options_.consumer);
    while (row.step()) {
      letters.push_back({{row.text(0), row.text(1)}, static_cast<int>(row.number(2)), row.text(3)});
    }
    return letters;
  }

 private:
  // The right to work on a message, as long as the record still shows this token. Or none, and why.
  struct Claim {
    std::int64_t attempt = 0;  // From 1; 0: there is no such right.
    std::int64_t token = 0;
    Outcome refusal = Outcome::in_progress;
  };

  struct WorkingOn {
    std::string id;
    std::int64_t token;
  };

  // Says what renew() is about.
  class Working {
   public:
    Working(std::optional<WorkingOn>& slot, const Message& message, const Claim& claim)
        : slot_(slot) {
      slot_ = WorkingOn{message.id, claim.token};
    }
    ~Working() { slot_.reset(); }
    Working(const Working&) = delete;
    Working& operator=(const Working&) = delete;

   private:
    std::optional<WorkingOn>& slot_;
  };

  // A transaction that may write from its beginning on, so that what it reads stays true until it
  // ends. One that reads first and writes later may be refused the upgrade.
  class WriteTransaction {
   public:
    explicit WriteTransaction(Database& database) : database_(database) {
      database_.run("BEGIN IMMEDIATE");
    }
    ~WriteTransaction() { roll_back(); }
    WriteTransaction(const WriteTransaction&) = delete;
    WriteTransaction& operator=(const WriteTransaction&) = delete;

    void commit() { database_.run("COMMIT"); }
    // There may be nothing left: on some errors, SQLite does it by itself.
    void roll_back() {
      if (database_.in_transaction()) sqlite3_exec(database_.handle(), "ROLLBACK", {}, {}, {});
    }

   private:
    Database& database_;
  };

  static Options checked(Options options) {
    if (options.consumer.empty() || !options.clock || options.lease.count() <= 0 ||
        options.max_attempts < 1 || options.retention.count() < 0) {
      throw std::invalid_argument("IdempotentConsumer: impossible options");
    }
    return options;
  }

  // What the handler threw, if it did.
  template <typename Handler>
  static std::optional<std::string> error_of(const Handler& handler) {
    try {
      handler();
      return std::nullopt;
    } catch (const std::exception& error) {
      return error.what();
    } catch (...) {
      return std::string();
    }
  }

  Claim take(const Message& message) {
    WriteTransaction transaction(database_);
    std::int64_t attempts = 0;
    {
      Statement row(database_,
                    "SELECT state, attempts, lease_end FROM consumed_message"
                    " WHERE consumer = ? AND id = ?",
                    options_.consumer, message.id);
      if (row.step()) {
        const std::string state = row.text(0);
        if (state == "done") return {.refusal = Outcome::duplicate};
        if (state == "parked") return {.refusal = Outcome::parked};
        if (state == "claimed" && now() < row.number(2)) return {.refusal = Outcome::in_progress};
        attempts = row.number(1);
      }
    }
    if (attempts >= options_.max_attempts) {  // The last one died.
      park(message);
      transaction.commit();
      return {.refusal = Outcome::parked};
    }
    const Claim claim{.attempt = attempts + 1, .token = draw_token()};
    Statement(database_,
              "INSERT INTO consumed_message (consumer, id, state, attempts, token, lease_end)"
              " VALUES (?, ?, 'claimed', 1, ?, ?)"
              " ON CONFLICT (consumer, id) DO UPDATE SET state = 'claimed',"
              " attempts = attempts + 1, token = excluded.token, lease_end = excluded.lease_end",
              options_.consumer, message.id, claim.token, lease_end())
        .step();
    transaction.commit();
    return claim;
  }

  // The number of the attempt would not do: it begins anew when a message was forgotten.
  std::int64_t draw_token() {
    Statement random(database_, "SELECT random()");
    random.step();
    return random.number(0);
  }

  bool owns(const Message& message, const Claim& claim) {
    return Statement(database_,
                     "SELECT 1 FROM consumed_message"
                     " WHERE consumer = ? AND id = ? AND state = 'claimed' AND token = ?",
                     options_.consumer, message.id, claim.token)
        .step();
  }

  // False: somebody else has claimed the message meanwhile.
  bool mark_done(const Message& message, const Claim& claim) {
    Statement(database_,
              "UPDATE consumed_message SET state = 'done', done_at = ?, error = NULL"
              " WHERE consumer = ? AND id = ? AND state = 'claimed' AND token = ?",
              now(), options_.consumer, message.id, claim.token)
        .step();
    return database_.changes() == 1;
  }

  // After a failure: anybody may try again, unless there are no attempts left.
  Outcome give_back(const Message& message, const Claim& claim, const std::string& error) {
    WriteTransaction transaction(database_);
    if (!owns(message, claim)) return Outcome::superseded;
    Statement(database_,
              "UPDATE consumed_message SET state = 'failed', error = ?"
              " WHERE consumer = ? AND id = ?",
              error, options_.consumer, message.id)
        .step();
    const bool last = claim.attempt >= options_.max_attempts;
    if (last) park(message);
    transaction.commit();
    return last ? Outcome::parked : Outcome::failed;
  }

  // Requires: within a transaction.
  void park(const Message& message) {
    Statement(database_,
              "UPDATE consumed_message SET state = 'parked', body = ?"
              " WHERE consumer = ? AND id = ?",
              message.body, options_.consumer, message.id)
        .step();
  }

  // One for each message of each consumer, whatever characters are in their names.
  [[nodiscard]] std::string key_of(const Message& message) const {
    return std::to_string(options_.consumer.size()) + ":" + options_.consumer + ":" + message.id;
  }

  [[nodiscard]] std::int64_t now() const { return options_.clock().time_since_epoch().count(); }

  // A lease may be too long to be added to the present.
  [[nodiscard]] std::int64_t lease_end() const {
    constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max();
    const std::int64_t begin = now();
    return options_.lease.count() > kNever - begin ? kNever : begin + options_.lease.count();
  }

  const Options options_;
  Database database_;
  std::optional<WorkingOn> working_on_;
};

}  // namespace kata
