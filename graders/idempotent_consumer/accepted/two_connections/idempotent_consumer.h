// accept: core robust senior
//
// Style: two connections, one for the books and one for the handlers' effects. They share the file,
// so what ties an effect to its mark is still one transaction, on the handlers' connection.
#pragma once

#include <sqlite3.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <exception>
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

  void run(const std::string& sql) {
    if (sqlite3_exec(handle_, sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) fail();
  }

  [[nodiscard]] int changes() const { return sqlite3_changes(handle_); }
  [[nodiscard]] bool in_transaction() const { return sqlite3_get_autocommit(handle_) == 0; }

  [[noreturn]] void fail() const { throw std::runtime_error(sqlite3_errmsg(handle_)); }

 private:
  sqlite3* handle_ = nullptr;
};

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

struct Message {
  std::string id;
  std::string body;
};

enum class Outcome : std::uint8_t {
  processed,
  duplicate,
  in_progress,
  failed,
  superseded,
  parked,
};

[[nodiscard]] constexpr bool acknowledges(Outcome outcome) {
  return outcome == Outcome::processed || outcome == Outcome::duplicate ||
         outcome == Outcome::parked;
}

struct DeadLetter {
  Message message;
  int attempts = 0;
  std::string error;
};

using TimePoint = std::chrono::time_point<std::chrono::system_clock, std::chrono::milliseconds>;

struct Options {
  std::string consumer;
  std::function<TimePoint()> clock;
  std::chrono::milliseconds lease{30'000};
  int max_attempts = 5;
  std::chrono::milliseconds retention{7L * 24 * 3'600'000};
};

class IdempotentConsumer {
 public:
  using Apply = std::function<void(sqlite3* database, const Message& message)>;
  using Call = std::function<void(const Message& message, const std::string& key)>;

  IdempotentConsumer(const std::string& file, const Options& options)
      : options_(checked(options)), db_(file), work_(file) {
    Transaction tx(db_);
    db_.run(
        "CREATE TABLE IF NOT EXISTS inbox (consumer TEXT NOT NULL, id TEXT NOT NULL,"
        " body TEXT NOT NULL, state INTEGER NOT NULL, token INTEGER NOT NULL,"
        " lease_end INTEGER NOT NULL, attempts INTEGER NOT NULL, done_at INTEGER NOT NULL,"
        " error TEXT NOT NULL, PRIMARY KEY (consumer, id)) WITHOUT ROWID");
    tx.commit();
  }

  Outcome apply(const Message& message, const Apply& handler) {
    const auto claim = take(message);
    if (claim.refused) return claim.outcome;
    Current current(*this, message, claim.token);
    std::optional<std::string> error;
    {
      Transaction tx(work_);  // Nobody else writes from here on: what the books say stays true.
      if (!mine(message, claim.token)) return Outcome::superseded;
      try {
        applying_ = true;
        handler(work_.handle(), message);
      } catch (const std::exception& e) {
        error = e.what();
      } catch (...) {
        error = "unknown";
      }
      if (!error && !work_.in_transaction()) error = "SQLite has rolled back the transaction";
      if (!error) {
        mark_done(message, claim.token, &work_);
        tx.commit();
        return Outcome::processed;
      }
    }
    return give_back(message, claim.token, *error);
  }

  Outcome call(const Message& message, const Call& handler) {
    const auto claim = take(message);
    if (claim.refused) return claim.outcome;
    Current current(*this, message, claim.token);
    try {
      handler(message, key_of(message));
    } catch (const std::exception& e) {
      return give_back(message, claim.token, e.what());
    } catch (...) {
      return give_back(message, claim.token, "unknown");
    }
    Transaction tx(db_);
    if (!mine(message, claim.token)) return Outcome::superseded;
    mark_done(message, claim.token);
    tx.commit();
    return Outcome::processed;
  }

  bool renew() {
    if (current_ == nullptr) return false;
    Statement s(
        applying_ ? work_ : db_,
        "UPDATE inbox SET lease_end = ? WHERE consumer = ? AND id = ? AND state = 1 AND token = ?",
        lease_end(now()), options_.consumer, current_->id, current_token_);
    s.step();
    return (applying_ ? work_ : db_).changes() == 1;
  }

  std::size_t purge() {
    Statement s(db_, "DELETE FROM inbox WHERE consumer = ? AND state = 2 AND done_at <= ?",
                options_.consumer, now() - options_.retention.count());
    s.step();
    return static_cast<std::size_t>(db_.changes());
  }

  std::vector<DeadLetter> dead_letters() {
    std::vector<DeadLetter> out;
    Statement s(
        db_,
        "SELECT id, body, attempts, error FROM inbox WHERE consumer = ? AND state = 3 ORDER BY id",
        options_.consumer);
    while (s.step()) {
      out.push_back({{s.text(0), s.text(1)}, static_cast<int>(s.number(2)), s.text(3)});
    }
    return out;
  }

 private:
  class Transaction {
   public:
    explicit Transaction(Database& db) : db_(db) { db_.run("BEGIN IMMEDIATE"); }
    ~Transaction() {
      if (!db_.in_transaction()) return;
      sqlite3_exec(db_.handle(), "ROLLBACK", nullptr, nullptr, nullptr);
    }
    Transaction(const Transaction&) = delete;
    Transaction& operator=(const Transaction&) = delete;
    void commit() { db_.run("COMMIT"); }

   private:
    Database& db_;
  };

  struct Current {
    Current(IdempotentConsumer& c, const Message& m, std::int64_t token) : consumer(c) {
      c.current_ = &m;
      c.current_token_ = token;
    }
    ~Current() {
      consumer.current_ = nullptr;
      consumer.applying_ = false;
    }
    Current(const Current&) = delete;
    Current& operator=(const Current&) = delete;
    IdempotentConsumer& consumer;
  };

  struct Claim {
    bool refused = false;
    Outcome outcome = Outcome::processed;
    std::int64_t token = 0;
  };

  static const Options& checked(const Options& o) {
    if (o.consumer.empty() || !o.clock || o.lease.count() < 1 || o.max_attempts < 1 ||
        o.retention.count() < 0) {
      throw std::invalid_argument("options");
    }
    return o;
  }

  std::int64_t now() const { return options_.clock().time_since_epoch().count(); }
  std::int64_t lease_end(std::int64_t t) const {
    const auto max = std::numeric_limits<std::int64_t>::max();
    return options_.lease.count() > max - t ? max : t + options_.lease.count();
  }

  Claim take(const Message& m) {
    Transaction tx(db_);
    const auto t = now();
    const auto token = static_cast<std::int64_t>(random_() >> 1U);
    std::int64_t attempts = 0;
    {
      Statement s(db_, "SELECT state, lease_end, attempts FROM inbox WHERE consumer = ? AND id = ?",
                  options_.consumer, m.id);
      if (s.step()) {
        const auto state = s.number(0);
        attempts = s.number(2);
        if (state == 2) return {true, Outcome::duplicate, 0};
        if (state == 3) return {true, Outcome::parked, 0};
        if (state == 1 && t < s.number(1)) return {true, Outcome::in_progress, 0};
      }
    }
    if (attempts >= options_.max_attempts) {
      Statement s(db_, "UPDATE inbox SET state = 3 WHERE consumer = ? AND id = ?",
                  options_.consumer, m.id);
      s.step();
      tx.commit();
      return {true, Outcome::parked, 0};
    }
    Statement s(db_,
                "INSERT INTO inbox VALUES (?, ?, ?, 1, ?, ?, 1, 0, '') ON CONFLICT DO UPDATE SET "
                "state = 1, token = excluded.token, lease_end = excluded.lease_end, attempts = "
                "attempts + 1",
                options_.consumer, m.id, m.body, token, lease_end(t));
    s.step();
    tx.commit();
    return {false, Outcome::processed, token};
  }

  bool mine(const Message& m, std::int64_t token) {
    Statement s(db_,
                "SELECT 1 FROM inbox WHERE consumer = ? AND id = ? AND state = 1 AND token = ?",
                options_.consumer, m.id, token);
    return s.step();
  }

  void mark_done(const Message& m, std::int64_t token, Database* on = nullptr) {
    Statement s(on != nullptr ? *on : db_,
                "UPDATE inbox SET state = 2, body = '', error = '', done_at = ? WHERE consumer = ? "
                "AND id = ? AND token = ?",
                now(), options_.consumer, m.id, token);
    s.step();
  }

  Outcome give_back(const Message& m, std::int64_t token, const std::string& error) {
    Transaction tx(db_);
    if (!mine(m, token)) return Outcome::superseded;
    Statement s(
        db_,
        "UPDATE inbox SET state = CASE WHEN attempts >= ? THEN 3 ELSE 0 END, error = ? WHERE "
        "consumer = ? AND id = ?",
        static_cast<std::int64_t>(options_.max_attempts), error, options_.consumer, m.id);
    s.step();
    Outcome o = Outcome::failed;
    {
      Statement q(db_, "SELECT state FROM inbox WHERE consumer = ? AND id = ?", options_.consumer,
                  m.id);
      if (q.step() && q.number(0) == 3) o = Outcome::parked;
    }
    tx.commit();
    return o;
  }

  std::string key_of(const Message& m) const {
    return std::to_string(options_.consumer.size()) + ':' + options_.consumer + m.id;
  }

  const Options options_;
  Database db_;
  Database work_;
  std::mt19937_64 random_{std::random_device{}()};
  const Message* current_ = nullptr;
  std::int64_t current_token_ = 0;
  bool applying_ = false;
};

}  // namespace kata
