// An idempotent consumer: a queue delivers each message at least once, to any of several workers,
// and each message takes effect exactly once.
//
// Thread-safety: a consumer is used by one thread at a time. Any number of consumers, in any number
//   of threads and processes, share one database file; all of the same name have the same options.
// Requires: an id belongs to one message for ever. Handlers use their consumer only for renew().
// Guarantees: a message that is delivered again until a call acknowledges it has then taken effect
//   exactly once, or lies among the dead letters, whichever workers got it, how often, at the same
//   time or not, and wherever their processes were killed in between.
// Claims: before its handler runs, a message is claimed by this worker for the length of a lease.
//   A claim that is alive keeps everybody else away; one whose lease is over is anybody's to take,
//   since its owner may be dead. An owner that was only slow may still finish as long as nobody has
//   taken the message over or given it up; once somebody has, the late owner changes nothing any
//   more.
// Attempts: each claim is one, whatever becomes of it: a handler that returns or throws, a process
//   that dies, a lease that runs out. After `max_attempts` of them without success the message is
//   parked as a dead letter and no handler sees it again.
// Blocking: waits for the database while other connections hold its locks, never for somebody
//   else's claim. No lock on the database is held while a Call runs.
// Time: `options.clock` and nothing else.
// Errors: std::invalid_argument, std::runtime_error (the database) as stated below. After an
//   exception the consumer can be used further. One that is gone, or could not be made, leaves no
//   connection open.
//
// Example:
//   kata::IdempotentConsumer billing("shop.db", {.consumer = "billing", .clock = now});
//   const auto outcome = billing.apply(message, [](sqlite3* database, const kata::Message& m) {
//     insert_invoice(database, m);
//   });
//   if (kata::acknowledges(outcome)) queue.acknowledge(message);
#pragma once

#include <sqlite3.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kata {

// ---- Plumbing: use it, change it or throw it away

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

// ---- What a consumer is told, and what it answers -----------------------------------------------

struct Message {
  std::string id;  // The same at every delivery. Any characters.
  std::string body;
};

enum class Outcome : std::uint8_t {
  processed,    // It took effect through this call.
  duplicate,    // It had taken effect before.
  in_progress,  // Another worker's claim on it is alive.
  failed,      // The handler threw: no effect, an attempt is used up, anybody may claim it at once.
  superseded,  // On the way, somebody else claimed or parked it: this call changed nothing.
  parked,      // All attempts are used up, the last one perhaps by this call: a dead letter.
};

// Whether the queue may forget the message. If not, it will deliver it again.
[[nodiscard]] constexpr bool acknowledges(Outcome outcome) {
  return outcome == Outcome::processed || outcome == Outcome::duplicate ||
         outcome == Outcome::parked;
}

struct DeadLetter {
  Message message;
  int attempts = 0;
  std::string error;  // what() of the last exception; empty if there was none.
};

using TimePoint = std::chrono::time_point<std::chrono::system_clock, std::chrono::milliseconds>;

struct Options {
  std::string consumer;              // Whose effects these are, e.g. "billing". Any characters.
  std::function<TimePoint()> clock;  // Not before 1970; the same for all workers.
  std::chrono::milliseconds lease{30'000};  // As long as you like.
  int max_attempts = 5;                     // How often a handler may see a message.
  std::chrono::milliseconds retention{7L * 24 * 3'600'000};  // As long as you like.
};

// ---- The consumer: yours

class IdempotentConsumer {
 public:
  // An effect inside the same database: statements on this connection, no BEGIN, COMMIT or
  // ROLLBACK. If SQLite rolls back by itself (a full disk, a trigger), the handler counts as one
  // that threw, whatever it does.
  using Apply = std::function<void(sqlite3* database, const Message& message)>;
  // An effect elsewhere: a call to a service which remembers the keys that it has seen and does
  // nothing when one comes again.
  using Call = std::function<void(const Message& message, const std::string& key)>;

  // Opens the file, creates it and whatever tables are missing. Several workers may do so at once.
  // Errors: std::invalid_argument if the consumer has no name, the clock is empty, lease or
  // max_attempts are less than 1, or retention is negative; std::runtime_error if the file cannot
  // be opened or is no database.
  IdempotentConsumer(const std::string& /*file*/, const Options& /*options*/) {
    throw std::logic_error("not implemented");
  }

  // Lets the message take effect in the database, if that is still to be done and nobody else is at
  // it. What the handler wrote is there exactly when the message counts as having taken effect; of
  // a handler that throws, or that was superseded, nothing remains.
  Outcome apply(const Message& /*message*/, const Apply& /*handler*/) {
    throw std::logic_error("not implemented");
  }

  // The same with an effect elsewhere. The key is the same at every attempt at this message, and
  // belongs to no other message and no other consumer. A handler that throws may have had its
  // effect all the same: only the service knows.
  Outcome call(const Message& /*message*/, const Call& /*handler*/) {
    throw std::logic_error("not implemented");
  }

  // Within a handler: gives the claim a whole lease from now on. False: it has been taken over or
  // given up. Outside of a handler: false.
  bool renew() { throw std::logic_error("not implemented"); }

  // Forgets the messages of this consumer that took effect `retention` ago or earlier; returns how
  // many. All others are remembered: those in progress, those to be tried again, dead letters. The
  // tables hold a fixed number of rows for each message remembered, however often it was delivered,
  // and none for one that is forgotten.
  std::size_t purge() { throw std::logic_error("not implemented"); }

  // This consumer's, in the order of their ids. Complete: the queue has forgotten them.
  std::vector<DeadLetter> dead_letters() { throw std::logic_error("not implemented"); }

 private:
  // Your state.
};

}  // namespace kata
