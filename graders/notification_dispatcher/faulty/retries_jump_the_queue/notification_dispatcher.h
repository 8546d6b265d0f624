// expect: wrong_result in retries_wait_their_turn
//
// "It has waited long enough": a retry goes to the front, before those that were ready when it was
// still waiting for its backoff.
#pragma once

#include <sqlite3.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <unordered_map>
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

// ---- The dispatcher -----------------------------------------------------------------------------

namespace detail {

using TimePoint = Clock::time_point;

// Not simply the sum: it need not be representable.
inline TimePoint later(TimePoint now, std::chrono::nanoseconds wait) {
  return wait >= TimePoint::max() - now ? TimePoint::max() : now + wait;
}

// An accepted notification on its way.
struct Job {
  Notification notification;
  std::string key;
  int attempts = 0;
  const char* reason = "";
};
// Shared, because a send() may still read what has been settled by a timeout.
using JobPtr = std::shared_ptr<Job>;

class House : public std::enable_shared_from_this<House> {
 public:
  explicit House(const Options& options) : options_(options) {}

  // ---- Intake

  Submitted submit(Notification notification, bool wait) {
    std::string key = key_of(notification);
    if (is_closed()) return answer(Submitted::closed);
    if (!options_.keys->add(key)) return answer(Submitted::duplicate);
    const Submitted answer_now = admit(std::move(notification), key, wait);
    if (answer_now == Submitted::accepted) return answer_now;
    // Nobody else may be told that it was seen before as long as nobody has it.
    options_.keys->remove(key);
    return answer(answer_now);
  }

  // ---- Workers

  void work() {
    std::unique_lock lock(mutex_);
    while (true) {
      ring_alarms();
      if (!letters_.empty()) {
        write_letter(lock);
      } else if (const std::optional<std::size_t> channel = startable()) {
        attempt(lock, *channel);
      } else if (stopping_) {
        return;
      } else {
        rest(lock);
      }
    }
  }

  void stop() {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
    idle_.notify_all();
    watch_.notify_all();
  }

  // ---- The end

  std::size_t shutdown(std::chrono::nanoseconds grace) {
    std::unique_lock lock(mutex_);
    closed_ = true;
    for (std::condition_variable& room : room_) room.notify_all();
    const TimePoint end = later(Clock::now(), grace);
    const auto is_settled = [&] { return counts_.waiting == 0; };
    while (!is_settled() && Clock::now() < end) {
      settled_.wait_until(lock, std::min(end, Clock::now() + kFarAhead));
    }
    const std::size_t left = give_up();
    settled_.wait(lock, is_settled);
    return left;
  }

  [[nodiscard]] Counts counts() const {
    const std::lock_guard lock(mutex_);
    Counts counts = counts_;
    counts.users = users_.size();
    return counts;
  }

 private:
  enum class What : std::uint8_t { timeout, retry, letter, user };
  struct Alarm {
    What what;
    std::uint64_t attempt = 0;  // timeout
    JobPtr job;                 // retry, letter
    std::string user;           // user
  };
  using Alarms = std::multimap<TimePoint, Alarm>;

  struct Running {
    JobPtr job;
    Alarms::iterator timeout;
  };

  struct User {
    TimePoint full_again{};  // When the bucket will have got back what was taken; at first it is.
    std::deque<JobPtr> delayed;
    Alarms::iterator alarm;
    bool has_alarm = false;
  };

  static constexpr std::chrono::hours kFarAhead{24 * 365};

  static std::size_t channel_of(const Job& job) {
    return static_cast<std::size_t>(job.notification.channel);
  }

  bool is_closed() const {
    const std::lock_guard lock(mutex_);
    return closed_;
  }

  Submitted answer(Submitted what) {
    const std::lock_guard lock(mutex_);
    ++counts_.submitted;
    if (what == Submitted::duplicate) ++counts_.duplicates;
    if (what == Submitted::full) ++counts_.full;
    if (what == Submitted::over_limit) ++counts_.over_limit;
    if (what == Submitted::closed) ++counts_.closed;
    return what;
  }

  Submitted admit(Notification notification, const std::string& key, bool wait) {
    auto job = std::make_shared<Job>();
    job->notification = std::move(notification);
    job->key = key;
    const std::size_t channel = channel_of(*job);
    std::unique_lock lock(mutex_);
    const auto has_room = [&] { return waiting_[channel] < options_.capacity; };
    if (wait) room_[channel].wait(lock, [&] { return closed_ || has_room(); });
    if (closed_) return Submitted::closed;
    if (!has_room()) return Submitted::full;
    if (!begin(job)) {
      room_[channel].notify_one();  // The place that was perhaps announced to this thread alone.
      return Submitted::over_limit;
    }
    ++waiting_[channel];
    ++counts_.waiting;
    ++counts_.submitted;
    ++counts_.accepted;
    wake();
    return Submitted::accepted;
  }

  // Everything from here on requires that mutex_ is held, unless it says otherwise.

  // ---- Users' buckets. A bucket is kept as the moment at which it will be full: each token that
  // is taken moves it by one refill, and the last token is gone when it is `burst` refills away.

  // Divides, for burst * refill may be more than a time can say.
  [[nodiscard]] bool has_token(const User& user, TimePoint now) const {
    if (now >= user.full_again) return true;
    const auto rest = user.full_again - now - std::chrono::nanoseconds(1);
    return static_cast<std::size_t>(rest / options_.refill) + 1 < options_.burst;
  }

  // Requires: there is none now.
  [[nodiscard]] TimePoint next_token(const User& user) const {
    return user.full_again -
           options_.refill * static_cast<std::chrono::nanoseconds::rep>(options_.burst - 1);
  }

  void take_token(User& user, TimePoint now) const {
    user.full_again = later(std::max(user.full_again, now), options_.refill);
  }

  // Sends a new notification on its way, at once or when there is a token. False: its user has too
  // many that wait already.
  bool begin(const JobPtr& job) {
    const TimePoint now = Clock::now();
    const auto entry = users_.try_emplace(job->notification.user).first;
    User& user = entry->second;
    if (user.delayed.empty() && has_token(user, now)) {
      take_token(user, now);
      ready_[channel_of(*job)].push_back(job);
    } else if (user.delayed.size() < options_.backlog) {
      user.delayed.push_back(job);
      ++counts_.delayed;
    } else {
      return false;
    }
    set_alarm(entry->first, user);
    return true;
  }

  // For a user there is one alarm: for the next token if somebody waits for it, else for the moment
  // at which there is nothing left to remember.
  void set_alarm(const std::string& name, User& user) {
    const TimePoint when = user.delayed.empty() ? user.full_again : next_token(user);
    if (user.has_alarm && user.alarm->first <= when) return;  // It will see, and be set again.
    if (user.has_alarm) alarms_.erase(user.alarm);
    user.alarm = add_alarm(when, {.what = What::user, .attempt = 0, .job = nullptr, .user = name});
    user.has_alarm = true;
  }

  void look_after(const std::string& name, TimePoint now) {
    User& user = users_.at(name);
    user.has_alarm = false;
    while (!user.delayed.empty() && has_token(user, now)) {
      take_token(user, now);
      ready_[channel_of(*user.delayed.front())].push_back(std::move(user.delayed.front()));
      user.delayed.pop_front();
    }
    if (now >= user.full_again) {  // Then nobody waits for a token, either.
      users_.erase(name);
    } else {
      set_alarm(name, user);
    }
  }

  // ---- Attempts

  [[nodiscard]] std::optional<std::size_t> startable() {
    // Not always from the first channel on: none may be served only when all others rest.
    for (std::size_t i = 0; i < kChannels; ++i) {
      const std::size_t channel = (next_channel_ + i) % kChannels;
      if (ready_[channel].empty() || running_[channel] >= options_.in_flight[channel]) continue;
      return channel;
    }
    return std::nullopt;
  }

  void attempt(std::unique_lock<std::mutex>& lock, std::size_t channel) {
    next_channel_ = (channel + 1) % kChannels;
    const JobPtr job = std::move(ready_[channel].front());
    ready_[channel].pop_front();
    const std::uint64_t id = ++last_attempt_;
    ++job->attempts;
    ++running_[channel];
    ++counts_.running;
    ++counts_.attempts;
    if (job->attempts > 1) ++counts_.retries;
    attempts_[id] = {job,
                     add_alarm(later(Clock::now(), options_.timeout),
                               {.what = What::timeout, .attempt = id, .job = nullptr, .user = {}})};
    wake();
    lock.unlock();
    try {
      options_.clients[channel]->send(job->notification, job->key,
                                      [house = weak_from_this(), id](Result result) {
                                        if (const auto alive = house.lock())
                                          alive->end_attempt(id, result);
                                      });
    } catch (...) {
      end_attempt(id, Result::failed);
    }
    lock.lock();
  }

  // Without the lock. The first result of an attempt counts, if it comes in time.
  void end_attempt(std::uint64_t id, Result result) {
    const std::lock_guard lock(mutex_);
    const auto found = attempts_.find(id);
    if (found == attempts_.end()) return;
    alarms_.erase(found->second.timeout);
    const JobPtr job = take_attempt(found);
    if (result == Result::delivered) {
      ++counts_.delivered;
      settle(*job);
    } else if (result == Result::rejected) {
      ++counts_.rejected;
      bury(job, "rejected");
    } else {
      ++counts_.failed;
      try_again(job, "failed");
    }
    wake();
  }

  JobPtr take_attempt(std::unordered_map<std::uint64_t, Running>::iterator found) {
    JobPtr job = std::move(found->second.job);
    attempts_.erase(found);
    --running_[channel_of(*job)];
    --counts_.running;
    return job;
  }

  void try_again(const JobPtr& job, const char* reason) {
    if (job->attempts > options_.max_retries) {
      bury(job, reason);
      return;
    }
    constexpr auto kForEver = std::chrono::nanoseconds::max();
    std::chrono::nanoseconds wait = options_.backoff;
    for (int i = 1; i < job->attempts && wait < kForEver; ++i) {
      wait = wait > kForEver / 2 ? kForEver : wait * 2;
    }
    add_alarm(later(Clock::now(), wait),
              {.what = What::retry, .attempt = 0, .job = job, .user = {}});
  }

  void bury(const JobPtr& job, const char* reason) {
    job->reason = reason;
    letters_.push_back(job);
  }

  void settle(const Job& job) {
    const std::size_t channel = channel_of(job);
    --waiting_[channel];
    room_[channel].notify_one();
    if (--counts_.waiting == 0) settled_.notify_all();
  }

  void write_letter(std::unique_lock<std::mutex>& lock) {
    const JobPtr job = std::move(letters_.front());
    letters_.pop_front();
    wake();
    lock.unlock();
    bool written = true;
    try {
      options_.dead_letters->add({job->notification, job->attempts, job->reason});
    } catch (...) {
      written = false;
    }
    lock.lock();
    if (written) {
      ++counts_.dead;
      settle(*job);
    } else {
      add_alarm(later(Clock::now(), options_.backoff),
                {.what = What::letter, .attempt = 0, .job = job, .user = {}});
    }
  }

  // What is not settled and not yet on its way to the dead letters goes there. Returns how many.
  std::size_t give_up() {
    std::vector<JobPtr> left;
    for (auto& [id, running] : attempts_) {
      alarms_.erase(running.timeout);
      left.push_back(running.job);
      ++counts_.timed_out;
    }
    attempts_.clear();
    counts_.running = 0;
    for (auto& ready : ready_) {
      left.insert(left.end(), ready.begin(), ready.end());
      ready.clear();
    }
    for (auto& [name, user] : users_) {
      left.insert(left.end(), user.delayed.begin(), user.delayed.end());
      user.delayed.clear();
    }
    for (auto alarm = alarms_.begin(); alarm != alarms_.end();) {
      if (alarm->second.what == What::retry) left.push_back(alarm->second.job);
      alarm = alarm->second.what == What::retry ? alarms_.erase(alarm) : std::next(alarm);
    }
    for (const JobPtr& job : left) bury(job, "shutdown");
    wake();
    return left.size();
  }

  // ---- Time, and who watches it

  Alarms::iterator add_alarm(TimePoint when, Alarm alarm) {
    const auto added = alarms_.emplace(when, std::move(alarm));
    if (added == alarms_.begin() && watching_) watch_.notify_one();
    return added;
  }

  void ring_alarms() {
    while (!alarms_.empty() && alarms_.begin()->first <= Clock::now()) {
      const TimePoint now = Clock::now();
      Alarm alarm = std::move(alarms_.extract(alarms_.begin()).mapped());
      switch (alarm.what) {
        case What::timeout: {
          const JobPtr job = take_attempt(attempts_.find(alarm.attempt));
          ++counts_.timed_out;
          try_again(job, "timeout");
          break;
        }
        case What::retry:
          ready_[channel_of(*alarm.job)].push_front(std::move(alarm.job));
          break;
        case What::letter:
          letters_.push_back(std::move(alarm.job));
          break;
        case What::user:
          look_after(alarm.user, now);
          break;
      }
    }
  }

  // One of those who have nothing to do sleeps until the next alarm, the others until they are
  // needed.
  void rest(std::unique_lock<std::mutex>& lock) {
    if (watching_ || alarms_.empty()) {
      ++resting_;
      idle_.wait(lock);
      --resting_;
      return;
    }
    watching_ = true;
    const TimePoint next = alarms_.begin()->first;
    watch_.wait_until(lock, std::min(next, Clock::now() + kFarAhead));
    watching_ = false;
  }

  // Gets somebody up if there is something to do, or a time that nobody watches. Called by whoever
  // makes it so, and by a worker before it turns to its work: it may be gone for a while.
  void wake() {
    const bool work = !letters_.empty() || startable().has_value();
    const bool unwatched = !watching_ && !alarms_.empty();
    if (!work && !unwatched) return;
    if (resting_ > 0) {
      idle_.notify_one();
    } else {
      watch_.notify_one();
    }
  }

  const Options options_;
  mutable std::mutex mutex_;
  std::array<std::condition_variable, kChannels> room_;  // A place, or the end.
  std::condition_variable settled_;                      // Nothing is waiting any more.
  std::condition_variable idle_;                         // Something to do, or to watch.
  std::condition_variable watch_;                        // The same, or an earlier alarm.

  std::array<std::deque<JobPtr>, kChannels> ready_;  // To be attempted.
  std::deque<JobPtr> letters_;                       // To be written down.
  std::unordered_map<std::uint64_t, Running> attempts_;
  std::unordered_map<std::string, User> users_;
  Alarms alarms_;

  Counts counts_;
  std::array<std::size_t, kChannels> waiting_{};
  std::array<std::size_t, kChannels> running_{};
  std::size_t next_channel_ = 0;
  std::uint64_t last_attempt_ = 0;
  std::size_t resting_ = 0;
  bool watching_ = false;
  bool closed_ = false;
  bool stopping_ = false;
};

}  // namespace detail

class NotificationDispatcher {
 public:
  explicit NotificationDispatcher(const Options& options)
      : house_(std::make_shared<detail::House>(checked(options))) {
    try {
      for (std::size_t i = 0; i < options.workers; ++i) {
        workers_.emplace_back([house = house_.get()] { house->work(); });
      }
    } catch (...) {
      dismiss();
      throw;
    }
  }

  ~NotificationDispatcher() {
    shutdown(std::chrono::nanoseconds(0));
    dismiss();
  }

  NotificationDispatcher(const NotificationDispatcher&) = delete;
  NotificationDispatcher& operator=(const NotificationDispatcher&) = delete;

  [[nodiscard]] Submitted submit(Notification notification) {
    return house_->submit(std::move(notification), true);
  }

  [[nodiscard]] Submitted try_submit(Notification notification) {
    return house_->submit(std::move(notification), false);
  }

  std::size_t shutdown(std::chrono::nanoseconds grace) { return house_->shutdown(grace); }

  [[nodiscard]] Counts counts() const { return house_->counts(); }

 private:
  static Options checked(Options options) {
    const auto require = [](bool holds, const char* what) {
      if (!holds) throw std::invalid_argument(std::string("NotificationDispatcher: ") + what);
    };
    for (const ChannelClient* client : options.clients) {
      require(client != nullptr, "a channel has no client");
    }
    for (const std::size_t limit : options.in_flight) {
      require(limit > 0, "a channel's in_flight must not be 0");
    }
    require(options.keys != nullptr, "there is no key store");
    require(options.dead_letters != nullptr, "there is nowhere to put dead letters");
    require(options.workers > 0, "workers must not be 0");
    require(options.capacity > 0, "capacity must not be 0");
    require(options.burst > 0, "burst must not be 0");
    require(options.refill.count() > 0, "refill must be positive");
    require(options.timeout.count() > 0, "timeout must be positive");
    require(options.backoff.count() > 0, "backoff must be positive");
    require(options.max_retries >= 0, "max_retries must not be negative");
    return options;
  }

  void dismiss() {
    house_->stop();
    for (std::thread& worker : workers_) worker.join();
  }

  const std::shared_ptr<detail::House> house_;
  std::vector<std::thread> workers_;
};

}  // namespace kata
