// accept: core robust senior
// an actor owns all state and reads letters; whoever wants something writes to it and waits for a
// promise.
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
#include <future>
#include <map>
#include <memory>
#include <mutex>
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

namespace actor {

using Time = Clock::time_point;
using Span = std::chrono::nanoseconds;

inline Time later(Time from, Span by) {  // Saturates.
  return by > Time::max() - from ? Time::max() : from + by;
}
inline Span times(Span unit, std::size_t n) {
  const auto most = static_cast<std::uint64_t>(Span::max().count() / unit.count());
  return n > most ? Span::max() : unit * static_cast<std::int64_t>(n);
}

class Brain;

// Letters to the brain. Outlives it for the sake of late results.
class Mailbox {
 public:
  using Letter = std::function<void(Brain&)>;
  void post(Letter letter) {
    const std::lock_guard lock(mutex_);
    if (gone_) return;
    letters_.push_back(std::move(letter));
    arrived_.notify_one();
  }
  std::deque<Letter> fetch(Time until) {
    std::unique_lock lock(mutex_);
    const auto some = [&] { return !letters_.empty(); };
    if (until == Time::max()) {
      arrived_.wait(lock, some);
    } else {
      arrived_.wait_until(lock, until, some);
    }
    return std::exchange(letters_, {});
  }
  void close() {
    std::deque<Letter> rest;
    const std::lock_guard lock(mutex_);
    gone_ = true;
    rest.swap(letters_);
  }

 private:
  std::mutex mutex_;
  std::condition_variable arrived_;
  std::deque<Letter> letters_;
  bool gone_ = false;
};

// Work for the workers.
class Jobs {
 public:
  using Job = std::function<void()>;
  void put(Job job) {
    const std::lock_guard lock(mutex_);
    jobs_.push_back(std::move(job));
    some_.notify_one();
  }
  bool take(Job& job) {
    std::unique_lock lock(mutex_);
    some_.wait(lock, [&] { return over_ || !jobs_.empty(); });
    if (jobs_.empty()) return false;
    job = std::move(jobs_.front());
    jobs_.pop_front();
    return true;
  }
  void end() {
    const std::lock_guard lock(mutex_);
    over_ = true;
    some_.notify_all();
  }

 private:
  std::mutex mutex_;
  std::condition_variable some_;
  std::deque<Job> jobs_;
  bool over_ = false;
};

struct Item {
  Notification what;
  std::string key;
  int attempts = 0;
  std::string reason;
};
using ItemPtr = std::shared_ptr<Item>;

struct Request {
  ItemPtr item;
  std::shared_ptr<std::promise<Submitted>> reply;
};

// Owns all the state; runs on one thread.
class Brain {
 public:
  Brain(const Options& options, std::shared_ptr<Mailbox> box, Jobs& jobs)
      : options_(options), box_(std::move(box)), jobs_(jobs), idle_(options.workers) {}

  void run() {
    while (!over_) {
      auto letters = box_->fetch(alarms_.empty() ? Time::max() : alarms_.begin()->first);
      for (auto& letter : letters) letter(*this);
      ring();
      assign();
      if (closed_ && counts_.waiting == 0) {
        for (auto& waiter : enders_) waiter->set_value(std::exchange(shut_down_, 0));
        enders_.clear();
      }
    }
  }

  bool closed() const { return closed_; }
  void stop() { over_ = true; }

  Counts counts() const {
    Counts result = counts_;
    result.users = users_.size();
    return result;
  }

  void note(Submitted answer) {
    ++counts_.submitted;
    switch (answer) {
      case Submitted::accepted:
        ++counts_.accepted;
        break;
      case Submitted::duplicate:
        ++counts_.duplicates;
        break;
      case Submitted::full:
        ++counts_.full;
        break;
      case Submitted::over_limit:
        ++counts_.over_limit;
        break;
      case Submitted::closed:
        ++counts_.closed;
        break;
    }
  }

  void admit(Request request, bool patient) {
    if (const auto answer = admissible(*request.item); answer != Submitted::full) {
      answer_request(request, answer);
    } else if (patient) {
      lane(*request.item).doorstep.push_back(std::move(request));
    } else {
      request.reply->set_value(Submitted::full);
    }
  }

  void ended(std::uint64_t id, Result result) {
    const auto at = running_.find(id);
    if (at == running_.end()) return;
    auto [item, alarm] = at->second;
    alarms_.erase(alarm);
    leave(at);
    if (result == Result::delivered) {
      ++counts_.delivered;
      settled(*item);
    } else if (result == Result::failed) {
      ++counts_.failed;
      again(item, "failed");
    } else {
      ++counts_.rejected;
      bury(item, "rejected");
    }
  }

  void worker_free() { ++idle_; }

  void letter_written(const ItemPtr& item, bool well) {
    if (well) {
      ++counts_.dead;
      settled(*item);
    } else {
      alarm_in(options_.backoff, [this, item] { letters_.push_back(item); });
    }
  }

  void close(Span grace, std::shared_ptr<std::promise<std::size_t>> ender) {
    enders_.push_back(std::move(ender));
    if (!closed_) {
      closed_ = true;
      for (auto& lane : lanes_) {
        for (auto& request : lane.doorstep) request.reply->set_value(Submitted::closed);
        lane.doorstep.clear();
      }
      if (grace <= Span::zero()) {
        give_up();
      } else {
        alarm_in(grace, [this] { give_up(); });
      }
    }
  }

 private:
  using Alarms = std::multimap<Time, std::function<void()>>;
  struct Lane {
    std::deque<Request> doorstep;
    std::size_t waiting = 0;
    std::deque<ItemPtr> ready;
    std::size_t running = 0;
  };
  struct User {
    Time full_at{};
    std::deque<ItemPtr> backlog;
    Alarms::iterator alarm;
  };
  struct Attempt {
    ItemPtr item;
    Alarms::iterator alarm;
  };

  Lane& lane(const Item& item) { return lanes_[static_cast<std::size_t>(item.what.channel)]; }

  Alarms::iterator alarm_in(Span in, std::function<void()> what) {
    return alarms_.emplace(later(Clock::now(), in), std::move(what));
  }
  Alarms::iterator alarm_at(Time at, std::function<void()> what) {
    return alarms_.emplace(at, std::move(what));
  }

  void ring() {
    while (!alarms_.empty() && alarms_.begin()->first <= Clock::now()) {
      auto what = std::move(alarms_.begin()->second);
      alarms_.erase(alarms_.begin());
      what();
    }
  }

  Submitted admissible(const Item& item) {
    if (closed_) return Submitted::closed;
    const auto user = users_.find(item.what.user);
    if (user != users_.end() && !has_token(user->second, Clock::now()) &&
        user->second.backlog.size() >= options_.backlog) {
      return Submitted::over_limit;
    }
    if (lane(item).waiting >= options_.capacity) return Submitted::full;
    return Submitted::accepted;
  }

  void answer_request(Request& request, Submitted answer) {
    if (answer == Submitted::accepted) accept(request.item);
    request.reply->set_value(answer);
  }

  void accept(const ItemPtr& item) {
    note(Submitted::accepted);
    ++counts_.waiting;
    ++lane(*item).waiting;
    const auto [at, is_new] = users_.try_emplace(item->what.user);
    User& user = at->second;
    if (is_new) {
      user.alarm = alarms_.end();
    } else {
      alarms_.erase(user.alarm);
    }
    user.backlog.push_back(item);
    serve(item->what.user, user);
    if (!user.backlog.empty()) ++counts_.delayed;
  }

  Span slack() const {
    return options_.burst - 1 == 0 ? Span::zero() : times(options_.refill, options_.burst - 1);
  }
  bool has_token(const User& user, Time now) const {
    return user.full_at <= now || user.full_at - now <= slack();
  }

  void serve(const std::string& name, User& user) {
    const Time now = Clock::now();
    while (!user.backlog.empty() && has_token(user, now)) {
      user.full_at = later(std::max(user.full_at, now), options_.refill);
      lane(*user.backlog.front()).ready.push_back(std::move(user.backlog.front()));
      user.backlog.pop_front();
    }
    const Time when = user.backlog.empty() ? user.full_at : user.full_at - slack();
    user.alarm = alarm_at(when, [this, name] { user_rings(name); });
  }

  void user_rings(const std::string& name) {
    const auto at = users_.find(name);
    if (at->second.backlog.empty()) {
      users_.erase(at);
    } else {
      serve(name, at->second);
    }
  }

  void settled(const Item& item) {
    --counts_.waiting;
    Lane& its = lane(item);
    --its.waiting;
    while (!its.doorstep.empty()) {
      const auto answer = admissible(*its.doorstep.front().item);
      if (answer == Submitted::full) return;
      answer_request(its.doorstep.front(), answer);
      its.doorstep.pop_front();
    }
  }

  void leave(std::map<std::uint64_t, Attempt>::iterator at) {
    --lane(*at->second.item).running;
    --counts_.running;
    running_.erase(at);
  }

  void timed_out(std::uint64_t id) {
    const auto at = running_.find(id);
    const ItemPtr item = at->second.item;
    leave(at);
    ++counts_.timed_out;
    again(item, "timeout");
  }

  void again(const ItemPtr& item, const char* reason) {
    if (item->attempts - 1 >= options_.max_retries) return bury(item, reason);
    item->reason = reason;
    const int doublings = item->attempts - 1;
    const Span pause =
        doublings >= 62 ? Span::max() : times(options_.backoff, std::size_t{1} << doublings);
    const std::uint64_t id = ++last_id_;
    pausing_[id] = {item, alarm_in(pause, [this, id] {
                      lane(*pausing_[id].item).ready.push_back(pausing_[id].item);
                      pausing_.erase(id);
                    })};
  }

  void bury(const ItemPtr& item, const char* reason) {
    item->reason = reason;
    letters_.push_back(item);
  }

  void give_up() {
    given_up_ = true;
    const auto drop = [&](const ItemPtr& item) {
      ++shut_down_;
      bury(item, "shutdown");
    };
    for (auto& [name, user] : users_) {
      for (const auto& item : user.backlog) drop(item);
      user.backlog.clear();
      alarms_.erase(user.alarm);
      user.alarm = alarm_at(user.full_at, [this, who = name] { user_rings(who); });
    }
    for (auto& lane : lanes_) {
      for (const auto& item : lane.ready) drop(item);
      lane.ready.clear();
    }
    for (auto& [id, pause] : pausing_) {
      alarms_.erase(pause.alarm);
      drop(pause.item);
    }
    pausing_.clear();
    while (!running_.empty()) {
      const auto at = running_.begin();
      const ItemPtr item = at->second.item;
      alarms_.erase(at->second.alarm);
      leave(at);
      ++counts_.timed_out;
      drop(item);
    }
  }

  void assign() {
    while (idle_ > 0 && !letters_.empty()) {
      write(letters_.front());
      letters_.pop_front();
    }
    for (std::size_t dry = 0; idle_ > 0 && dry < kChannels;) {
      Lane& its = lanes_[turn_];
      if (!its.ready.empty() && its.running < options_.in_flight[turn_]) {
        attempt(its.ready.front());
        its.ready.pop_front();
        dry = 0;
      } else {
        ++dry;
      }
      turn_ = (turn_ + 1) % kChannels;
    }
  }

  void write(const ItemPtr& item) {
    --idle_;
    jobs_.put([item, box = box_, to = options_.dead_letters] {
      bool well = true;
      try {
        to->add({item->what, item->attempts, item->reason});
      } catch (...) {
        well = false;
      }
      box->post([item, well](Brain& brain) {
        brain.worker_free();
        brain.letter_written(item, well);
      });
    });
  }

  void attempt(const ItemPtr& item) {
    --idle_;
    ++lane(*item).running;
    ++counts_.running;
    ++counts_.attempts;
    if (++item->attempts > 1) ++counts_.retries;
    const std::uint64_t id = ++last_id_;
    running_[id] = {item, alarm_in(options_.timeout, [this, id] { timed_out(id); })};
    auto* client = options_.clients[static_cast<std::size_t>(item->what.channel)];
    jobs_.put([item, id, client, box = box_] {
      try {
        client->send(item->what, item->key, [id, box](Result result) {
          box->post([id, result](Brain& brain) { brain.ended(id, result); });
        });
      } catch (...) {
        box->post([id](Brain& brain) { brain.ended(id, Result::failed); });
      }
      box->post([](Brain& brain) { brain.worker_free(); });
    });
  }

  const Options options_;
  const std::shared_ptr<Mailbox> box_;
  Jobs& jobs_;
  std::size_t idle_;
  Counts counts_;
  Alarms alarms_;
  std::array<Lane, kChannels> lanes_;
  std::unordered_map<std::string, User> users_;
  std::map<std::uint64_t, Attempt> running_;
  std::map<std::uint64_t, Attempt> pausing_;
  std::deque<ItemPtr> letters_;
  std::vector<std::shared_ptr<std::promise<std::size_t>>> enders_;
  std::uint64_t last_id_ = 0;
  std::size_t turn_ = 0;
  std::size_t shut_down_ = 0;
  bool closed_ = false;
  bool given_up_ = false;
  bool over_ = false;
};

}  // namespace actor

class NotificationDispatcher {
 public:
  explicit NotificationDispatcher(const Options& options)
      : options_(checked(options)),
        box_(std::make_shared<actor::Mailbox>()),
        brain_(options_, box_, jobs_) {
    try {
      thinker_ = std::thread([this] { brain_.run(); });
      for (std::size_t i = 0; i < options_.workers; ++i) {
        workers_.emplace_back([this] {
          actor::Jobs::Job job;
          while (jobs_.take(job)) {
            job();
            job = nullptr;
          }
        });
      }
    } catch (...) {
      dismiss();
      if (thinker_.joinable()) {
        box_->post([](actor::Brain& brain) { brain.stop(); });
        thinker_.join();
      }
      throw;
    }
  }

  NotificationDispatcher(const NotificationDispatcher&) = delete;
  NotificationDispatcher& operator=(const NotificationDispatcher&) = delete;

  ~NotificationDispatcher() {
    shutdown(std::chrono::nanoseconds(0));
    box_->post([](actor::Brain& brain) { brain.stop(); });
    thinker_.join();
    box_->close();
  }

  [[nodiscard]] Submitted submit(Notification notification) {
    return take_in(std::move(notification), true);
  }

  [[nodiscard]] Submitted try_submit(Notification notification) {
    return take_in(std::move(notification), false);
  }

  std::size_t shutdown(std::chrono::nanoseconds grace) {
    auto end = std::make_shared<std::promise<std::size_t>>();
    auto ended = end->get_future();
    box_->post([grace, end](actor::Brain& brain) { brain.close(grace, end); });
    const std::size_t count = ended.get();
    dismiss();
    return count;
  }

  [[nodiscard]] Counts counts() const {
    return ask<Counts>([](actor::Brain& brain) { return brain.counts(); });
  }

 private:
  static const Options& checked(const Options& options) {
    bool well = options.keys != nullptr && options.dead_letters != nullptr;
    for (const auto* client : options.clients) well = well && client != nullptr;
    for (const auto places : options.in_flight) well = well && places > 0;
    well = well && options.workers > 0 && options.capacity > 0 && options.burst > 0;
    well = well && options.refill.count() > 0 && options.timeout.count() > 0;
    well = well && options.backoff.count() > 0 && options.max_retries >= 0;
    if (!well) throw std::invalid_argument("these options make no sense");
    return options;
  }

  template <typename Answer>
  Answer ask(std::function<Answer(actor::Brain&)> question) const {
    auto answer = std::make_shared<std::promise<Answer>>();
    auto future = answer->get_future();
    box_->post([answer, question](actor::Brain& brain) { answer->set_value(question(brain)); });
    return future.get();
  }

  Submitted said(Submitted answer) {
    return ask<Submitted>([answer](actor::Brain& brain) {
      brain.note(answer);
      return answer;
    });
  }

  Submitted take_in(Notification&& notification, bool patient) {
    const bool closed = ask<bool>([](actor::Brain& brain) { return brain.closed(); });
    if (closed) return said(Submitted::closed);
    auto item = std::make_shared<actor::Item>();
    item->key = key_of(notification);
    item->what = std::move(notification);
    if (!options_.keys->add(item->key)) return said(Submitted::duplicate);
    auto reply = std::make_shared<std::promise<Submitted>>();
    auto future = reply->get_future();
    box_->post(
        [item, reply, patient](actor::Brain& brain) { brain.admit({item, reply}, patient); });
    const Submitted answer = future.get();
    if (answer == Submitted::accepted) return answer;
    options_.keys->remove(item->key);
    return said(answer);
  }

  void dismiss() {
    jobs_.end();
    const std::lock_guard lock(leaving_);
    for (auto& worker : workers_) {
      if (worker.joinable()) worker.join();
    }
  }

  const Options options_;
  const std::shared_ptr<actor::Mailbox> box_;
  actor::Jobs jobs_;
  actor::Brain brain_;
  std::thread thinker_;
  std::mutex leaving_;
  std::vector<std::thread> workers_;
};

}  // namespace kata
