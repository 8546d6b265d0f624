// A notification dispatcher: takes notifications in, and sees each of them delivered over its
// channel or written down as a dead letter, within everybody's limits.
//
// Thread-safety: every member may be called by any number of threads at once, except construction
//   and destruction.
// Words: a notification is *waiting* from its acceptance until it is *settled*: delivered, or
//   written to the dead letters. An *attempt* is one call of its channel's client.
// Guarantees: every accepted notification is settled exactly once. There is no way out without an
//   entry in the books: see Counts.
// Intake: at most `capacity` notifications of each channel are waiting at a time. A channel that is
//   full stops those who submit to it, and nobody else.
// Users: a user's notifications begin at most at the rate of a token bucket: `burst` at once, then
//   one each `refill`. A token is taken on acceptance; retries cost none. Those without a token are
//   delayed, and get one in the order in which they came; they hold up no worker, no channel and no
//   other user. A user of whom nothing is known but that the bucket is full costs no memory.
// Channels: at most `in_flight[channel]` attempts of a channel run at a time. An attempt occupies
//   its place until its result or its timeout. Who has been ready longest begins first. No
//   channel's trouble delays another channel, nor does its being busy: with few workers, they take
//   turns.
// Attempts: an attempt that has no result after `timeout` has failed. Of several ends of an attempt
//   the first counts; what comes later is ignored. After failed attempt number n the next one
//   begins `backoff * 2^(n-1)` later, at the earliest; nobody sleeps meanwhile. After 1 +
//   max_retries failed attempts, or one that was `rejected`, the notification becomes a dead
//   letter. All attempts carry the same key.
// Collaborators: clients are called by workers; keys and dead letters by whoever has need of them,
//   but not by who brings a result; all of them without any lock being held. They may take their
//   time, submit and count themselves, and throw.
// Blocking: who waits sleeps and costs no processor time. A dispatcher with nothing to do makes no
//   thread wake up.
// Destruction: as shutdown(0ms). Results may still come afterwards; they do no harm.
// Errors: std::invalid_argument as stated below.
#pragma once

#include <sqlite3.h>

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace kata {

enum class Channel : std::uint8_t { push, email, sms };
inline constexpr std::size_t kChannels = 3;

struct Notification {
  std::string event;  // What happened; one event may be told over several channels.
  std::string user;
  Channel channel = Channel::push;
  std::string text;
};

// What makes attempts at the same thing recognisable: "<event>/<channel>".
[[nodiscard]] inline std::string key_of(const Notification& notification) {
  constexpr std::array<const char*, kChannels> kNames = {"push", "email", "sms"};
  return notification.event + "/" + kNames[static_cast<std::size_t>(notification.channel)];
}

// ---- Collaborators: what the dispatcher talks to ------------------------------------------------

enum class Result : std::uint8_t {
  delivered,
  failed,    // Perhaps another time.
  rejected,  // Never: there is no such user.
};

// A provider's client. send() begins an attempt and returns soon. The result comes by `done`: from
// any thread, perhaps from within send(), perhaps much too late, perhaps twice, perhaps never.
// A send() that throws is a failed attempt.
class ChannelClient {
 public:
  using Done = std::function<void(Result)>;
  virtual ~ChannelClient() = default;
  virtual void send(const Notification& notification, const std::string& key, Done done) = 0;
};

// Remembers the keys that were ever accepted, across restarts.
class KeyStore {
 public:
  virtual ~KeyStore() = default;
  // False: it was there already. One of several threads that add the same key gets true.
  virtual bool add(const std::string& key) = 0;
  virtual void remove(const std::string& key) = 0;
};

struct DeadLetter {
  Notification notification;
  int attempts = 0;    // That were begun.
  std::string reason;  // "failed", "rejected", "timeout": the last attempt's end; or "shutdown".
};

// Where notifications end that could not be delivered. An add() that throws has stored nothing; it
// is to be repeated after `backoff`, until it succeeds.
class DeadLetters {
 public:
  virtual ~DeadLetters() = default;
  virtual void add(const DeadLetter& letter) = 0;
};

// The real ones: plumbing that works as it is. Both may share a file.
class SqliteFile {
 public:
  explicit SqliteFile(const std::string& file) {
    if (sqlite3_open(file.c_str(), &handle_) != SQLITE_OK) {
      const std::string words = sqlite3_errmsg(handle_);
      sqlite3_close(handle_);
      throw std::runtime_error("cannot open " + file + ": " + words);
    }
    sqlite3_busy_timeout(handle_, 5'000);
  }
  ~SqliteFile() { sqlite3_close(handle_); }
  SqliteFile(const SqliteFile&) = delete;
  SqliteFile& operator=(const SqliteFile&) = delete;

  // Runs one statement with texts for its `?`s, calls `row` with each row's columns as texts, and
  // returns how many rows it changed.
  int run(const std::string& sql, const std::vector<std::string>& values = {},
          const std::function<void(const std::vector<std::string>&)>& row = nullptr) {
    const std::lock_guard lock(mutex_);
    sqlite3_stmt* statement = nullptr;
    if (sqlite3_prepare_v2(handle_, sql.c_str(), -1, &statement, nullptr) != SQLITE_OK) fail();
    int position = 0;
    for (const std::string& value : values) {
      sqlite3_bind_text(statement, ++position, value.c_str(), static_cast<int>(value.size()),
                        SQLITE_TRANSIENT);
    }
    int step = SQLITE_ROW;
    while ((step = sqlite3_step(statement)) == SQLITE_ROW) {
      std::vector<std::string> columns;
      for (int i = 0; i < sqlite3_column_count(statement); ++i) {
        const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(statement, i));
        columns.emplace_back(text == nullptr ? "" : text);
      }
      if (row) row(columns);
    }
    sqlite3_finalize(statement);
    if (step != SQLITE_DONE) fail();
    return sqlite3_changes(handle_);
  }

 private:
  [[noreturn]] void fail() { throw std::runtime_error(sqlite3_errmsg(handle_)); }

  std::mutex mutex_;
  sqlite3* handle_ = nullptr;
};

class SqliteDeadLetters : public DeadLetters {
 public:
  explicit SqliteDeadLetters(SqliteFile& file) : file_(file) {
    file_.run(
        "CREATE TABLE IF NOT EXISTS dead_letters (event TEXT, user TEXT, channel INTEGER, "
        "text TEXT, attempts INTEGER, reason TEXT, PRIMARY KEY (event, channel))");
  }
  void add(const DeadLetter& letter) override {
    const Notification& what = letter.notification;
    file_.run("INSERT INTO dead_letters VALUES (?, ?, ?, ?, ?, ?)",
              {what.event, what.user, std::to_string(static_cast<int>(what.channel)), what.text,
               std::to_string(letter.attempts), letter.reason});
  }

 private:
  SqliteFile& file_;
};

class SqliteKeys : public KeyStore {
 public:
  explicit SqliteKeys(SqliteFile& file) : file_(file) {
    file_.run("CREATE TABLE IF NOT EXISTS keys (key TEXT PRIMARY KEY) WITHOUT ROWID");
  }
  bool add(const std::string& key) override {
    return file_.run("INSERT OR IGNORE INTO keys VALUES (?)", {key}) == 1;
  }
  void remove(const std::string& key) override {
    file_.run("DELETE FROM keys WHERE key = ?", {key});
  }

 private:
  SqliteFile& file_;
};

// ---- What a dispatcher is told, and what it says ------------------------------------------------

using Clock = std::chrono::steady_clock;

// A limit or a time may be as large as its type allows: then there is none, or it never comes.
struct Options {
  std::array<ChannelClient*, kChannels> clients{};  // By channel; none may be null.
  KeyStore* keys = nullptr;
  DeadLetters* dead_letters = nullptr;
  std::size_t workers = 8;
  std::size_t capacity = 10'000;  // Of each channel.
  std::array<std::size_t, kChannels> in_flight = {200, 100, 20};
  std::size_t burst = 5;
  std::chrono::nanoseconds refill = std::chrono::seconds(12);
  std::size_t backlog = 20;  // How many of a user's notifications may be waiting for a token.
  std::chrono::nanoseconds timeout = std::chrono::seconds(5);
  std::chrono::nanoseconds backoff = std::chrono::seconds(1);
  int max_retries = 3;
};

enum class Submitted : std::uint8_t {
  accepted,
  duplicate,   // Its key was accepted before, or another thread is just submitting it.
  full,        // try_submit() only: as many of this channel are waiting as may be.
  over_limit,  // As many of this user's are waiting for tokens as may be.
  closed,      // Shut down.
};

// The books. At every moment, in one snapshot:
//   submitted = accepted + duplicates + full + over_limit + closed
//   accepted = delivered + dead + waiting
//   attempts = delivered + failed + timed_out + rejected + running
struct Counts {
  std::uint64_t submitted = 0;  // Calls that have been answered.
  std::uint64_t accepted = 0;
  std::uint64_t duplicates = 0;
  std::uint64_t full = 0;
  std::uint64_t over_limit = 0;
  std::uint64_t closed = 0;
  std::uint64_t waiting = 0;
  std::uint64_t delivered = 0;
  std::uint64_t dead = 0;
  std::uint64_t delayed = 0;  // Accepted without a token to begin with.
  std::uint64_t attempts = 0;
  std::uint64_t retries = 0;  // Of the attempts, those that were not a notification's first.
  std::uint64_t running = 0;
  std::uint64_t failed = 0;
  std::uint64_t timed_out = 0;
  std::uint64_t rejected = 0;
  std::uint64_t users = 0;  // Of whom anything is kept.
};

// ---- The dispatcher: yours ----------------------------------------------------------------------

class NotificationDispatcher {
 public:
  // Starts the workers. Keeps a copy of the options; the collaborators have to outlive it.
  // Errors: std::invalid_argument if a collaborator is missing, if workers, capacity, a channel's
  // in_flight or burst are 0, if refill, timeout or backoff are not positive, or max_retries is
  // negative; std::system_error if a thread cannot be started, and then none is left.
  explicit NotificationDispatcher(const Options& /*options*/) {
    throw std::logic_error("not implemented");
  }

  NotificationDispatcher(const NotificationDispatcher&) = delete;
  NotificationDispatcher& operator=(const NotificationDispatcher&) = delete;

  // Waits while the channel is full. A refused notification's key is as new as it was before: it
  // may be submitted again. What a KeyStore throws comes out of here, and nothing has changed.
  [[nodiscard]] Submitted submit(Notification /*notification*/) {
    throw std::logic_error("not implemented");
  }

  // The same, but says `full` instead of waiting.
  [[nodiscard]] Submitted try_submit(Notification /*notification*/) {
    throw std::logic_error("not implemented");
  }

  // Refuses everything from now on and goes on until all that was accepted is settled, but not
  // longer than `grace`; then no attempt begins any more, those that run time out at once, and
  // what is not settled becomes a dead letter with the reason "shutdown". Waits for that; returns
  // how many these were. Whether a dead letter that could not be written yet is one of them is left
  // to you. Called again, or by several threads: each waits, one of them counts.
  std::size_t shutdown(std::chrono::nanoseconds /*grace*/) {
    throw std::logic_error("not implemented");
  }

  [[nodiscard]] Counts counts() const { throw std::logic_error("not implemented"); }

 private:
  // Your state.
};

}  // namespace kata
