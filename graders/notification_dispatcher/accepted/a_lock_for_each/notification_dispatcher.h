// accept: core robust senior
// a lock for each channel, each notification, the users and the books; a timer; jobs in turn.
#pragma once

#include <sqlite3.h>

#include <algorithm>
#include <array>
#include <atomic>
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
#include <set>
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

namespace lanes {

using Time = Clock::time_point;
using Span = std::chrono::nanoseconds;

inline Time after(Span span) {
  const Time now = Clock::now();
  return span >= Time::max() - now ? Time::max() : now + span;
}

// The books: every edit is one transition.
class Books {
 public:
  template <typename Edit>
  void edit(Edit&& change) {
    const std::lock_guard lock(mutex_);
    change(counts_);
  }
  Counts read() const {
    const std::lock_guard lock(mutex_);
    return counts_;
  }

 private:
  mutable std::mutex mutex_;
  Counts counts_;
};

// One thread that does things at their time. What it does must not block.
class Timer {
 public:
  using Id = std::pair<Time, std::uint64_t>;
  Id at(Time when, std::function<void()> what) {
    const std::lock_guard lock(mutex_);
    const Id id{when, ++last_};
    const bool earliest = plans_.empty() || id < plans_.begin()->first;
    plans_.emplace(id, std::move(what));
    if (earliest) changed_.notify_one();
    return id;
  }
  void cancel(const Id& id) {
    std::function<void()> what;
    const std::lock_guard lock(mutex_);
    if (const auto plan = plans_.find(id); plan != plans_.end()) {
      what = std::move(plan->second);
      plans_.erase(plan);
    }
  }
  void run() {
    std::unique_lock lock(mutex_);
    while (!over_) {
      if (plans_.empty() || plans_.begin()->first.first == Time::max()) {
        changed_.wait(lock);
        continue;
      }
      const Time next = plans_.begin()->first.first;
      if (next > Clock::now()) {
        changed_.wait_until(lock, next);
        continue;
      }
      auto what = std::move(plans_.begin()->second);
      plans_.erase(plans_.begin());
      lock.unlock();
      what();
      what = nullptr;
      lock.lock();
    }
  }
  void end() {
    const std::lock_guard lock(mutex_);
    over_ = true;
    changed_.notify_all();
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::map<Id, std::function<void()>> plans_;
  std::uint64_t last_ = 0;
  bool over_ = false;
};

class Permits {
 public:
  void release(std::ptrdiff_t count = 1) {
    const std::lock_guard lock(mutex_);
    free_ += count;
    for (; count > 0; --count) some_.notify_one();
  }
  void acquire() {
    std::unique_lock lock(mutex_);
    some_.wait(lock, [&] { return free_ > 0; });
    --free_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable some_;
  std::ptrdiff_t free_ = 0;
};

// Jobs in several queues that are served in turn.
class Pool {
 public:
  using Job = std::function<void()>;
  void put(std::size_t queue, Job job) {
    {
      const std::lock_guard lock(mutex_);
      if (over_) return;
      queues_[queue].push_back(std::move(job));
    }
    some_.release();
  }
  void work() {
    for (;;) {
      some_.acquire();
      Job job;
      {
        const std::lock_guard lock(mutex_);
        if (over_) return;
        while (queues_[turn_].empty()) turn_ = (turn_ + 1) % queues_.size();
        job = std::move(queues_[turn_].front());
        queues_[turn_].pop_front();
        turn_ = (turn_ + 1) % queues_.size();
      }
      job();
    }
  }
  void end(std::size_t workers) {
    std::array<std::deque<Job>, kChannels + 1> rest;
    {
      const std::lock_guard lock(mutex_);
      if (std::exchange(over_, true)) return;
      rest.swap(queues_);
    }
    some_.release(static_cast<std::ptrdiff_t>(workers));
  }

 private:
  Permits some_;
  std::mutex mutex_;
  std::array<std::deque<Job>, kChannels + 1> queues_;
  std::size_t turn_ = 0;
  bool over_ = false;
};

enum class Where : std::uint8_t { outside, delayed, ready, running, pausing, dying, settled };

struct Item {
  Notification what;
  std::string key;
  std::mutex mutex;  // Guards the rest. Containers may lag behind; this is the truth.
  Where where = Where::outside;
  int attempts = 0;
  std::string reason;
  Timer::Id timeout;
};
using ItemPtr = std::shared_ptr<Item>;

struct User {
  Time full_at{};
  std::deque<ItemPtr> delayed;
};

// One channel: who may come in, and who may be in an attempt.
struct Lane {
  std::mutex mutex;
  std::condition_variable room;
  std::size_t inside = 0;
  std::size_t at_door = 0;
  std::size_t places = 0;
  std::deque<ItemPtr> ready;
  bool closed = false;
};

class Core : public std::enable_shared_from_this<Core> {
 public:
  explicit Core(const Options& options) : options_(options) {
    for (std::size_t i = 0; i < kChannels; ++i) lanes_[i].places = options.in_flight[i];
  }

  Pool pool;
  Timer timer;

  Counts counts() const { return books_.read(); }

  Submitted take_in(Notification&& notification, bool patient) {
    if (closed()) return said(Submitted::closed);
    const auto item = std::make_shared<Item>();
    item->key = key_of(notification);
    item->what = std::move(notification);
    if (!options_.keys->add(item->key)) return said(Submitted::duplicate);
    Submitted answer = come_in(lane(*item), patient);
    if (answer == Submitted::accepted) {
      answer = admit(item);
      if (answer == Submitted::accepted) return answer;
      go_out(lane(*item));
    }
    options_.keys->remove(item->key);
    return said(answer);
  }

  std::size_t shutdown(Span grace) {
    close();
    std::size_t dropped = 0;
    {
      std::unique_lock lock(all_mutex_);
      const auto done = [&] { return all_.empty(); };
      const Time end = after(std::max(grace, Span::zero()));
      if (end == Time::max()) {
        all_settled_.wait(lock, done);
      } else if (!all_settled_.wait_until(lock, end, done)) {
        const std::vector<ItemPtr> rest(all_.begin(), all_.end());
        given_up_ = true;
        lock.unlock();
        for (const auto& item : rest) dropped += drop(item) ? 1 : 0;
        lock.lock();
        all_settled_.wait(lock, done);
      }
    }
    return dropped;
  }

 private:
  Lane& lane(const Item& item) { return lanes_[static_cast<std::size_t>(item.what.channel)]; }

  bool closed() {
    const std::lock_guard lock(all_mutex_);
    return closed_;
  }

  void close() {
    {
      const std::lock_guard lock(all_mutex_);
      closed_ = true;
    }
    for (Lane& its : lanes_) {
      const std::lock_guard lock(its.mutex);
      its.closed = true;
      its.room.notify_all();
    }
  }

  Submitted said(Submitted answer) {
    books_.edit([&](Counts& counts) {
      ++counts.submitted;
      if (answer == Submitted::duplicate) ++counts.duplicates;
      if (answer == Submitted::full) ++counts.full;
      if (answer == Submitted::over_limit) ++counts.over_limit;
      if (answer == Submitted::closed) ++counts.closed;
    });
    return answer;
  }

  Submitted come_in(Lane& its, bool patient) {
    std::unique_lock lock(its.mutex);
    if (!patient && its.inside >= options_.capacity && !its.closed) return Submitted::full;
    its.room.wait(lock, [&] { return its.closed || its.inside < options_.capacity; });
    if (its.closed) return Submitted::closed;
    ++its.inside;
    return Submitted::accepted;
  }

  void go_out(Lane& its) {
    const std::lock_guard lock(its.mutex);
    --its.inside;
    its.room.notify_one();
  }

  bool has_token(const User& user, Time now) const {
    if (user.full_at <= now) return true;
    return static_cast<std::uint64_t>((user.full_at - now - Span(1)) / options_.refill) + 1 <
           options_.burst;
  }
  void take_token(User& user, Time now) const {
    const Time from = std::max(user.full_at, now);
    user.full_at = options_.refill > Time::max() - from ? Time::max() : from + options_.refill;
  }

  Submitted admit(const ItemPtr& item) {
    {
      const std::lock_guard users_lock(users_mutex_);
      const Time now = Clock::now();
      auto at = users_.find(item->what.user);
      const bool known = at != users_.end();
      const bool token = !known || (at->second.delayed.empty() && has_token(at->second, now));
      if (!token && at->second.delayed.size() >= options_.backlog) return Submitted::over_limit;
      const std::lock_guard lock(all_mutex_);
      if (closed_) return Submitted::closed;
      item->where = token ? Where::ready : Where::delayed;
      if (!known) at = users_.try_emplace(item->what.user).first;
      User& user = at->second;
      all_.insert(item);
      books_.edit([&](Counts& counts) {
        ++counts.submitted;
        ++counts.accepted;
        ++counts.waiting;
        if (!token) ++counts.delayed;
        counts.users = users_.size();
      });
      if (token) {
        take_token(user, now);
        if (!known) forget_later(item->what.user, user);
      } else {
        user.delayed.push_back(item);
        if (user.delayed.size() == 1) serve_later(item->what.user, user);
      }
      if (!token) return Submitted::accepted;
    }
    enter(item);
    return Submitted::accepted;
  }

  void forget_later(const std::string& name, const User& user) {
    timer.at(user.full_at, [this, name] {
      const std::lock_guard lock(users_mutex_);
      const auto at = users_.find(name);
      if (at->second.full_at > Clock::now() || !at->second.delayed.empty()) {
        forget_later(name, at->second);
        return;
      }
      users_.erase(at);
      books_.edit([&](Counts& counts) { counts.users = users_.size(); });
    });
  }

  void serve_later(const std::string& name, const User& user) {
    const Time when =
        user.full_at - options_.refill * static_cast<std::int64_t>(options_.burst - 1);
    timer.at(when, [this, name] { serve(name); });
  }

  void serve(const std::string& name) {
    std::vector<ItemPtr> now_ready;
    {
      const std::lock_guard lock(users_mutex_);
      User& user = users_.find(name)->second;
      while (!user.delayed.empty() && has_token(user, Clock::now())) {
        const ItemPtr item = std::move(user.delayed.front());
        user.delayed.pop_front();
        if (!move(item, Where::delayed, Where::ready)) continue;
        take_token(user, Clock::now());
        now_ready.push_back(item);
      }
      if (!user.delayed.empty()) serve_later(name, user);
    }
    for (const auto& item : now_ready) enter(item);
  }

  static bool move(const ItemPtr& item, Where from, Where to) {
    const std::lock_guard lock(item->mutex);
    if (item->where != from) return false;
    item->where = to;
    return true;
  }

  void enter(const ItemPtr& item) {
    Lane& its = lane(*item);
    const std::lock_guard lock(its.mutex);
    if (its.places == 0) {
      its.ready.push_back(item);
    } else {
      --its.places;
      start(item);
    }
  }

  void leave(Lane& its) {
    const std::lock_guard lock(its.mutex);
    if (its.ready.empty()) {
      ++its.places;
    } else {
      start(its.ready.front());
      its.ready.pop_front();
    }
  }

  void start(const ItemPtr& item) {
    pool.put(static_cast<std::size_t>(item->what.channel), [this, item] { attempt(item); });
  }

  void attempt(const ItemPtr& item) {
    int number = 0;
    {
      const std::lock_guard lock(item->mutex);
      if (item->where == Where::ready && !given_up_) {
        item->where = Where::running;
        number = ++item->attempts;
        books_.edit([&](Counts& counts) {
          ++counts.attempts;
          ++counts.running;
          if (number > 1) ++counts.retries;
        });
        item->timeout = timer.at(after(options_.timeout),
                                 [this, item, number] { end(item, number, std::nullopt); });
      }
    }
    if (number == 0) return leave(lane(*item));
    try {
      options_.clients[static_cast<std::size_t>(item->what.channel)]->send(
          item->what, item->key, [weak = weak_from_this(), item, number](Result result) {
            if (const auto self = weak.lock()) self->end(item, number, result);
          });
    } catch (...) {
      end(item, number, Result::failed);
    }
  }

  // An attempt has ended: with a result, or without one because its time is over.
  void end(const ItemPtr& item, int number, std::optional<Result> result) {
    {
      const std::lock_guard lock(item->mutex);
      if (item->where != Where::running || item->attempts != number) return;
      timer.cancel(item->timeout);
      const bool once_more = item->attempts <= options_.max_retries;
      if (result == Result::delivered) {
        item->where = Where::settled;
      } else if (result == Result::rejected || !once_more) {
        item->where = Where::dying;
        item->reason = !result ? "timeout" : *result == Result::rejected ? "rejected" : "failed";
      } else {
        item->where = Where::pausing;
      }
      books_.edit([&](Counts& counts) {
        --counts.running;
        if (!result) {
          ++counts.timed_out;
        } else if (*result == Result::delivered) {
          ++counts.delivered;
          --counts.waiting;
        } else if (*result == Result::failed) {
          ++counts.failed;
        } else {
          ++counts.rejected;
        }
      });
      if (item->where == Where::pausing) {
        timer.at(after(pause_after(number)), [this, item] {
          if (move(item, Where::pausing, Where::ready)) enter(item);
        });
      }
    }
    leave(lane(*item));
    if (result == Result::delivered) {
      settled(item);
    } else if (reads(item) == Where::dying) {
      bury(item);
    }
  }

  static Where reads(const ItemPtr& item) {
    const std::lock_guard lock(item->mutex);
    return item->reason == "shutdown" ? Where::outside : item->where;
  }

  Span pause_after(int attempts) const {
    Span pause = options_.backoff;
    for (int i = 1; i < attempts; ++i) {
      if (pause > Span::max() / 2) return Span::max();
      pause *= 2;
    }
    return pause;
  }

  void bury(const ItemPtr& item) {
    pool.put(kChannels, [this, item] {
      try {
        options_.dead_letters->add({item->what, item->attempts, item->reason});
      } catch (...) {
        timer.at(after(options_.backoff), [this, item] { bury(item); });
        return;
      }
      books_.edit([&](Counts& counts) {
        ++counts.dead;
        --counts.waiting;
      });
      settled(item);
    });
  }

  bool drop(const ItemPtr& item) {
    bool was_running = false;
    {
      const std::lock_guard lock(item->mutex);
      if (item->where == Where::dying || item->where == Where::settled) return false;
      was_running = item->where == Where::running;
      item->where = Where::dying;
      item->reason = "shutdown";
      if (was_running) {
        timer.cancel(item->timeout);
        books_.edit([&](Counts& counts) {
          --counts.running;
          ++counts.timed_out;
        });
      }
    }
    if (was_running) leave(lane(*item));
    bury(item);
    return true;
  }

  void settled(const ItemPtr& item) {
    go_out(lane(*item));
    const std::lock_guard lock(all_mutex_);
    all_.erase(item);
    if (all_.empty() && closed_) all_settled_.notify_all();
  }

  const Options options_;
  Books books_;
  std::array<Lane, kChannels> lanes_;
  std::mutex users_mutex_;
  std::unordered_map<std::string, User> users_;
  std::mutex all_mutex_;
  std::condition_variable all_settled_;
  std::set<ItemPtr> all_;
  bool closed_ = false;
  std::atomic<bool> given_up_ = false;
};

}  // namespace lanes

class NotificationDispatcher {
 public:
  explicit NotificationDispatcher(const Options& options) : workers_wanted_(options.workers) {
    check(options);
    core_ = std::make_shared<lanes::Core>(options);
    try {
      clock_ = std::thread([core = core_.get()] { core->timer.run(); });
      for (std::size_t i = 0; i < options.workers; ++i) {
        workers_.emplace_back([core = core_.get()] { core->pool.work(); });
      }
    } catch (...) {
      send_home();
      stop_clock();
      throw;
    }
  }

  NotificationDispatcher(const NotificationDispatcher&) = delete;
  NotificationDispatcher& operator=(const NotificationDispatcher&) = delete;

  ~NotificationDispatcher() {
    shutdown(std::chrono::nanoseconds(0));
    stop_clock();
  }

  [[nodiscard]] Submitted submit(Notification notification) {
    return core_->take_in(std::move(notification), true);
  }

  [[nodiscard]] Submitted try_submit(Notification notification) {
    return core_->take_in(std::move(notification), false);
  }

  std::size_t shutdown(std::chrono::nanoseconds grace) {
    const std::size_t dropped = core_->shutdown(grace);
    send_home();
    return dropped;
  }

  [[nodiscard]] Counts counts() const { return core_->counts(); }

 private:
  static void check(const Options& options) {
    const auto need = [](bool good, const char* what) {
      if (!good) throw std::invalid_argument(what);
    };
    for (const auto* client : options.clients) need(client != nullptr, "a client is missing");
    need(options.keys != nullptr, "no keys");
    need(options.dead_letters != nullptr, "no dead letters");
    need(options.workers > 0 && options.capacity > 0 && options.burst > 0, "a number is 0");
    for (const std::size_t places : options.in_flight) need(places > 0, "in_flight is 0");
    need(options.refill > options.refill.zero(), "refill");
    need(options.timeout > options.timeout.zero(), "timeout");
    need(options.backoff > options.backoff.zero(), "backoff");
    need(options.max_retries >= 0, "max_retries");
  }

  void send_home() {
    core_->pool.end(workers_wanted_);
    const std::lock_guard lock(going_home_);
    for (auto& worker : workers_) {
      if (worker.joinable()) worker.join();
    }
  }

  void stop_clock() {
    core_->timer.end();
    if (clock_.joinable()) clock_.join();
  }

  const std::size_t workers_wanted_;
  std::shared_ptr<lanes::Core> core_;
  std::thread clock_;
  std::mutex going_home_;
  std::vector<std::thread> workers_;
};

}  // namespace kata
