// What a kata::NotificationDispatcher has to do. Behaviours state the contract of
// katas/notification_dispatcher/notification_dispatcher.h and nothing about how it is met; the
// sentences are what learners see.
#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <latch>
#include <limits>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "grading/durable.h"
#include "grading/everyone.h"
#include "grading/grader.h"
#include "grading/locks.h"
#include "grading/props/thread_shortage.h"
#include "grading/stage.h"
#include "notification_dispatcher.h"

namespace {

using grading::by_stage;
using grading::Cast;
using grading::expect;
using grading::expect_equal;
using grading::expect_throws;
using grading::Finding;
using grading::Participant;
using grading::Round;
using grading::rounds;
using grading::scaled;
using grading::Standing;
using grading::StartLine;
using kata::Channel;
using kata::Counts;
using kata::DeadLetter;
using kata::Notification;
using kata::NotificationDispatcher;
using kata::Result;
using kata::Submitted;
using std::chrono::nanoseconds;
using std::chrono::steady_clock;
using namespace std::chrono_literals;

constexpr auto kForEver = nanoseconds::max();
// A scene takes hundreds of steps, and most of what goes wrong shows in the first schedules.
constexpr auto kFew = grading::schedules(250);
constexpr auto kMore = grading::schedules(400);  // Where two things have to meet.
constexpr auto kLong = 2h;  // What is timed by it does not come within a scene.

// ---- The dispatcher's surroundings -------------------------------------------------------------

// Whether this thread is telling the dispatcher a result just now.
thread_local bool brings_result = false;

void bring(const kata::ChannelClient::Done& done, Result result) {
  brings_result = true;
  done(result);
  brings_result = false;
}

void expect_free(const char* called) {
  expect(grading::holding_locks() == 0,
         std::string(called) + " was called while its caller held a lock",
         Finding::lock_held_while_blocking);
  expect(!brings_result, std::string(called) + " was called from within the callback of a result");
}

struct NotAStdException {};

// A provider that does what it is told, and remembers what was asked of it.
class Provider final : public kata::ChannelClient {
 public:
  enum class Reply : std::uint8_t {
    deliver,
    fail,
    reject,
    keep_silent,
    explode,
    explode_oddly,
    deliver_and_explode,
  };

  struct Attempt {
    Notification what;
    std::string key;
    steady_clock::time_point when;
    Done done;
    bool open = false;  // Nobody has answered yet.
  };

  // What becomes of the next attempts, and of all after them.
  void script(std::vector<Reply> next, Reply then) {
    const std::lock_guard lock(mutex_);
    script_ = std::move(next);
    then_ = then;
  }

  void send(const Notification& notification, const std::string& key, Done done) override {
    expect_free("a client's send()");
    Reply reply{};
    {
      const std::lock_guard lock(mutex_);
      const std::size_t number = attempts_.size();
      reply = number < script_.size() ? script_[number] : then_;
      const bool open = reply == Reply::keep_silent;
      attempts_.push_back({notification, key, steady_clock::now(), done, open});
      open_ += open ? 1 : 0;
      most_open_ = std::max(most_open_, open_);
    }
    if (reply == Reply::explode_oddly) throw NotAStdException{};
    if (reply != Reply::keep_silent && reply != Reply::explode) {
      bring(done, reply == Reply::fail     ? Result::failed
                  : reply == Reply::reject ? Result::rejected
                                           : Result::delivered);
    }
    if (reply == Reply::explode || reply == Reply::deliver_and_explode) {
      throw std::runtime_error("the line is dead");
    }
  }

  // Ends attempt `number` (from 0), which was kept silent about.
  void answer(std::size_t number, Result result) {
    Done done;
    {
      const std::lock_guard lock(mutex_);
      if (number >= attempts_.size()) return;
      Attempt& attempt = attempts_[number];
      if (attempt.open) --open_;
      attempt.open = false;
      done = attempt.done;
    }
    bring(done, result);
  }

  // Takes it that the dispatcher has stopped waiting for attempt `number`.
  void forget(std::size_t number) {
    const std::lock_guard lock(mutex_);
    if (attempts_[number].open) --open_;
    attempts_[number].open = false;
  }

  void answer_all(Result result) {
    for (std::size_t i = 0; i < attempts(); ++i) {
      if (is_open(i)) answer(i, result);
    }
  }

  [[nodiscard]] std::size_t attempts() const {
    const std::lock_guard lock(mutex_);
    return attempts_.size();
  }
  [[nodiscard]] Attempt attempt(std::size_t number) const {
    const std::lock_guard lock(mutex_);
    return number < attempts_.size() ? attempts_[number] : Attempt{};
  }
  [[nodiscard]] bool is_open(std::size_t number) const {
    const std::lock_guard lock(mutex_);
    return attempts_[number].open;
  }
  [[nodiscard]] std::size_t open() const {
    const std::lock_guard lock(mutex_);
    return open_;
  }
  [[nodiscard]] std::size_t most_open() const {
    const std::lock_guard lock(mutex_);
    return most_open_;
  }
  // When `event` was attempted.
  [[nodiscard]] std::vector<steady_clock::time_point> calls(const std::string& event) const {
    const std::lock_guard lock(mutex_);
    std::vector<steady_clock::time_point> found;
    for (const Attempt& attempt : attempts_) {
      if (attempt.what.event == event) found.push_back(attempt.when);
    }
    return found;
  }
  [[nodiscard]] std::size_t attempts_at(const std::string& event) const {
    return calls(event).size();
  }

 private:
  mutable std::mutex mutex_;
  std::vector<Attempt> attempts_;
  std::vector<Reply> script_;
  Reply then_ = Reply::deliver;
  std::size_t open_ = 0;
  std::size_t most_open_ = 0;
};
using Reply = Provider::Reply;

class Keys final : public kata::KeyStore {
 public:
  bool add(const std::string& key) override {
    expect_free("KeyStore::add()");
    const std::lock_guard lock(mutex_);
    if (fails_) throw std::runtime_error("the key store is busy");
    return keys_.insert(key).second;
  }
  void remove(const std::string& key) override {
    expect_free("KeyStore::remove()");
    const std::lock_guard lock(mutex_);
    if (keeps_) throw std::runtime_error("the key store is busy");
    keys_.erase(key);
  }
  void let_fail(bool adding, bool removing = false) {
    const std::lock_guard lock(mutex_);
    fails_ = adding;
    keeps_ = removing;
  }
  [[nodiscard]] bool has(const std::string& key) const {
    const std::lock_guard lock(mutex_);
    return keys_.contains(key);
  }

 private:
  mutable std::mutex mutex_;
  std::set<std::string> keys_;
  bool fails_ = false;
  bool keeps_ = false;
};

class Letters final : public kata::DeadLetters {
 public:
  void add(const DeadLetter& letter) override {
    expect_free("DeadLetters::add()");
    const std::lock_guard lock(mutex_);
    tries_[letter.notification.event].push_back(steady_clock::now());
    if (failures_ > 0) {
      if (--failures_ % 2 == 0) throw NotAStdException{};
      throw std::runtime_error("the disk is full");
    }
    letters_.push_back(letter);
  }
  void let_fail(int times) {
    const std::lock_guard lock(mutex_);
    failures_ = times;
  }
  [[nodiscard]] std::vector<DeadLetter> all() const {
    const std::lock_guard lock(mutex_);
    return letters_;
  }
  [[nodiscard]] std::size_t count(const std::string& event) const {
    const std::lock_guard lock(mutex_);
    return static_cast<std::size_t>(std::ranges::count_if(
        letters_, [&](const DeadLetter& l) { return l.notification.event == event; }));
  }
  // When it was tried to write down `event`.
  [[nodiscard]] std::vector<steady_clock::time_point> tries(const std::string& event) const {
    const std::lock_guard lock(mutex_);
    const auto found = tries_.find(event);
    return found == tries_.end() ? std::vector<steady_clock::time_point>() : found->second;
  }

 private:
  mutable std::mutex mutex_;
  std::vector<DeadLetter> letters_;
  std::map<std::string, std::vector<steady_clock::time_point>> tries_;
  int failures_ = 0;
};

// Holds up whoever comes first, until it is opened.
class Gate {
 public:
  void pass() {
    std::unique_lock lock(mutex_);
    if (++passed_ == 1) changed_.wait(lock, [&] { return open_; });
  }
  void open() {
    const std::lock_guard lock(mutex_);
    open_ = true;
    changed_.notify_all();
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  int passed_ = 0;
  bool open_ = false;
};

// Collaborators whose first call takes until the gate is opened; a client's, after some that fail.
class SlowClient final : public kata::ChannelClient {
 public:
  explicit SlowClient(Gate& gate, int failures = 0) : gate_(gate), failures_(failures) {}
  void send(const Notification& notification, const std::string& key, Done done) override {
    if (failures_.fetch_sub(1) > 0) {
      done(Result::failed);
      return;
    }
    gate_.pass();
    // What it was given is still there.
    expect_equal(notification.event + "/sms", key, "the key, read when send() has taken its time,");
    done(Result::delivered);
  }

 private:
  Gate& gate_;
  std::atomic<int> failures_;
};

class SlowLetters final : public kata::DeadLetters {
 public:
  explicit SlowLetters(Gate& gate) : gate_(gate) {}
  void add(const DeadLetter&) override { gate_.pass(); }

 private:
  Gate& gate_;
};

class SlowKeys final : public kata::KeyStore {
 public:
  explicit SlowKeys(Gate& gate) : gate_(gate) {}
  bool add(const std::string&) override {
    gate_.pass();
    return true;
  }
  void remove(const std::string&) override {}

 private:
  Gate& gate_;
};

// All that a dispatcher needs, small, and with times that do not matter unless a scene says so.
struct World {
  Provider push;
  Provider email;
  Provider sms;
  Keys keys;
  Letters letters;
  kata::Options options{
      .clients = {&push, &email, &sms},
      .keys = &keys,
      .dead_letters = &letters,
      .workers = 2,
      .capacity = 10,
      .in_flight = {3, 2, 1},
      .burst = 10,
      .refill = scaled(kLong),
      .backlog = 5,
      .timeout = scaled(kLong),
      .backoff = scaled(1s),
      .max_retries = 3,
  };
};

Notification note(const std::string& event, Channel channel, const std::string& user = "ann") {
  return {.event = event, .user = user, .channel = channel, .text = "about " + event};
}

const char* name_of(Submitted answer) {
  switch (answer) {
    case Submitted::accepted:
      return "accepted";
    case Submitted::duplicate:
      return "duplicate";
    case Submitted::full:
      return "full";
    case Submitted::over_limit:
      return "over_limit";
    case Submitted::closed:
      return "closed";
  }
  return "none of the five";
}

bool expect_says(Submitted expected, Submitted actual, const std::string& what) {
  return expect(actual == expected,
                what + " says " + name_of(actual) + ", expected " + name_of(expected));
}

bool take_in(NotificationDispatcher& dispatcher, const Notification& notification) {
  return expect_says(Submitted::accepted, dispatcher.submit(notification),
                     "submit() of " + kata::key_of(notification));
}

constexpr const char* kHangs = "shutdown() does not return although its grace is over";
constexpr const char* kUnsettled =
    "shutdown() with all the time in the world waits for a notification that nobody looks after";

// Shuts down from a thread of its own, which may hang; returns what shutdown() did.
std::size_t shut_down(NotificationDispatcher& dispatcher, nanoseconds grace) {
  const char* const otherwise = grace == kForEver ? kUnsettled : kHangs;
  std::size_t left = 0;
  Cast cast;
  cast.start("who shuts down", [&] { left = dispatcher.shutdown(grace); })
      .await_finished(otherwise, Finding::lost_wakeup);
  return left;
}

void await_quiet() { grading::everyone::await_blocked(); }

// Lets `time` pass; on real threads, on which things may take longer, until `done`.
void let_pass(nanoseconds time, const std::function<bool()>& done) {
  do {
    grading::let_pass(scaled(time));
  } while (!grading::explored() && !done());
}

// Upper bounds on time are for virtual time: real threads may be kept from running at any place.
void expect_soon(nanoseconds elapsed, nanoseconds limit, const std::string& otherwise,
                 Finding finding = Finding::lost_wakeup) {
  expect(!grading::explored() || elapsed <= limit, otherwise, finding);
}

// What holds of the books in each of their snapshots.
void expect_balance(const Counts& c) {
  expect_equal(c.accepted + c.duplicates + c.full + c.over_limit + c.closed, c.submitted,
               "the sum of all answers, where `submitted` is " + std::to_string(c.submitted) + ",");
  expect_equal(
      c.delivered + c.dead + c.waiting, c.accepted,
      "delivered + dead + waiting, where `accepted` is " + std::to_string(c.accepted) + ",");
  expect_equal(c.delivered + c.failed + c.timed_out + c.rejected + c.running, c.attempts,
               "the sum of how attempts ended or run, where `attempts` is " +
                   std::to_string(c.attempts) + ",");
}

std::string numbered(const char* what, std::size_t number) {
  return std::string(what) + std::to_string(number);
}

// ---- core: it works --------------------------------------------------------------------------

BEHAVIOUR(core, reaches_its_client,
          "a notification reaches the client of its channel once, with its key and its text",
          kFew) {
  World world;
  auto options = std::make_unique<kata::Options>(world.options);
  NotificationDispatcher dispatcher(*options);
  options.reset();  // Its collaborators stay, the list of them need not.
  for (const Channel channel : {Channel::push, Channel::email, Channel::sms}) {
    take_in(dispatcher, note("e1", channel));
  }
  expect_equal(shut_down(dispatcher, kForEver), 0U, "what shutdown() gave up");
  const std::array<Provider*, 3> providers = {&world.push, &world.email, &world.sms};
  const std::array<const char*, 3> keys = {"e1/push", "e1/email", "e1/sms"};
  for (std::size_t i = 0; i < providers.size(); ++i) {
    if (!expect_equal(providers[i]->attempts(), 1U, "the number of attempts of a channel")) return;
    const Provider::Attempt attempt = providers[i]->attempt(0);
    expect_equal(attempt.key, keys[i], "the key");
    expect_equal(attempt.what.user, "ann", "the user");
    expect_equal(attempt.what.text, "about e1", "the text");
  }
  const Counts counts = dispatcher.counts();
  expect_equal(counts.delivered, 3U, "counts().delivered");
  expect_equal(counts.waiting, 0U, "counts().waiting when all is delivered");
  expect_balance(counts);
}

BEHAVIOUR(core, keeps_to_a_channels_limit,
          "of each channel as many attempts run at a time as may, and no more", kFew) {
  World world;
  world.options.in_flight = {3, 2, 1};
  const std::array<Provider*, 3> providers = {&world.push, &world.email, &world.sms};
  for (Provider* provider : providers) provider->script({}, Reply::keep_silent);
  NotificationDispatcher dispatcher(world.options);
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t n = 0; n < world.options.in_flight[i] + 1; ++n) {
      take_in(dispatcher, note(numbered("e", n), static_cast<Channel>(i), numbered("u", n)));
    }
  }
  for (const std::size_t answered : {0U, 1U}) {
    await_quiet();
    for (std::size_t i = 0; i < 3; ++i) {
      const std::size_t limit = world.options.in_flight[i];
      expect(providers[i]->most_open() <= limit,
             "more attempts of a channel ran at a time than in_flight allows");
      expect(providers[i]->attempts() >= limit + answered,
             "fewer attempts of a channel run than may, and others wait", Finding::serialized);
    }
    for (Provider* provider : providers) provider->answer(0, Result::delivered);
  }
  Cast cast;
  cast.start("who shuts down", [&] { dispatcher.shutdown(kForEver); });
  for (Provider* provider : providers) provider->script({}, Reply::deliver);
  await_quiet();
  for (Provider* provider : providers) provider->answer_all(Result::delivered);
  cast.await_all_finished(kUnsettled, Finding::lost_wakeup);
  expect_equal(dispatcher.counts().delivered, 9U, "counts().delivered in the end");
}

BEHAVIOUR(core, tries_again, "a failed attempt is repeated with the same key, later and later",
          kFew) {
  World world;
  world.options.burst = 1;
  world.options.refill = scaled(5min);
  world.push.script({Reply::fail, Reply::fail, Reply::fail}, Reply::deliver);
  NotificationDispatcher dispatcher(world.options);
  take_in(dispatcher, note("e1", Channel::push));
  expect_equal(shut_down(dispatcher, kForEver), 0U, "what shutdown() gave up");
  if (!expect_equal(world.push.attempts(), 4U, "the number of attempts, three of which failed,"))
    return;
  for (std::size_t i = 1; i < 4; ++i) {
    expect_equal(world.push.attempt(i).key, "e1/push", "the key of a repeated attempt");
    const auto wait = world.push.attempt(i).when - world.push.attempt(i - 1).when;
    const auto backoff = world.options.backoff * (1 << (i - 1));
    expect(wait >= backoff,
           "attempt " + std::to_string(i + 1) + " began before its backoff was over");
    expect_soon(wait, backoff * 3 / 2,
                "attempt " + std::to_string(i + 1) + " began long after its backoff was over",
                Finding::wrong_result);
  }
  const Counts counts = dispatcher.counts();
  expect_equal(counts.failed, 3U, "counts().failed");
  expect_equal(counts.retries, 3U, "counts().retries");
  expect_equal(counts.delivered, 1U, "counts().delivered");
  expect_equal(counts.delayed, 0U, "counts().delayed, for retries cost no token,");
  expect_balance(counts);
}

BEHAVIOUR(core, gives_up_in_the_end,
          "what fails at every attempt becomes a dead letter, and nothing is tried after that",
          kFew) {
  World world;
  world.options.max_retries = 2;
  world.email.script({}, Reply::fail);
  NotificationDispatcher dispatcher(world.options);
  take_in(dispatcher, note("e1", Channel::email));
  expect_equal(shut_down(dispatcher, kForEver), 0U, "what shutdown() gave up");
  expect_equal(world.email.attempts(), 3U, "the number of attempts, with two retries");
  const std::vector<DeadLetter> letters = world.letters.all();
  if (!expect_equal(letters.size(), 1U, "the number of dead letters")) return;
  expect_equal(letters[0].notification.event, "e1", "the event of the dead letter");
  expect_equal(letters[0].notification.user, "ann", "the user of the dead letter");
  expect_equal(letters[0].notification.text, "about e1", "the text of the dead letter");
  expect_equal(letters[0].attempts, 3, "the attempts that the dead letter tells of");
  expect_equal(letters[0].reason, "failed", "the reason of the dead letter");
  expect(world.keys.has("e1/email"), "the key of a dead letter is not stored any more");
  expect_equal(dispatcher.counts().dead, 1U, "counts().dead");
  expect_balance(dispatcher.counts());
}

BEHAVIOUR(core, rejected_is_final, "what a client rejects is not tried again", kFew) {
  World world;
  world.sms.script({Reply::reject}, Reply::deliver);
  NotificationDispatcher dispatcher(world.options);
  take_in(dispatcher, note("e1", Channel::sms));
  await_quiet();
  take_in(dispatcher, note("e2", Channel::sms));  // Needs the only place.
  world.push.script({Reply::keep_silent}, Reply::deliver);
  take_in(dispatcher, note("e3", Channel::push));
  await_quiet();
  world.push.answer(0, Result::rejected);  // When all workers have come to rest.
  shut_down(dispatcher, kForEver);
  expect_equal(world.sms.attempts_at("e1"), 1U, "the number of attempts at what was rejected");
  expect_equal(world.push.attempts(), 1U, "the number of attempts at what was rejected later");
  const std::vector<DeadLetter> letters = world.letters.all();
  if (!expect_equal(letters.size(), 2U, "the number of dead letters")) return;
  expect_equal(letters[0].reason, "rejected", "the reason of a dead letter");
  expect_equal(letters[1].reason, "rejected", "the reason of a dead letter");
  expect_equal(dispatcher.counts().rejected, 2U, "counts().rejected");
  expect_balance(dispatcher.counts());
}

BEHAVIOUR(core, knows_duplicates,
          "an event is told once over each channel, however often it is submitted", kFew) {
  World world;
  NotificationDispatcher dispatcher(world.options);
  take_in(dispatcher, note("e1", Channel::push));
  expect_says(Submitted::duplicate, dispatcher.submit(note("e1", Channel::push, "bob")),
              "submit() of what was accepted");
  take_in(dispatcher, note("e1", Channel::email));
  await_quiet();
  expect_says(Submitted::duplicate, dispatcher.try_submit(note("e1", Channel::push)),
              "try_submit() of what was delivered");
  shut_down(dispatcher, kForEver);
  expect_equal(world.push.attempts(), 1U, "the number of attempts");
  expect_equal(dispatcher.counts().duplicates, 2U, "counts().duplicates");
  expect_balance(dispatcher.counts());
}

BEHAVIOUR(core, full_makes_wait,
          "submit() waits while its channel is full, and try_submit() says so", kMore) {
  rounds([](Round& round) {
    const bool delivered = round.below(2) == 0;
    World world;
    world.options.capacity = 2;
    world.sms.script({}, Reply::keep_silent);
    NotificationDispatcher dispatcher(world.options);
    take_in(dispatcher, note("e1", Channel::sms));
    take_in(dispatcher, note("e2", Channel::sms));
    Cast cast;
    Participant& third =
        cast.start("who submits a third", [&] { take_in(dispatcher, note("e3", Channel::sms)); });
    if (!expect(third.await_blocked() != Standing::finished,
                "submit() returned although the channel was full")) {
      return;
    }
    expect_says(Submitted::full, dispatcher.try_submit(note("e4", Channel::sms)),
                "try_submit() to a full channel");
    world.sms.answer(0, delivered ? Result::delivered : Result::rejected);
    third.await_finished("a notification was settled, and who waits for its place sleeps on",
                         Finding::lost_wakeup);
    world.sms.script({}, Reply::deliver);
    cast.start("who shuts down", [&] { dispatcher.shutdown(kForEver); });
    await_quiet();
    world.sms.answer_all(Result::delivered);
    cast.await_all_finished(kUnsettled, Finding::lost_wakeup);
    expect_equal(dispatcher.counts().delivered, delivered ? 3U : 2U, "counts().delivered");
    expect_equal(dispatcher.counts().full, 1U, "counts().full");
  });
}

BEHAVIOUR(core, keeps_to_a_users_limit,
          "of a user's notifications a burst goes out at once, the others one by one", kFew) {
  // More than two: when one token has come back, the bucket is not yet as good as full.
  constexpr std::size_t kBurst = 3;
  World world;
  world.options.burst = kBurst;
  world.options.refill = scaled(12s);
  world.options.backlog = 2;
  NotificationDispatcher dispatcher(world.options);
  const auto start = steady_clock::now();
  const auto submit = [&](std::size_t i) {
    take_in(dispatcher, note(numbered("e", i), Channel::push));
  };
  for (std::size_t i = 0; i < kBurst; ++i) submit(i);
  await_quiet();
  expect(world.push.attempts() >= kBurst, "the burst does not go out at once", Finding::serialized);
  grading::let_pass(scaled(18s));  // A token and a half.
  for (std::size_t i = kBurst; i < kBurst + 3; ++i) submit(i);
  if (grading::explored()) {  // On real threads, the backlog may be empty again by now.
    expect_says(Submitted::over_limit, dispatcher.submit(note("e6", Channel::push)),
                "submit() for a user whose backlog is full");
    expect_equal(dispatcher.counts().delayed, 2U, "counts().delayed");
  }
  expect_equal(shut_down(dispatcher, kForEver), 0U, "what shutdown() gave up");
  if (!expect_equal(world.push.attempts(), kBurst + 3, "the number of attempts in the end")) return;
  for (std::size_t i = kBurst; i < kBurst + 3; ++i) {
    const Provider::Attempt attempt = world.push.attempt(i);
    const nanoseconds due = world.options.refill * (i - kBurst + 1);
    const std::string which = "notification " + std::to_string(i + 1) + " of a user went out ";
    expect(attempt.when - start >= due, which + "before there was a token for it");
    expect_soon(attempt.when - start, std::max<nanoseconds>(due, scaled(18s)),
                which + "long after there was a token for it");
    expect(!grading::explored() || attempt.what.event == numbered("e", i),
           "what waited for a token was overtaken by what the same user got later");
  }
  if (grading::explored()) {
    expect_equal(dispatcher.counts().delayed, 2U, "counts().delayed, when all have gone out,");
  }
}

BEHAVIOUR(core, finishes_what_it_accepted,
          "shutdown() takes nothing in any more and waits until all that was accepted is settled",
          kFew) {
  World world;
  world.push.script({}, Reply::keep_silent);
  NotificationDispatcher dispatcher(world.options);
  take_in(dispatcher, note("e1", Channel::push));
  take_in(dispatcher, note("e2", Channel::push));
  const grading::Stopwatch watch;
  Cast cast;
  std::size_t left = 99;
  Participant& closer =
      cast.start("who shuts down", [&] { left = dispatcher.shutdown(scaled(kLong)); });
  if (!expect(closer.await_blocked() != Standing::finished,
              "shutdown() returned while attempts were running and there was time")) {
    return;
  }
  expect_says(Submitted::closed, dispatcher.submit(note("e3", Channel::email)),
              "submit() after shutdown()");
  expect_says(Submitted::closed, dispatcher.try_submit(note("e3", Channel::email)),
              "try_submit() after shutdown()");
  world.push.answer(0, Result::delivered);
  world.push.answer(1, Result::delivered);
  closer.await_finished(kUnsettled, Finding::lost_wakeup);
  expect_soon(watch.elapsed(), 1s, "shutdown() waits on when all is settled");
  expect_equal(left, 0U, "what shutdown() gave up");
  expect_equal(world.letters.all().size(), 0U, "the number of dead letters");
  expect_equal(dispatcher.counts().delivered, 2U, "counts().delivered");
  expect_equal(dispatcher.counts().closed, 2U, "counts().closed");
}

// ---- robust: it survives ---------------------------------------------------------------------

BEHAVIOUR(robust, silence_is_failure,
          "an attempt without a result ends with its timeout, and a result after that is ignored",
          kFew) {
  World world;
  world.options.timeout = scaled(5s);
  world.options.in_flight = {1, 1, 1};
  world.push.script({Reply::deliver, Reply::keep_silent, Reply::keep_silent}, Reply::deliver);
  NotificationDispatcher dispatcher(world.options);
  take_in(dispatcher, note("e0", Channel::push));
  await_quiet();
  const auto start = steady_clock::now();
  take_in(dispatcher, note("e1", Channel::push));
  let_pass(5500ms, [&] { return dispatcher.counts().timed_out > 0; });
  expect(dispatcher.counts().timed_out > 0, "an attempt has not ended long after its timeout",
         Finding::lost_wakeup);
  // On a busy machine, the attempt may have ended before its worker gets to the client. Then no
  // result of it can be late.
  const bool sent = world.push.attempts() > 1;
  const auto answer_late = [&](Result result) {
    if (sent) world.push.answer(1, result);
  };
  answer_late(Result::delivered);  // During the backoff.
  let_pass(1s, [&] { return world.push.attempts() > 2 || dispatcher.counts().delivered > 1; });
  answer_late(Result::rejected);  // During the second attempt.
  expect_equal(shut_down(dispatcher, kForEver), 0U, "what shutdown() gave up");
  answer_late(Result::rejected);
  // A timeout counts from when the attempt began. On a busy machine that may be long before the
  // client hears of it, and further attempts may begin meanwhile.
  const nanoseconds wait = world.options.timeout + world.options.backoff;
  const std::vector<steady_clock::time_point> calls = world.push.calls("e1");
  for (std::size_t i = 1; i < calls.size(); ++i) {
    expect(calls[i] - start >= wait * i,
           "an attempt began before the last one's timeout and the backoff were over");
  }
  const Counts counts = dispatcher.counts();
  if (grading::explored()) {
    if (!expect_equal(calls.size(), 3U, "the number of attempts, two of which are silent,")) return;
    expect_soon(calls[1] - start, wait * 3 / 2,
                "an attempt began long after the last one's timeout and the backoff were over");
    expect_equal(counts.timed_out, 2U, "counts().timed_out");
  }
  expect_equal(counts.rejected, 0U, "counts().rejected after a result that came too late");
  expect_equal(counts.delivered, 2U, "counts().delivered");
  expect_equal(world.letters.all().size(), 0U, "the number of dead letters");
  expect_balance(counts);
}

BEHAVIOUR(robust, last_timeout_is_told, "a dead letter says when it was a timeout in the end",
          kFew) {
  World world;
  world.options.timeout = scaled(5s);
  world.options.max_retries = 1;
  world.email.script({Reply::fail}, Reply::keep_silent);
  NotificationDispatcher dispatcher(world.options);
  take_in(dispatcher, note("e1", Channel::email));
  shut_down(dispatcher, kForEver);
  const std::vector<DeadLetter> letters = world.letters.all();
  if (!expect_equal(letters.size(), 1U, "the number of dead letters")) return;
  // A real thread may be kept from its call for so long that it is the first one that times out.
  if (grading::explored()) {
    expect_equal(letters[0].reason, "timeout", "the reason of the dead letter");
  }
  expect_equal(letters[0].attempts, 2, "the attempts that the dead letter tells of");
}

BEHAVIOUR(robust, one_end_for_an_attempt,
          "an attempt that is answered twice, or after its timeout, gives up one place only",
          kMore) {
  rounds([](Round& round) {
    const bool late = round.below(2) == 1;
    World world;
    world.options.timeout = late ? scaled(5s) : scaled(kLong);
    world.options.backoff = scaled(kLong);
    world.options.workers = 1;
    world.sms.script({}, Reply::keep_silent);
    NotificationDispatcher dispatcher(world.options);
    for (std::size_t i = 0; i < 3; ++i) {
      take_in(dispatcher, note(numbered("e", i), Channel::sms, numbered("u", i)));
    }
    await_quiet();
    if (late) {
      world.options.timeout = scaled(5s);
      while (world.sms.attempts() < 2) grading::let_pass(scaled(1s));
      world.sms.forget(0);
    } else {
      world.sms.answer(0, Result::delivered);
    }
    world.sms.answer(0, Result::delivered);
    await_quiet();
    // In real time, further timeouts may have come meanwhile.
    const Counts counts = dispatcher.counts();
    expect(counts.running <= 1,
           "two attempts of a channel run where one may, after one of them "
           "was answered a second time or too late");
    expect_balance(counts);
    dispatcher.shutdown(0ns);
    expect_balance(dispatcher.counts());
    const Counts end = dispatcher.counts();
    expect_equal(end.delivered + end.dead, 3U, "delivered + dead in the end");
  });
}

BEHAVIOUR(robust, ends_meet, "when results and the timeout of an attempt meet, one of them counts",
          kMore) {
  rounds([](Round&) {
    World world;
    world.options.timeout = scaled(5s);
    world.push.script({Reply::keep_silent}, Reply::deliver);
    NotificationDispatcher dispatcher(world.options);
    take_in(dispatcher, note("e1", Channel::push));
    await_quiet();
    Cast cast;
    for (const Result result : {Result::delivered, Result::failed}) {
      cast.start(result == Result::failed ? "who says failed" : "who says delivered", [&, result] {
        grading::let_pass(world.options.timeout);
        world.push.answer(0, result);
      });
    }
    cast.await_all_finished();
    expect_balance(dispatcher.counts());
    expect_equal(shut_down(dispatcher, kForEver), 0U, "what shutdown() gave up");
    const Counts counts = dispatcher.counts();
    expect_balance(counts);
    expect_equal(counts.running, 0U, "counts().running in the end");
    expect_equal(counts.delivered, 1U, "counts().delivered in the end");
    if (grading::explored()) {  // A real thread may be kept from its call until it is too late.
      expect_equal(counts.attempts, world.push.attempts(), "counts().attempts in the end");
      expect(counts.attempts <= 2, "one attempt that failed was repeated twice");
    }
  });
}

BEHAVIOUR(robust, exceptions_are_failures,
          "a client that throws has failed at this attempt, and nothing else has happened", kFew) {
  World world;
  world.sms.script({Reply::explode, Reply::explode_oddly, Reply::deliver_and_explode},
                   Reply::deliver);
  NotificationDispatcher dispatcher(world.options);
  take_in(dispatcher, note("e1", Channel::sms));
  take_in(dispatcher, note("e2", Channel::sms));
  expect_equal(shut_down(dispatcher, kForEver), 0U, "what shutdown() gave up");
  const Counts counts = dispatcher.counts();
  expect_equal(counts.attempts, 4U, "counts().attempts");
  expect_equal(counts.failed, 2U, "counts().failed");
  expect_equal(counts.delivered, 2U, "counts().delivered");
  expect_balance(counts);
}

BEHAVIOUR(robust, letters_are_not_lost,
          "a dead letter that cannot be written is tried again after the backoff, and written once",
          kFew) {
  rounds([](Round& round) {
    World world;
    world.push.script({}, Reply::reject);
    world.letters.let_fail(9);
    NotificationDispatcher dispatcher(world.options);
    take_in(dispatcher, note("e1", Channel::push));
    take_in(dispatcher, note("e2", Channel::push));
    shut_down(dispatcher, round.below(2) == 0 ? kForEver : 0ns);
    for (const char* event : {"e1", "e2"}) {
      expect_equal(world.letters.count(event), 1U, "how often a dead letter was written");
      const auto tries = world.letters.tries(event);
      for (std::size_t i = 1; i < tries.size(); ++i) {
        const nanoseconds wait = tries[i] - tries[i - 1];
        expect(wait >= world.options.backoff, "a dead letter was tried again before its backoff");
        expect_soon(wait, world.options.backoff * 3 / 2,
                    "a dead letter was tried again long after its backoff");
      }
    }
    expect_equal(dispatcher.counts().dead, 2U, "counts().dead");
    expect_balance(dispatcher.counts());
  });
}

BEHAVIOUR(robust, one_of_two_is_the_duplicate,
          "of two that submit the same at the same moment, one is told that it is a duplicate",
          kFew) {
  rounds([](Round&) {
    World world;
    world.options.workers = 1;
    NotificationDispatcher dispatcher(world.options);
    std::array<Submitted, 2> answers{};
    StartLine line(2);
    Cast cast;
    for (std::size_t i = 0; i < 2; ++i) {
      cast.start(numbered("submitter ", i + 1), [&, i] {
        line.wait();
        answers[i] = dispatcher.submit(note("e1", Channel::push));
      });
    }
    cast.await_all_finished();
    expect_equal(std::ranges::count(answers, Submitted::accepted), 1,
                 "how many of the two were accepted");
    expect_equal(std::ranges::count(answers, Submitted::duplicate), 1,
                 "how many of the two were duplicates");
    dispatcher.shutdown(kForEver);
    expect_equal(world.push.attempts(), 1U, "the number of attempts");
  });
}

BEHAVIOUR(robust, refused_may_come_again,
          "what was refused is not remembered: it may be submitted again", kFew) {
  World world;
  world.options.capacity = 1;
  world.options.burst = 1;
  world.options.backlog = 1;
  world.sms.script({}, Reply::keep_silent);
  NotificationDispatcher dispatcher(world.options);
  take_in(dispatcher, note("e1", Channel::sms, "ann"));
  expect_says(Submitted::full, dispatcher.try_submit(note("e2", Channel::sms, "bob")),
              "try_submit() to a full channel");
  take_in(dispatcher, note("e3", Channel::push, "ann"));  // Has to wait for a token.
  expect_says(Submitted::over_limit, dispatcher.try_submit(note("e4", Channel::email, "ann")),
              "try_submit() for a user whose backlog is full");
  expect_says(Submitted::over_limit, dispatcher.submit(note("e4", Channel::email, "ann")),
              "submit() of the same again");
  await_quiet();
  world.sms.answer(0, Result::delivered);
  await_quiet();  // A worker may be what makes room.
  expect_says(Submitted::accepted, dispatcher.try_submit(note("e2", Channel::sms, "bob")),
              "try_submit() of what was refused because the channel was full");
  dispatcher.shutdown(0ns);
  expect_says(Submitted::closed, dispatcher.submit(note("e5", Channel::push, "carl")),
              "submit() after shutdown()");
  expect(!world.keys.has("e4/email"), "the key of what was refused as over_limit is still stored");
  expect(!world.keys.has("e5/push"), "the key of what was refused as closed is still stored");
  expect(world.keys.has("e1/sms"), "the key of what was delivered is not stored any more");
  expect_balance(dispatcher.counts());
}

BEHAVIOUR(robust, who_waits_is_not_turned_away,
          "submit() does not say `full` when another was quicker to the place it waited for",
          kMore) {
  World world;
  world.options.capacity = 1;
  world.sms.script({Reply::keep_silent}, Reply::deliver);
  NotificationDispatcher dispatcher(world.options);
  take_in(dispatcher, note("e0", Channel::sms));
  Cast cast;
  cast.start("who waits", [&] { take_in(dispatcher, note("e1", Channel::sms)); }).await_blocked();
  cast.start("who comes", [&] { take_in(dispatcher, note("e2", Channel::sms)); });
  world.sms.answer(0, Result::delivered);
  cast.await_all_finished("a notification was settled, and who waits for its place sleeps on",
                          Finding::lost_wakeup);
  expect_equal(shut_down(dispatcher, kForEver), 0U, "what shutdown() gave up");
}

BEHAVIOUR(robust, waiting_takes_room,
          "what waits for a token, its next attempt or its dead letter takes room in its channel",
          kFew) {
  rounds([](Round& round) {
    World world;
    world.options.capacity = 1;
    world.options.burst = 1;
    world.options.backoff = scaled(10min);
    // With real time, nobody can wait for the second try at a dead letter.
    const std::uint32_t what = round.below(by_stage(2U, 3U));
    world.letters.let_fail(1);
    world.push.script({}, what == 1 ? Reply::fail : Reply::reject);
    NotificationDispatcher dispatcher(world.options);
    if (what == 0) take_in(dispatcher, note("e0", Channel::email));
    take_in(dispatcher, note("e1", Channel::push));
    await_quiet();
    expect_says(Submitted::full, dispatcher.try_submit(note("e2", Channel::push, "bob")),
                "try_submit() to a channel whose only place is taken");
    expect_equal(dispatcher.counts().waiting, 1U, "counts().waiting");
    world.letters.let_fail(0);
    shut_down(dispatcher, 0ns);
  });
}

BEHAVIOUR(robust, waiting_is_no_way_around_the_limit,
          "who waits for a place is over the limit if the backlog is full by then", kFew) {
  World world;
  world.options.capacity = 1;
  world.options.burst = 1;
  world.options.backlog = 1;
  world.sms.script({}, Reply::keep_silent);
  NotificationDispatcher dispatcher(world.options);
  take_in(dispatcher, note("e0", Channel::sms, "zoe"));
  take_in(dispatcher, note("e1", Channel::push, "ann"));
  std::array<Submitted, 2> answers{};
  Cast cast;
  cast.start("who waits for a place",
             [&] { answers[0] = dispatcher.submit(note("e2", Channel::sms, "ann")); });
  await_quiet();
  answers[1] = dispatcher.try_submit(note("e3", Channel::email, "ann"));
  world.sms.answer(0, Result::delivered);
  await_quiet();
  expect_equal(dispatcher.counts().delayed, 1U,
               "counts().delayed, where one may wait for a token,");
  cast.start("who shuts down", [&] { dispatcher.shutdown(0ns); });
  cast.await_all_finished(kHangs, Finding::lost_wakeup);
  expect_equal(std::ranges::count(answers, Submitted::over_limit), 1,
               "how many of two were over the limit, where one may wait for a token,");
}

BEHAVIOUR(robust, retries_need_a_place,
          "a retry waits until there is a place in its channel, and then begins", kFew) {
  World world;
  world.sms.script({Reply::fail}, Reply::keep_silent);
  NotificationDispatcher dispatcher(world.options);
  take_in(dispatcher, note("e1", Channel::sms));
  await_quiet();
  take_in(dispatcher, note("e2", Channel::sms));
  grading::let_pass(scaled(5s));
  await_quiet();
  // On real threads, the retry may have been the first to get the place.
  expect_equal(world.sms.attempts(), 2U,
               "the number of attempts while one occupies the only place");
  world.sms.answer(1, Result::delivered);
  await_quiet();
  expect_equal(world.sms.attempts(), 3U, "the number of attempts when the place is free again");
  shut_down(dispatcher, 0ns);
}

BEHAVIOUR(robust, the_dead_have_used_their_tokens,
          "a notification that becomes a dead letter has used a token like any other", kFew) {
  World world;
  world.options.burst = 1;
  world.options.refill = std::chrono::hours(1);
  world.push.script({}, Reply::reject);
  NotificationDispatcher dispatcher(world.options);
  take_in(dispatcher, note("e1", Channel::push));
  await_quiet();
  expect_equal(dispatcher.counts().dead, 1U, "counts().dead");
  take_in(dispatcher, note("e2", Channel::push));
  await_quiet();
  expect_equal(world.push.attempts(), 1U, "the number of attempts where there is one token");
  shut_down(dispatcher, 0ns);
}

BEHAVIOUR(robust, limits_may_be_none,
          "a limit may be as large as its type allows, and is none then", grading::schedules(50),
          grading::steps(20'000)) {
  World world;
  constexpr std::size_t kNoLimit = std::numeric_limits<std::size_t>::max();
  world.options.capacity = kNoLimit;
  world.options.in_flight = {kNoLimit, kNoLimit, kNoLimit};
  world.options.burst = kNoLimit;
  world.options.backlog = kNoLimit;
  world.options.refill = kForEver;
  world.options.timeout = kForEver;
  world.options.backoff = 1ns;
  world.options.max_retries = std::numeric_limits<int>::max();
  const std::size_t failures = by_stage<std::size_t>(8, 35);
  world.push.script(std::vector(failures, Reply::fail), Reply::deliver);
  {
    NotificationDispatcher dispatcher(world.options);
    take_in(dispatcher, note("e1", Channel::push));
    take_in(dispatcher, note("e1", Channel::email));
    expect_equal(shut_down(dispatcher, kForEver), 0U, "what shutdown() gave up");
    if (!expect_equal(world.push.attempts(), failures + 1, "the number of attempts")) return;
    for (std::size_t i = 1; i <= failures; ++i) {
      expect(world.push.attempt(i).when - world.push.attempt(i - 1).when >= 1ns * (1L << (i - 1)),
             "attempt " + std::to_string(i + 1) + " began before its backoff was over");
    }
  }
  if (grading::explored()) {  // Here years pass in no time.
    constexpr auto kBackoff = std::chrono::hours(9'000);
    world.options.backoff = kBackoff;
    world.email.script({Reply::deliver, Reply::fail, Reply::fail}, Reply::deliver);
    NotificationDispatcher dispatcher(world.options);
    take_in(dispatcher, note("e4", Channel::email));
    grading::let_pass(3 * kBackoff - 1h);
    expect_equal(world.email.attempts_at("e4"), 2U, "the number of attempts, an hour too early,");
    grading::let_pass(2h);
    await_quiet();
    expect_equal(world.email.attempts_at("e4"), 3U, "the number of attempts, three years later,");
    shut_down(dispatcher, 0ns);
  }
  // Nothing that has to wait has an end in sight.
  world.options.burst = 1;
  world.options.backoff = kForEver;
  world.sms.script({}, Reply::fail);
  NotificationDispatcher dispatcher(world.options);
  take_in(dispatcher, note("e2", Channel::sms));
  take_in(dispatcher, note("e3", Channel::sms));
  await_quiet();
  grading::let_pass(scaled(1s));
  expect_equal(world.sms.attempts(), 1U, "the number of attempts that have not to wait for ever");
  expect_equal(shut_down(dispatcher, 0ns), 2U, "what shutdown() gave up");
}

BEHAVIOUR(robust, stores_may_fail, "a key store that throws is told to whoever submits", kFew) {
  World world;
  world.options.capacity = 1;
  world.options.burst = 1;
  world.options.backlog = 1;
  NotificationDispatcher dispatcher(world.options);
  const auto passes_on = [&](const char* what, const std::string& event) {
    expect_throws<std::runtime_error>(what, "the same exception",
                                      [&] { (void)dispatcher.submit(note(event, Channel::push)); });
  };
  world.keys.let_fail(true);
  passes_on("submit() with a key store that throws", "e1");
  world.keys.let_fail(false);
  expect_equal(dispatcher.counts().submitted, 0U, "counts().submitted after a call that threw");
  take_in(dispatcher, note("e1", Channel::push));
  await_quiet();
  take_in(dispatcher, note("e2", Channel::email));  // Has to wait for a token.
  world.keys.let_fail(false, true);
  try {
    // Who looks at the limit before the key is added has none to take out again.
    expect_says(Submitted::over_limit, dispatcher.submit(note("e3", Channel::push)),
                "submit() over the limit with a key store that throws");
  } catch (const std::runtime_error&) {
  }
  world.keys.let_fail(false);
  expect_says(Submitted::accepted, dispatcher.try_submit(note("e4", Channel::push, "bob")),
              "try_submit() to an empty channel, after another submit() threw,");
  expect_balance(dispatcher.counts());
  shut_down(dispatcher, 0ns);
  expect_equal(world.push.attempts_at("e1"), 1U, "the number of attempts");
}

BEHAVIOUR(robust, closing_frees_who_waits,
          "shutdown() lets everybody go who waits in submit(), and forgets their keys", kFew) {
  World world;
  world.options.capacity = 1;
  world.sms.script({}, Reply::keep_silent);
  NotificationDispatcher dispatcher(world.options);
  take_in(dispatcher, note("e0", Channel::sms));
  Cast cast;
  for (std::size_t i = 1; i <= 3; ++i) {
    cast.start(numbered("submitter ", i), [&, i] {
      expect_says(Submitted::closed, dispatcher.submit(note(numbered("e", i), Channel::sms)),
                  "a submit() that shutdown() ended");
    });
  }
  await_quiet();
  cast.start("who shuts down", [&] { dispatcher.shutdown(0ns); });
  cast.await_all_finished("shutdown() was called, and one that waits in submit() sleeps on",
                          Finding::lost_wakeup);
  expect(!world.keys.has("e1/sms") && !world.keys.has("e2/sms") && !world.keys.has("e3/sms"),
         "the key of a submit() that shutdown() ended is still stored");
}

BEHAVIOUR(robust, out_of_time,
          "what is not settled when shutdown()'s grace is over becomes a dead letter, all of it",
          kFew) {
  World world;
  world.options.burst = 2;
  world.options.workers = 1;
  world.sms.script({}, Reply::keep_silent);
  world.email.script({}, Reply::fail);
  world.options.backoff = scaled(kLong);
  NotificationDispatcher dispatcher(world.options);
  take_in(dispatcher, note("e1", Channel::sms, "ann"));    // In an attempt.
  take_in(dispatcher, note("e2", Channel::sms, "ann"));    // Waiting for a place.
  take_in(dispatcher, note("e3", Channel::push, "ann"));   // Waiting for a token.
  take_in(dispatcher, note("e4", Channel::email, "bob"));  // Waiting for its second attempt.
  await_quiet();
  const grading::Stopwatch watch;
  expect_equal(shut_down(dispatcher, scaled(2s)), 4U, "what shutdown() gave up");
  expect_soon(watch.elapsed(), 3s, kHangs);
  const std::vector<DeadLetter> letters = world.letters.all();
  for (const char* event : {"e1", "e2", "e3", "e4"}) {
    expect_equal(world.letters.count(event), 1U,
                 std::string("how many dead letters tell of ") + event);
  }
  for (const DeadLetter& letter : letters) {
    expect_equal(letter.reason, "shutdown", "the reason of a dead letter");
    const std::string& event = letter.notification.event;
    expect_equal(letter.attempts, event == "e1" || event == "e4" ? 1 : 0,
                 "the attempts at " + event + " that its dead letter tells of");
  }
  world.sms.answer(0, Result::delivered);
  await_quiet();
  if (grading::explored()) grading::let_pass(2 * scaled(kLong));  // As if it were not the end.
  expect_equal(world.sms.attempts(), 1U, "the number of attempts after the end");
  expect_equal(world.push.attempts(), 0U,
               "the number of attempts at what the end found waiting for a token");
  expect_equal(world.email.attempts(), 1U,
               "the number of attempts at what the end found waiting for its second one");
  const Counts counts = dispatcher.counts();
  expect_equal(counts.running, 0U, "counts().running after the end");
  expect_equal(counts.timed_out, 1U, "counts().timed_out, with an attempt that the end cut off,");
  expect_equal(counts.retries, 0U, "counts().retries, with one that did not begin any more,");
  expect_equal(counts.dead, 4U, "counts().dead");
  expect_balance(counts);
}

BEHAVIOUR(robust, several_shut_down,
          "when several shut down, each waits for the end, and one of them counts", kFew) {
  rounds([](Round&) {
    World world;
    world.options.workers = 1;
    world.push.script({}, Reply::keep_silent);
    NotificationDispatcher dispatcher(world.options);
    take_in(dispatcher, note("e1", Channel::push));
    await_quiet();
    std::array<std::size_t, 2> left{};
    StartLine line(2);
    Cast cast;
    for (std::size_t i = 0; i < 2; ++i) {
      cast.start(numbered("who shuts down, ", i + 1), [&, i] {
        line.wait();
        left[i] = dispatcher.shutdown(0ns);
        expect_equal(dispatcher.counts().waiting, 0U, "counts().waiting after shutdown()");
      });
    }
    cast.await_all_finished(kHangs, Finding::lost_wakeup);
    expect_equal(left[0] + left[1], 1U, "what two calls of shutdown() gave up, together,");
    expect_equal(dispatcher.shutdown(0ns), 0U, "what a third call of shutdown() gave up");
    expect_equal(world.letters.all().size(), 1U, "the number of dead letters");
  });
}

BEHAVIOUR(robust, ends_at_any_moment,
          "whenever shutdown() comes, everything that was accepted is delivered or a dead letter",
          kFew) {
  rounds([](Round& round) {
    World world;
    world.options.workers = by_stage<std::size_t>(2, 1);
    world.options.max_retries = 1;
    world.options.backoff = scaled(1s);
    const Reply first = std::array{Reply::deliver, Reply::fail, Reply::keep_silent}[round.below(3)];
    world.push.script({first}, Reply::deliver);
    auto dispatcher = std::make_unique<NotificationDispatcher>(world.options);
    std::array<Submitted, 2> answers{};
    StartLine line(2);
    std::size_t left = 0;
    {
      Cast cast;
      cast.start("the submitter", [&] {
        line.wait();
        for (std::size_t i = 0; i < 2; ++i) {
          answers[i] = dispatcher->submit(note(numbered("e", i), Channel::push));
        }
      });
      cast.start("who shuts down", [&] {
        line.wait();
        left = dispatcher->shutdown(0ns);
      });
      cast.await_all_finished(kHangs, Finding::lost_wakeup);
    }
    const Counts counts = dispatcher->counts();
    expect_balance(counts);
    expect_equal(counts.waiting, 0U, "counts().waiting after shutdown()");
    expect_equal(counts.running, 0U, "counts().running after shutdown()");
    dispatcher.reset();
    std::size_t given_up = 0;
    for (const DeadLetter& letter : world.letters.all()) given_up += letter.reason == "shutdown";
    expect_equal(given_up, left, "the number of dead letters with the reason `shutdown`");
    for (std::size_t i = 0; i < 2; ++i) {
      const bool accepted = answers[i] == Submitted::accepted;
      expect(accepted || answers[i] == Submitted::closed, "a submit() was refused as neither full");
      expect(accepted || world.letters.count(numbered("e", i)) == 0,
             "a notification that was refused is a dead letter");
    }
  });
}

BEHAVIOUR(robust, books_balance, "the books balance in every snapshot", kMore) {
  rounds([](Round& round) {
    World world;
    world.options.workers = 1;
    world.options.capacity = 1;
    world.options.max_retries = 1;
    world.push.script({std::array{Reply::deliver, Reply::fail, Reply::reject}[round.below(3)]},
                      Reply::deliver);
    NotificationDispatcher dispatcher(world.options);
    StartLine line(2);
    Cast cast;
    cast.start("the submitter", [&] {
      line.wait();
      (void)dispatcher.try_submit(note("e1", Channel::push));
      (void)dispatcher.try_submit(note("e1", Channel::push));
      (void)dispatcher.try_submit(note("e2", Channel::push));
    });
    cast.start("the bookkeeper", [&] {
      line.wait();
      for (int i = 0; i < by_stage(20, 2); ++i) expect_balance(dispatcher.counts());
    });
    cast.await_all_finished();
    dispatcher.shutdown(kForEver);
    expect_balance(dispatcher.counts());
  });
}

BEHAVIOUR(robust, refusals_are_booked_at_once,
          "the books balance while one is told that he is over the limit, or too late", kMore) {
  World world;
  world.options.workers = 1;
  world.options.burst = 1;
  world.options.backlog = 0;
  NotificationDispatcher dispatcher(world.options);
  take_in(dispatcher, note("e1", Channel::push));
  const auto with_a_bookkeeper = [&](Submitted expected, const std::string& event) {
    StartLine line(2);
    Cast cast;
    cast.start("the submitter", [&] {
      line.wait();
      expect_says(expected, dispatcher.try_submit(note(event, Channel::push)), "try_submit()");
    });
    cast.start("the bookkeeper", [&] {
      line.wait();
      for (int i = 0; i < by_stage(20, 2); ++i) expect_balance(dispatcher.counts());
    });
    cast.await_all_finished();
  };
  with_a_bookkeeper(Submitted::over_limit, "e2");
  shut_down(dispatcher, 0ns);
  with_a_bookkeeper(Submitted::closed, "e3");
}

BEHAVIOUR(robust, refuses_nonsense, "options that make no sense are refused", kFew) {
  World world;
  const auto refuses = [&](const char* what, const std::function<void(kata::Options&)>& spoil) {
    kata::Options options = world.options;
    spoil(options);
    expect_throws<std::invalid_argument>(what, "std::invalid_argument",
                                         [&] { const NotificationDispatcher unwanted(options); });
  };
  refuses("a dispatcher without a client", [](auto& o) { o.clients[1] = nullptr; });
  refuses("a dispatcher without keys", [](auto& o) { o.keys = nullptr; });
  refuses("a dispatcher without dead letters", [](auto& o) { o.dead_letters = nullptr; });
  refuses("a dispatcher without workers", [](auto& o) { o.workers = 0; });
  refuses("a dispatcher with capacity 0", [](auto& o) { o.capacity = 0; });
  refuses("a dispatcher with in_flight 0", [](auto& o) { o.in_flight[2] = 0; });
  refuses("a dispatcher with burst 0", [](auto& o) { o.burst = 0; });
  refuses("a dispatcher with refill 0", [](auto& o) { o.refill = 0ns; });
  refuses("a dispatcher with a timeout of 0", [](auto& o) { o.timeout = 0ns; });
  refuses("a dispatcher with a backoff of 0", [](auto& o) { o.backoff = 0ns; });
  refuses("a dispatcher with max_retries -1", [](auto& o) { o.max_retries = -1; });
}

// ---- senior: it lasts --------------------------------------------------------------------------

BEHAVIOUR(senior, trouble_stays_in_its_channel,
          "a channel that hangs and is full delays no other channel and none who submits to it",
          kFew) {
  World world;
  world.options.capacity = 3;
  world.sms.script({}, Reply::keep_silent);
  NotificationDispatcher dispatcher(world.options);
  for (std::size_t i = 0; i < 3; ++i) {
    take_in(dispatcher, note(numbered("s", i), Channel::sms, numbered("u", i)));
  }
  Cast cast;
  cast.start("who submits one SMS too many",
             [&] { (void)dispatcher.submit(note("s3", Channel::sms, "u3")); });
  await_quiet();
  cast.start("who submits a push", [&] { take_in(dispatcher, note("p1", Channel::push, "u4")); })
      .await_finished("submit() of a push waits because SMS is full", Finding::lost_wakeup);
  take_in(dispatcher, note("m1", Channel::email, "u4"));
  await_quiet();
  expect_equal(world.push.attempts(), 1U, "the number of pushes sent while SMS hangs");
  expect_equal(world.email.attempts(), 1U, "the number of e-mails sent while SMS hangs");
  cast.start("who shuts down", [&] { dispatcher.shutdown(0ns); });
  cast.await_all_finished(kHangs, Finding::lost_wakeup);
}

BEHAVIOUR(senior, bursts_stay_with_their_user,
          "a user's burst delays no other user, not even on the same channel", kFew) {
  World world;
  world.options.burst = 1;
  world.options.backlog = 3;
  NotificationDispatcher dispatcher(world.options);
  for (std::size_t i = 0; i < 4; ++i) take_in(dispatcher, note(numbered("e", i), Channel::push));
  expect_says(Submitted::over_limit, dispatcher.submit(note("e4", Channel::push)),
              "submit() for a user whose backlog is full");
  take_in(dispatcher, note("f1", Channel::push, "bob"));
  await_quiet();
  expect_equal(world.push.attempts_at("f1"), 1U,
               "how often another user's notification was sent while a burst waits");
  expect_equal(world.push.attempts(), 2U, "the number of attempts while a burst waits");
  expect_equal(dispatcher.counts().delayed, 3U, "counts().delayed");
  shut_down(dispatcher, 0ns);
}

BEHAVIOUR(senior, delayed_are_not_overtaken,
          "what waits for a token gets it before what the same user submits when it is there, "
          "though no worker has looked",
          kFew) {
  World world;
  Gate gate;
  SlowClient slow(gate);
  world.options.clients[2] = &slow;
  world.options.workers = 1;
  world.options.burst = 1;
  world.options.refill = scaled(12s);
  NotificationDispatcher dispatcher(world.options);
  take_in(dispatcher, note("e0", Channel::sms, "zoe"));
  await_quiet();  // The worker is in a send() that takes its time.
  for (std::size_t i = 1; i < 3; ++i) take_in(dispatcher, note(numbered("e", i), Channel::push));
  grading::let_pass(scaled(18s));  // A token and a half.
  take_in(dispatcher, note("e3", Channel::push));
  gate.open();
  expect_equal(shut_down(dispatcher, kForEver), 0U, "what shutdown() gave up");
  if (!expect_equal(world.push.attempts(), 3U, "the number of attempts in the end")) return;
  for (std::size_t i = 0; i < 3; ++i) {
    expect_equal(world.push.attempt(i).what.event, numbered("e", i + 1), "what is attempted next");
  }
}

BEHAVIOUR(senior, few_workers_many_attempts,
          "attempts that run occupy no worker: one worker keeps all channels busy", kFew) {
  World world;
  world.options.workers = 1;
  const std::array<Provider*, 3> providers = {&world.push, &world.email, &world.sms};
  for (Provider* provider : providers) provider->script({}, Reply::keep_silent);
  NotificationDispatcher dispatcher(world.options);
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t n = 0; n < 3; ++n) {
      take_in(dispatcher, note(numbered("e", n), static_cast<Channel>(i), numbered("u", n)));
    }
  }
  await_quiet();
  for (std::size_t i = 0; i < 3; ++i) {
    expect(providers[i]->open() == world.options.in_flight[i],
           std::to_string(providers[i]->open()) + " attempts of a channel run, and " +
               std::to_string(world.options.in_flight[i]) + " may, and others wait",
           Finding::serialized);
  }
  shut_down(dispatcher, 0ns);
}

BEHAVIOUR(senior, slow_calls_stop_nobody,
          "while a client, the key store or the dead letters take their time, all else goes on",
          kFew) {
  rounds([](Round& round) {
    World world;
    Gate gate;
    SlowClient client(gate);
    SlowLetters letters(gate);
    SlowKeys keys(gate);
    world.push.script({Reply::fail}, Reply::deliver);
    world.sms.script({}, Reply::reject);
    world.options.timeout = scaled(1s);
    switch (round.below(4)) {
      case 0:
        world.options.clients[2] = &client;
        break;
      case 1:
        world.sms.script({}, Reply::keep_silent);
        world.options.max_retries = 1;
        [[fallthrough]];
      case 2:
        world.options.dead_letters = &letters;
        break;
      default:
        world.options.keys = &keys;
    }
    NotificationDispatcher dispatcher(world.options);
    Cast cast;
    cast.start("who submits an SMS", [&] { take_in(dispatcher, note("e1", Channel::sms)); });
    await_quiet();
    grading::let_pass(scaled(4s));
    await_quiet();
    cast.start("somebody else",
               [&] {
                 expect_balance(dispatcher.counts());
                 take_in(dispatcher, note("e2", Channel::push));
               })
        .await_finished("counts() or submit() does not return while a collaborator's call runs",
                        Finding::lock_held_while_blocking);
    const auto repeated = [&] { return world.push.attempts() >= 2; };
    let_pass(2s, repeated);
    await_quiet();
    expect(repeated(), "while a collaborator's call takes its time, a failed push is not repeated",
           Finding::serialized);
    gate.open();
    cast.await_all_finished();
    shut_down(dispatcher, kForEver);
  });
}

BEHAVIOUR(senior, another_gets_up,
          "a worker whose call takes its time does not keep what came with it from one that rests",
          kFew) {
  rounds([](Round& round) {
    const bool letter = round.below(2) == 0;
    World world;
    Gate gate;
    SlowClient client(gate);
    SlowLetters letters(gate);
    if (letter) {
      world.sms.script({}, Reply::keep_silent);
      world.options.dead_letters = &letters;
    } else {
      world.options.clients[2] = &client;
    }
    world.options.refill = scaled(kLong) / 2;  // Earlier than any attempt's timeout.
    NotificationDispatcher dispatcher(world.options);
    take_in(dispatcher, note("e0", Channel::email));
    if (letter) take_in(dispatcher, note("e1", Channel::sms));
    await_quiet();
    if (letter) {
      world.sms.answer(0, Result::rejected);
    } else {
      take_in(dispatcher, note("e1", Channel::sms, "bob"));
    }
    take_in(dispatcher, note("e2", Channel::push, "carl"));
    await_quiet();
    expect_equal(world.push.attempts(), 1U,
                 "the number of pushes sent while another call takes its time");
    gate.open();
    shut_down(dispatcher, kForEver);
  });
}

BEHAVIOUR(senior, calls_may_outlast_their_timeout,
          "an attempt whose send() does not return times out like any other", kFew) {
  World world;
  Gate gate;
  SlowClient slow(gate);
  world.options.clients[2] = &slow;
  world.options.timeout = scaled(5s);
  world.options.max_retries = 0;
  NotificationDispatcher dispatcher(world.options);
  take_in(dispatcher, note("e1", Channel::sms));
  await_quiet();
  take_in(dispatcher, note("e2", Channel::sms));
  const auto settled = [&] {
    const Counts counts = dispatcher.counts();
    return counts.dead + counts.delivered == 2;
  };
  let_pass(6s, settled);
  expect(settled(), "a send() does not return, and its timeout does not end the attempt",
         Finding::lost_wakeup);
  expect_equal(world.letters.count("e1"), 1U, "how often its dead letter was written");
  gate.open();
  shut_down(dispatcher, kForEver);
  expect_equal(dispatcher.counts().attempts, 2U, "counts().attempts");
  expect_balance(dispatcher.counts());
}

BEHAVIOUR(
    senior, the_last_timeout_is_watched,
    "an attempt whose send() does not return times out though there is nothing else to wait for",
    kFew) {
  World world;
  Gate gate;
  SlowClient slow(gate, 1);
  world.options.clients[2] = &slow;
  world.options.refill = scaled(1s);
  world.options.backoff = scaled(20s);  // By then the user is forgotten.
  world.options.timeout = scaled(5s);
  world.options.max_retries = 1;
  NotificationDispatcher dispatcher(world.options);
  take_in(dispatcher, note("e1", Channel::sms));
  let_pass(21s, [&] { return dispatcher.counts().attempts == 2; });
  await_quiet();
  expect_equal(dispatcher.counts().attempts, 2U, "counts().attempts, when the backoff is over,");
  const auto settled = [&] { return dispatcher.counts().dead == 1; };
  let_pass(6s, settled);
  expect(settled(), "a send() does not return, and its timeout does not end the attempt",
         Finding::lost_wakeup);
  gate.open();
  shut_down(dispatcher, kForEver);
  expect_balance(dispatcher.counts());
}

BEHAVIOUR(senior, books_tell_what_happened,
          "an attempt that the books tell of has begun, however few workers there are", kFew) {
  World world;
  Gate gate;
  SlowClient slow(gate);
  world.options.clients[2] = &slow;
  world.options.workers = 1;
  world.options.timeout = scaled(5s);
  NotificationDispatcher dispatcher(world.options);
  take_in(dispatcher, note("e1", Channel::sms));
  await_quiet();
  take_in(dispatcher, note("e2", Channel::push));
  grading::let_pass(scaled(8s));
  await_quiet();
  expect_equal(dispatcher.counts().attempts, 1U, "counts().attempts while the only worker hangs");
  gate.open();
  shut_down(dispatcher, kForEver);
}

// Whose every call brings the next notification, and the first of them one on another channel.
class ChainClient final : public kata::ChannelClient {
 public:
  static constexpr int kLinks = 8;
  explicit ChainClient(Channel other) : other_(other) {}
  void drive(NotificationDispatcher& dispatcher) { dispatcher_ = &dispatcher; }
  void send(const Notification&, const std::string&, Done done) override {
    const int number = links_.fetch_add(1) + 1;
    bring(done, Result::delivered);
    if (number == 1) take_in(*dispatcher_, note("e1", other_, "ann"));
    if (number == kLinks) complete_.count_down();
    if (number < kLinks) {
      const std::string next = numbered("e", static_cast<std::size_t>(number));
      take_in(*dispatcher_,
              note(next, Channel::push, numbered("u", static_cast<std::size_t>(number % 4))));
    }
  }
  void await_complete() { complete_.wait(); }
  [[nodiscard]] int links() const { return links_; }

 private:
  const Channel other_;
  NotificationDispatcher* dispatcher_ = nullptr;
  std::atomic<int> links_ = 0;
  std::latch complete_{1};
};

// Knows how far a chain was when it was called.
class ChainObserver final : public kata::ChannelClient {
 public:
  explicit ChainObserver(const ChainClient& chain) : chain_(chain) {}
  void send(const Notification&, const std::string&, Done done) override {
    seen_ = chain_.links();
    done(Result::delivered);
  }
  [[nodiscard]] int seen() const { return seen_; }

 private:
  const ChainClient& chain_;
  std::atomic<int> seen_ = 0;
};

BEHAVIOUR(senior, no_channel_comes_last,
          "a channel that always has something to send does not keep others from their turn",
          grading::schedules(100), grading::steps(20'000)) {
  rounds([](Round& round) {
    const Channel other = round.below(2) == 0 ? Channel::email : Channel::sms;
    World world;
    ChainClient chain(other);
    ChainObserver observer(chain);
    world.options.clients = {&chain, &observer, &observer};
    world.options.workers = 1;
    NotificationDispatcher dispatcher(world.options);
    chain.drive(dispatcher);
    take_in(dispatcher, note("e0", Channel::push, "u0"));
    chain.await_complete();
    await_quiet();
    expect(observer.seen() > 0 && observer.seen() < ChainClient::kLinks,
           "another channel had its turn when there was no push left", Finding::serialized);
    shut_down(dispatcher, kForEver);
  });
}

BEHAVIOUR(senior, who_comes_first_begins_first,
          "of a channel's notifications, the one that came first begins first", kFew) {
  World world;
  world.options.workers = 1;
  world.sms.script({}, Reply::keep_silent);
  NotificationDispatcher dispatcher(world.options);
  for (std::size_t i = 0; i < 3; ++i) take_in(dispatcher, note(numbered("e", i), Channel::sms));
  for (std::size_t i = 0; i < 3; ++i) {
    await_quiet();
    expect_equal(world.sms.attempt(i).what.event, numbered("e", i), "what is attempted next");
    world.sms.answer(i, Result::delivered);
  }
  shut_down(dispatcher, kForEver);
}

BEHAVIOUR(senior, retries_wait_their_turn, "a retry begins after what was ready to begin before it",
          kFew) {
  World world;
  world.options.workers = 1;
  world.sms.script({Reply::fail}, Reply::keep_silent);
  NotificationDispatcher dispatcher(world.options);
  take_in(dispatcher, note("e0", Channel::sms));
  await_quiet();
  take_in(dispatcher, note("e1", Channel::sms));
  take_in(dispatcher, note("e2", Channel::sms));
  await_quiet();
  // On real threads, the retry may have been ready before the others came.
  const bool came_first = world.sms.attempt(1).what.event == "e0";
  if (grading::explored()) expect(!came_first, "a retry begins before its backoff is over");
  grading::let_pass(scaled(2s));  // Now the retry is ready as well.
  await_quiet();
  world.sms.answer(1, Result::delivered);
  await_quiet();
  if (grading::explored()) {
    expect_equal(world.sms.attempt(2).what.event, "e2", "what begins before a later retry");
  }
  shut_down(dispatcher, 0ns);
}

BEHAVIOUR(senior, places_are_not_wasted,
          "a place that one who waited does not use goes to the next who waits", kFew) {
  rounds([](Round&) {
    World world;
    world.options.workers = 1;
    world.options.capacity = 1;
    world.options.burst = 1;
    world.options.backlog = 1;
    world.sms.script({Reply::keep_silent}, Reply::deliver);
    NotificationDispatcher dispatcher(world.options);
    take_in(dispatcher, note("e0", Channel::sms, "zoe"));
    take_in(dispatcher, note("e1", Channel::push, "ann"));
    take_in(dispatcher, note("e2", Channel::email, "ann"));  // Now her backlog is full.
    Cast others;
    others.start("who waits for another channel",
                 [&] { (void)dispatcher.submit(note("e5", Channel::email, "carl")); });
    Submitted refused{};
    Submitted admitted{};
    {
      Cast cast;
      cast.start("who is over the limit",
                 [&] { refused = dispatcher.submit(note("e3", Channel::sms, "ann")); });
      cast.start("who is not",
                 [&] { admitted = dispatcher.submit(note("e4", Channel::sms, "bob")); });
      await_quiet();
      world.sms.answer(0, Result::delivered);
      cast.await_all_finished("there is a place, and one that waits for it sleeps on",
                              Finding::lost_wakeup);
    }
    expect_says(Submitted::over_limit, refused, "submit() for a user whose backlog is full");
    expect_says(Submitted::accepted, admitted, "submit() when there is a place");
    dispatcher.shutdown(0ns);
  });
}

BEHAVIOUR(senior, backoff_occupies_nobody,
          "while a failed attempt waits for the next one, workers do something else", kFew) {
  World world;
  world.options.workers = 1;
  world.options.backoff = scaled(kLong);
  world.email.script({}, Reply::fail);
  NotificationDispatcher dispatcher(world.options);
  take_in(dispatcher, note("e1", Channel::email));
  await_quiet();
  take_in(dispatcher, note("e2", Channel::push));
  take_in(dispatcher, note("e3", Channel::email));
  await_quiet();
  expect_equal(world.push.attempts(), 1U,
               "the number of pushes sent while an e-mail waits for its next attempt");
  expect_equal(world.email.attempts_at("e3"), 1U,
               "the number of attempts at another e-mail meanwhile");
  shut_down(dispatcher, 0ns);
}

BEHAVIOUR(senior, resting_costs_nothing,
          "a dispatcher that has nothing to do wakes nobody up, whatever it did before", kFew) {
  World world;
  world.options.refill = scaled(100ms);
  NotificationDispatcher dispatcher(world.options);
  for (std::size_t i = 0; i < 3; ++i) take_in(dispatcher, note(numbered("e", i), Channel::push));
  await_quiet();
  grading::let_pass(scaled(1min));  // Its user is forgotten by now.
  const Standing standing = grading::everyone::await_blocked();
  expect(standing != Standing::spinning, "a worker runs in circles with nothing to do",
         Finding::busy_wait);
  expect(standing != Standing::polling, "a worker wakes up again and again to look",
         Finding::busy_wait);
  const std::uint64_t before = grading::everyone::wake_ups();
  grading::let_pass(scaled(1min));
  const std::uint64_t woken = grading::everyone::wake_ups() - before;
  grading::measure("wake-ups of workers", static_cast<long long>(woken), 2);
  expect(woken <= 2, "the workers woke up " + std::to_string(woken) + " times with nothing to do",
         Finding::busy_wait);
}

BEHAVIOUR(senior, forgets_users, "of a user who got nothing for a while, nothing is kept", kFew) {
  World world;
  world.options.burst = 3;
  world.options.refill = scaled(1s);
  NotificationDispatcher dispatcher(world.options);
  std::size_t events = 0;
  const auto submit = [&](const std::string& user, std::size_t times) {
    for (std::size_t i = 0; i < times; ++i) {
      take_in(dispatcher, note(numbered("e", events++), Channel::push, user));
    }
  };
  submit("ann", 3);
  await_quiet();
  grading::let_pass(scaled(1500ms));  // A token and a half.
  submit("ann", 2);
  submit("bob", 2);
  // On real threads, the buckets may be full again by now.
  expect(!grading::explored() || dispatcher.counts().users == 2,
         "counts().users is not 2 while the buckets of two users are not full");
  let_pass(10s, [&] { return dispatcher.counts().users == 0; });
  await_quiet();
  expect(dispatcher.counts().users == 0,
         "ten seconds after the last bucket was full, something is still kept of " +
             std::to_string(dispatcher.counts().users) + " users",
         Finding::unbounded);
  expect_equal(world.push.attempts(), events, "the number of attempts");
}

BEHAVIOUR(senior, results_after_the_end,
          "a result that comes when the dispatcher is gone does no harm", kFew) {
  World world;
  world.push.script({}, Reply::keep_silent);
  const grading::Stopwatch watch;
  {
    NotificationDispatcher dispatcher(world.options);
    take_in(dispatcher, note("e1", Channel::push));
    take_in(dispatcher, note("e2", Channel::push));
    await_quiet();
  }
  expect_soon(watch.elapsed(), 1s, "the destructor waits for results");
  world.push.answer_all(Result::delivered);
  expect_equal(world.letters.all().size(), 2U, "the number of dead letters");
}

BEHAVIOUR(senior, result_meets_the_end, "a result may come while the dispatcher is being destroyed",
          kFew) {
  rounds([](Round&) {
    World world;
    world.options.workers = 1;
    world.push.script({}, Reply::keep_silent);
    auto dispatcher = std::make_unique<NotificationDispatcher>(world.options);
    take_in(*dispatcher, note("e1", Channel::push));
    await_quiet();
    StartLine line(2);
    Cast cast;
    cast.start("the provider", [&] {
      line.wait();
      world.push.answer(0, Result::delivered);
    });
    line.wait();
    dispatcher.reset();
    cast.await_all_finished();
    expect(world.letters.all().size() <= 1, "one notification became several dead letters");
  });
}

BEHAVIOUR(senior, half_a_team_is_none,
          "when a worker cannot be started, the constructor says so and leaves no thread behind",
          kFew) {
  World world;
  world.options.workers = 3;
  const grading::ThreadShortage shortage(1);
  expect_throws<std::system_error>("a dispatcher whose second worker cannot be started",
                                   "std::system_error",
                                   [&] { const NotificationDispatcher unwanted(world.options); });
}

// ---- A day -------------------------------------------------------------------------------------

// Providers that take their time: results come from a thread of their own, after a latency; some
// fail, and for an hour of the day one channel says nothing at all.
class Exchange {
 public:
  Exchange(std::size_t events, int one_in_fails)
      : one_in_fails_(one_in_fails), delivered_(events), thread_([this] { work(); }) {}
  ~Exchange() {
    {
      const std::lock_guard lock(mutex_);
      over_ = true;
      changed_.notify_all();
    }
    thread_.join();
  }
  Exchange(const Exchange&) = delete;
  Exchange& operator=(const Exchange&) = delete;

  void call(std::size_t event, bool silent, nanoseconds latency, kata::ChannelClient::Done done) {
    const std::lock_guard lock(mutex_);
    ++calls_;
    if (silent) return;
    const bool fails = one_in_fails_ != 0 && calls_ % static_cast<unsigned>(one_in_fails_) == 0;
    const Result result = fails ? Result::failed : Result::delivered;
    const auto when = steady_clock::now() + latency;
    due_.emplace(when, Call{event, result, std::move(done)});
    if (due_.begin()->first == when) changed_.notify_all();
  }
  [[nodiscard]] std::uint64_t calls() const {
    const std::lock_guard lock(mutex_);
    return calls_;
  }
  // How often a result said that the event was delivered.
  [[nodiscard]] int delivered(std::size_t event) const {
    const std::lock_guard lock(mutex_);
    return delivered_[event];
  }

 private:
  struct Call {
    std::size_t event;
    Result result;
    kata::ChannelClient::Done done;
  };

  void work() {
    std::unique_lock lock(mutex_);
    while (!over_ || !due_.empty()) {
      if (due_.empty()) {
        changed_.wait(lock);
      } else if (due_.begin()->first > steady_clock::now()) {
        const auto next = due_.begin()->first;
        changed_.wait_until(lock, next);
      } else {
        const Call call = std::move(due_.extract(due_.begin()).mapped());
        if (call.result == Result::delivered) ++delivered_[call.event];
        lock.unlock();
        call.done(call.result);
        lock.lock();
      }
    }
  }

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::multimap<steady_clock::time_point, Call> due_;
  const int one_in_fails_;
  std::vector<signed char> delivered_;
  std::uint64_t calls_ = 0;
  bool over_ = false;
  std::thread thread_;
};

class BusyClient final : public kata::ChannelClient {
 public:
  BusyClient(Exchange& exchange, nanoseconds latency, steady_clock::time_point silent_from,
             steady_clock::time_point silent_until)
      : exchange_(exchange),
        latency_(latency),
        silent_from_(silent_from),
        silent_until_(silent_until) {}
  void send(const Notification& notification, const std::string&, Done done) override {
    const auto now = steady_clock::now();
    const bool silent = now >= silent_from_ && now < silent_until_;
    exchange_.call(std::stoul(notification.event), silent, latency_, std::move(done));
  }

 private:
  Exchange& exchange_;
  const nanoseconds latency_;
  const steady_clock::time_point silent_from_;
  const steady_clock::time_point silent_until_;
};

class CountedLetters final : public kata::DeadLetters {
 public:
  explicit CountedLetters(std::size_t events) : letters_(events) {}
  void add(const DeadLetter& letter) override {
    const std::lock_guard lock(mutex_);
    ++letters_[std::stoul(letter.notification.event)];
  }
  [[nodiscard]] int count(std::size_t event) const {
    const std::lock_guard lock(mutex_);
    return letters_[event];
  }

 private:
  mutable std::mutex mutex_;
  std::vector<signed char> letters_;
};

// What happens in a part of a day.
struct Part {
  bool outage = false;     // For a sixth of it, the SMS provider says nothing.
  int one_in_fails = 0;    // So many attempts, on average, for one that fails.
  int celebrity = 10'000;  // One in so many notifications is for the same person.
};

// How many events a simulated day has. For the full million, run this program by hand and say so:
//   KATA_EVENTS_A_DAY=1000000 <program> --gtest_filter='senior.*_goes_by'
std::size_t events_a_day() {
  // NOLINTNEXTLINE(concurrency-mt-unsafe): nobody changes the environment.
  const char* const asked = std::getenv("KATA_EVENTS_A_DAY");
  return asked == nullptr ? 24'000 : std::stoul(asked);
}

// A quarter of a day; on real threads a second, with some hundreds of events.
void live_through(const Part& part) {
  const std::size_t events = by_stage<std::size_t>(900, events_a_day() / 4);
  const auto span = by_stage<nanoseconds>(1s, 6h);
  const auto latency = by_stage<nanoseconds>(1ms, 300ms);
  const auto start = steady_clock::now();
  Exchange exchange(events, part.one_in_fails);
  CountedLetters letters(events);
  Keys keys;
  const auto silent_until = start + span / 3 + (part.outage ? span / 6 : nanoseconds(0));
  BusyClient push(exchange, latency, start, start);
  BusyClient email(exchange, 4 * latency, start, start);
  BusyClient sms(exchange, 10 * latency, start + span / 3, silent_until);
  kata::Options options{.clients = {&push, &email, &sms}, .keys = &keys, .dead_letters = &letters};
  if (!grading::explored()) {
    options.refill = span / 1'800;
    options.timeout = part.outage ? nanoseconds(20ms) : nanoseconds(5s);
    options.backoff = 1ms;
  }
  auto dispatcher = std::make_unique<NotificationDispatcher>(options);
  std::vector<Submitted> answers(events);
  {
    std::vector<std::jthread> publishers;  // No cast: whoever waits for hours has been forgotten.
    publishers.reserve(kata::kChannels);
    for (std::size_t channel = 0; channel < kata::kChannels; ++channel) {
      publishers.emplace_back([&, channel] {
        for (std::size_t i = channel; i < events; i += kata::kChannels) {
          std::this_thread::sleep_until(start + span / static_cast<std::int64_t>(events) *
                                                    static_cast<std::int64_t>(i));
          const std::size_t user =
              i % static_cast<std::size_t>(part.celebrity) == 0 ? 0 : 1 + (i * 7'919) % 10'000;
          answers[i] = dispatcher->submit({.event = std::to_string(i),
                                           .user = std::to_string(user),
                                           .channel = static_cast<Channel>(channel),
                                           .text = {}});
        }
      });
    }
  }
  expect_equal(dispatcher->shutdown(kForEver), 0U, "what shutdown() gave up");
  const Counts counts = dispatcher->counts();
  dispatcher.reset();  // A worker may be on its way to a call that has timed out.
  expect_balance(counts);
  expect_equal(counts.submitted, events, "counts().submitted");
  expect_equal(counts.attempts, exchange.calls(), "counts().attempts");
  for (std::size_t i = 0; i < events; ++i) {
    const bool accepted = answers[i] == Submitted::accepted;
    // A call that has timed out may have been delivered all the same, and be repeated.
    const bool ended = exchange.delivered(i) + letters.count(i) > 0;
    if (!expect(ended == accepted && letters.count(i) <= 1,
                "event " + std::to_string(i) + (accepted ? ", which was" : ", which was not") +
                    " accepted, was delivered " + std::to_string(exchange.delivered(i)) +
                    " and buried " + std::to_string(letters.count(i)) + " times")) {
      return;
    }
  }
  expect(!grading::explored() || !part.outage || counts.dead > 0,
         "no dead letter tells of the outage");
}

BEHAVIOUR(senior, a_night_goes_by,
          "all that happens in a quiet night is delivered, and the books balance",
          grading::simulated, grading::limit(60s)) {
  live_through({});
}

BEHAVIOUR(senior, a_morning_goes_by,
          "in a morning with an outage, each of thousands of events is delivered or buried",
          grading::simulated, grading::limit(60s)) {
  live_through({.outage = true, .one_in_fails = 100});
}

BEHAVIOUR(senior, an_afternoon_goes_by,
          "in an afternoon when every tenth attempt fails, each event is delivered or buried",
          grading::simulated, grading::limit(60s)) {
  live_through({.one_in_fails = 10});
}

BEHAVIOUR(senior, an_evening_goes_by,
          "in an evening when a third of all events are for one celebrity, the books balance",
          grading::simulated, grading::limit(60s)) {
  live_through({.one_in_fails = 100, .celebrity = 3});
}

BEHAVIOUR(robust, letters_outlive_the_process,
          "dead letters are in the database file when the process is gone", grading::uncontrolled) {
  const grading::ScratchDirectory directory;
  const std::string file = directory.file("dispatcher.db");
  grading::in_dying_process([&] {
    World world;
    world.push.script({}, Reply::reject);
    world.email.script({}, Reply::keep_silent);
    kata::SqliteFile database(file);
    kata::SqliteKeys keys(database);
    kata::SqliteDeadLetters letters(database);
    world.options.keys = &keys;
    world.options.dead_letters = &letters;
    NotificationDispatcher dispatcher(world.options);
    for (const Channel channel : {Channel::push, Channel::email}) {
      (void)dispatcher.submit(note("e1", channel));
    }
    dispatcher.shutdown(0ns);
    grading::die();
  });
  if (grading::failed()) return;
  kata::SqliteFile database(file);
  std::vector<std::string> found;
  database.run("SELECT event || '/' || channel FROM dead_letters ORDER BY 1", {},
               [&](const std::vector<std::string>& row) { found.push_back(row[0]); });
  expect(found == std::vector<std::string>{"e1/0", "e1/1"},
         "of two notifications that could not be delivered, the database knows " +
             std::to_string(found.size()) + " afterwards");
  kata::SqliteKeys keys(database);
  expect(!keys.add("e1/push"), "the key of what was accepted is not in the database afterwards");
  keys.remove("e1/push");
  expect(keys.add("e1/push"), "a key that was removed is still in the database");
  expect_throws<std::runtime_error>(
      "opening a database where there is no folder", "std::runtime_error",
      [&] { kata::SqliteFile nowhere(directory.file("no/such/folder.db")); });
}

}  // namespace
