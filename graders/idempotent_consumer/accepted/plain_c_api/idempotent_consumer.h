// accept: core robust senior
//
// Style: no plumbing but SQLite's own functions, a connection opened for each step and closed after
// it, exclusive transactions, a savepoint around the handler: its attempt and its failure are
// committed even where its effect is rolled back.
#pragma once

#include <sqlite3.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace kata {

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

  IdempotentConsumer(std::string file, Options options)
      : file_(std::move(file)), options_(std::move(options)) {
    if (options_.consumer.empty() || !options_.clock || options_.lease.count() <= 0 ||
        options_.max_attempts < 1 || options_.retention.count() < 0) {
      throw std::invalid_argument("IdempotentConsumer: options");
    }
    execute(
        *open(),
        "CREATE TABLE IF NOT EXISTS m (c BLOB, i BLOB, n INTEGER, who INTEGER,"
        " free_at INTEGER, done_at INTEGER, dead INTEGER, body BLOB, error BLOB, UNIQUE (c, i))");
  }

  Outcome apply(const Message& message, const Apply& handler) {
    std::int64_t mine = 0;
    Outcome outcome = claim(message, mine);
    if (mine == 0) return outcome;
    const Connection connection = open();
    execute(*connection, "BEGIN EXCLUSIVE");
    if (!holds(*connection, message)) return Outcome::superseded;
    execute(*connection, "SAVEPOINT handler");
    working_ = {message.id, mine, connection.get()};
    std::string error;
    const bool succeeded = runs([&] { handler(connection.get(), message); }, error);
    working_ = {};
    if (sqlite3_get_autocommit(connection.get()) != 0) {
      // SQLite has rolled back everything by itself, what says that the message is ours included.
      execute(*connection, "BEGIN EXCLUSIVE");
      if (!holds(*connection, message)) return Outcome::superseded;
      outcome = close_failed(*connection, message, mine, error);
    } else if (succeeded) {
      close_done(*connection, message);
      outcome = Outcome::processed;
    } else {
      execute(*connection, "ROLLBACK TO handler");
      outcome = close_failed(*connection, message, mine, error);
    }
    execute(*connection, "COMMIT");
    return outcome;
  }

  Outcome call(const Message& message, const Call& handler) {
    std::int64_t mine = 0;
    const Outcome refusal = claim(message, mine);
    if (mine == 0) return refusal;
    working_ = {message.id, mine, nullptr};
    std::string error;
    const bool succeeded = runs([&] { handler(message, key(message)); }, error);
    working_ = {};
    const Connection connection = open();
    execute(*connection, "BEGIN EXCLUSIVE");
    if (!holds(*connection, message)) return Outcome::superseded;
    const Outcome outcome = succeeded ? close_done(*connection, message)
                                      : close_failed(*connection, message, mine, error);
    execute(*connection, "COMMIT");
    return outcome;
  }

  bool renew() {
    if (working_.attempt == 0) return false;
    const Connection own = working_.connection == nullptr ? open() : Connection();
    sqlite3& connection = own ? *own : *working_.connection;
    const Query query = prepare(connection,
                                "UPDATE m SET free_at = ?1 WHERE c = ?2 AND i = ?3 AND who = ?4"
                                " AND free_at > 0 AND done_at IS NULL AND dead = 0");
    bind(*query, 1, end_of_lease());
    bind(*query, 2, options_.consumer);
    bind(*query, 3, working_.id);
    bind(*query, 4, who_);
    step(connection, *query);
    return sqlite3_changes(&connection) > 0;
  }

  std::size_t purge() {
    const Connection connection = open();
    const Query query = prepare(*connection, "DELETE FROM m WHERE c = ?1 AND done_at <= ?2");
    bind(*query, 1, options_.consumer);
    bind(*query, 2, now() - options_.retention.count());
    step(*connection, *query);
    return static_cast<std::size_t>(sqlite3_changes(connection.get()));
  }

  std::vector<DeadLetter> dead_letters() {
    std::vector<DeadLetter> letters;
    const Connection connection = open();
    const Query query = prepare(
        *connection, "SELECT i, body, n, error FROM m WHERE c = ?1 AND dead = 1 ORDER BY i");
    bind(*query, 1, options_.consumer);
    while (step(*connection, *query)) {
      letters.push_back({{text(*query, 0), text(*query, 1)},
                         sqlite3_column_int(query.get(), 2),
                         text(*query, 3)});
    }
    return letters;
  }

 private:
  struct Close {
    void operator()(sqlite3* connection) const { sqlite3_close(connection); }
    void operator()(sqlite3_stmt* query) const { sqlite3_finalize(query); }
  };
  using Connection = std::unique_ptr<sqlite3, Close>;  // Rolls back what is not committed.
  using Query = std::unique_ptr<sqlite3_stmt, Close>;

  struct Working {
    std::string id;
    std::int64_t attempt = 0;  // 0: at nothing.
    sqlite3* connection = nullptr;
  };

  [[nodiscard]] Connection open() const {
    sqlite3* opened = nullptr;
    const int result = sqlite3_open_v2(file_.c_str(), &opened,
                                       SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nullptr);
    Connection connection(opened);
    if (result != SQLITE_OK) throw std::runtime_error("cannot open " + file_);
    sqlite3_busy_timeout(opened, 30'000);
    return connection;
  }

  static void check(sqlite3& connection, int result) {
    if (result != SQLITE_OK && result != SQLITE_ROW && result != SQLITE_DONE) {
      throw std::runtime_error(std::string("SQLite: ") + sqlite3_errmsg(&connection));
    }
  }
  static void execute(sqlite3& connection, const char* sql) {
    check(connection, sqlite3_exec(&connection, sql, nullptr, nullptr, nullptr));
  }
  static Query prepare(sqlite3& connection, const char* sql) {
    sqlite3_stmt* query = nullptr;
    check(connection, sqlite3_prepare_v2(&connection, sql, -1, &query, nullptr));
    return Query(query);
  }
  static bool step(sqlite3& connection, sqlite3_stmt& query) {
    const int result = sqlite3_step(&query);
    check(connection, result);
    return result == SQLITE_ROW;
  }
  static void bind(sqlite3_stmt& query, int place, std::int64_t value) {
    sqlite3_bind_int64(&query, place, value);
  }
  static void bind(sqlite3_stmt& query, int place, const std::string& value) {
    sqlite3_bind_blob(&query, place, value.data(), static_cast<int>(value.size()),
                      SQLITE_TRANSIENT);
    if (value.empty()) sqlite3_bind_zeroblob(&query, place, 0);
  }
  static std::string text(sqlite3_stmt& query, int column) {
    const void* bytes = sqlite3_column_blob(&query, column);
    const auto size = static_cast<std::size_t>(sqlite3_column_bytes(&query, column));
    return size == 0 ? std::string() : std::string(static_cast<const char*>(bytes), size);
  }

  template <typename Handler>
  static bool runs(const Handler& handler, std::string& error) {
    try {
      handler();
    } catch (const std::exception& thrown) {
      error = thrown.what();
      return false;
    } catch (...) {
      return false;
    }
    return true;
  }

  // `attempt` stays 0 unless the message is ours.
  Outcome claim(const Message& message, std::int64_t& attempt) {
    const Connection connection = open();
    execute(*connection, "BEGIN EXCLUSIVE");
    {
      const Query row = about(*connection,
                              "SELECT n, free_at, done_at IS NOT NULL, dead FROM m"
                              " WHERE c = ?1 AND i = ?2",
                              message);
      if (step(*connection, *row)) {
        if (sqlite3_column_int(row.get(), 2) != 0) return Outcome::duplicate;
        if (sqlite3_column_int(row.get(), 3) != 0) return Outcome::parked;
        if (sqlite3_column_int64(row.get(), 1) > now()) return Outcome::in_progress;
        attempt = sqlite3_column_int64(row.get(), 0);
      } else {
        const Query insert = about(
            *connection,
            "INSERT INTO m (c, i, n, free_at, dead, error) VALUES (?1, ?2, 0, 0, 0, '')", message);
        step(*connection, *insert);
      }
    }
    if (attempt >= options_.max_attempts) {
      bury(*connection, message);
      execute(*connection, "COMMIT");
      attempt = 0;
      return Outcome::parked;
    }
    const Query update =
        about(*connection, "UPDATE m SET n = n + 1, free_at = ?3, who = ?4 WHERE c = ?1 AND i = ?2",
              message);
    bind(*update, 3, end_of_lease());
    sqlite3_randomness(sizeof who_, &who_);
    bind(*update, 4, who_);
    step(*connection, *update);
    execute(*connection, "COMMIT");
    ++attempt;
    return Outcome::processed;
  }

  [[nodiscard]] Query about(sqlite3& connection, const char* sql, const Message& message) const {
    Query query = prepare(connection, sql);
    bind(*query, 1, options_.consumer);
    bind(*query, 2, message.id);
    return query;
  }

  // Whether the message is still claimed, by the claim that is ours.
  [[nodiscard]] bool holds(sqlite3& connection, const Message& message) const {
    const Query query = about(connection,
                              "SELECT 1 FROM m WHERE c = ?1 AND i = ?2 AND who = ?3"
                              " AND free_at > 0 AND done_at IS NULL AND dead = 0",
                              message);
    bind(*query, 3, who_);
    return step(connection, *query);
  }

  Outcome close_done(sqlite3& connection, const Message& message) {
    const Query query =
        about(connection, "UPDATE m SET done_at = ?3 WHERE c = ?1 AND i = ?2", message);
    bind(*query, 3, now());
    step(connection, *query);
    return Outcome::processed;
  }

  Outcome close_failed(sqlite3& connection, const Message& message, std::int64_t mine,
                       const std::string& error) {
    const Query query =
        about(connection, "UPDATE m SET free_at = 0, error = ?3 WHERE c = ?1 AND i = ?2", message);
    bind(*query, 3, error);
    step(connection, *query);
    if (mine < options_.max_attempts) return Outcome::failed;
    bury(connection, message);
    return Outcome::parked;
  }

  void bury(sqlite3& connection, const Message& message) {
    const Query query =
        about(connection, "UPDATE m SET dead = 1, body = ?3 WHERE c = ?1 AND i = ?2", message);
    bind(*query, 3, message.body);
    step(connection, *query);
  }

  [[nodiscard]] std::string key(const Message& message) const {
    return std::to_string(message.id.size()) + " " + message.id + options_.consumer;
  }

  [[nodiscard]] std::int64_t now() const { return options_.clock().time_since_epoch().count(); }

  [[nodiscard]] std::int64_t end_of_lease() const {
    constexpr auto kEnd = std::numeric_limits<std::int64_t>::max();
    const auto lease = std::int64_t{options_.lease.count()};
    return lease >= kEnd - now() ? kEnd : now() + lease;
  }

  std::string file_;
  Options options_;
  Working working_;
  std::int64_t who_ = 0;  // Names the claim.
};

}  // namespace kata
