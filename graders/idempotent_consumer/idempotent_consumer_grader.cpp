// What a kata::IdempotentConsumer has to do. Behaviours state the contract of
// katas/idempotent_consumer/idempotent_consumer.h and nothing about how it is met; the sentences
// are what learners see.
//
// Workers that lose their claim are made in two ways: a handler that runs another worker before it
// returns, and grading::interrupted(), which stops one between two statements. Both need no threads
// and no luck. Processes that die are real ones.
#include <fcntl.h>
#include <sqlite3.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <fstream>
#include <functional>
#include <limits>
#include <map>
#include <mutex>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "grading/database.h"
#include "grading/durable.h"
#include "grading/grader.h"
#include "grading/props/tally.h"
#include "idempotent_consumer.h"

namespace {

using grading::Cast;
using grading::crash_point;
using grading::expect;
using grading::expect_equal;
using grading::expect_throws;
using grading::Finding;
using grading::interrupted;
using grading::numbered;
using grading::Round;
using grading::rounds;
using grading::schedules;
using grading::ScratchDirectory;
using grading::survive_crashes;
using kata::acknowledges;
using kata::IdempotentConsumer;
using kata::Message;
using kata::Options;
using kata::Outcome;
using kata::TimePoint;
using std::chrono::milliseconds;
using namespace std::chrono_literals;

// Not a whole number of seconds, so that rounding it is not without effect.
constexpr milliseconds kLease = 30'250ms;

std::string words(Outcome outcome) {
  switch (outcome) {
    case Outcome::processed:
      return "processed";
    case Outcome::duplicate:
      return "duplicate";
    case Outcome::in_progress:
      return "in_progress";
    case Outcome::failed:
      return "failed";
    case Outcome::superseded:
      return "superseded";
    case Outcome::parked:
      return "parked";
  }
  return "no Outcome at all";
}

std::string quoted(const std::string& text) {
  std::string shown = "\"";
  for (const char c : text) shown += c == '\0' ? std::string("\\0") : std::string(1, c);
  return shown + '"';
}

bool expect_outcome(Outcome actual, Outcome expected, const std::string& call) {
  return expect_equal(words(actual), words(expected), "the answer to " + call);
}

// The only time there is. Orders nothing between threads.
class Clock {
 public:
  void advance(milliseconds duration) {
    now_.fetch_add(duration.count(), std::memory_order_relaxed);
  }
  [[nodiscard]] TimePoint now() const {
    return TimePoint(milliseconds(now_.load(std::memory_order_relaxed)));
  }

 private:
  std::atomic<std::int64_t> now_{1'000'000'000'000};  // In 2001.
};

Options options(const Clock& clock) {
  Options options;
  options.consumer = "billing";
  options.clock = [&clock] { return clock.now(); };
  options.lease = kLease;
  return options;
}

// The grader's own view of a database.
class View {
 public:
  explicit View(const std::string& file) {
    sqlite3_open(file.c_str(), &handle_);
    sqlite3_busy_timeout(handle_, 5'000);
  }
  ~View() { sqlite3_close(handle_); }
  View(const View&) = delete;
  View& operator=(const View&) = delete;

  // False: SQLite refuses, or does not get the lock.
  bool run(const std::string& sql) {
    return sqlite3_exec(handle_, sql.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK;
  }
  void never_wait() { sqlite3_busy_timeout(handle_, 0); }

  // The first column of the first row; 0 if there is none.
  int ask(const std::string& sql) {
    sqlite3_stmt* statement = nullptr;
    sqlite3_prepare_v2(handle_, sql.c_str(), -1, &statement, nullptr);
    const int answer = sqlite3_step(statement) == SQLITE_ROW ? sqlite3_column_int(statement, 0) : 0;
    sqlite3_finalize(statement);
    return answer;
  }

  // Rows in all tables but those of the effects.
  int rows_of_the_consumer() {
    int rows = 0;
    for (const std::string& table : tables()) rows += ask("SELECT count(*) FROM \"" + table + '"');
    return rows;
  }

  // From now on, or no longer, whatever the consumer writes fails.
  void let_writes_fail(bool fail) {
    for (const std::string& table : tables()) {
      for (const std::string what : {"INSERT", "UPDATE", "DELETE"}) {
        const std::string trigger = "\"full " + what + ' ' + table + '"';
        run(fail ? "CREATE TRIGGER " + trigger + " BEFORE " + what + " ON \"" + table +
                       "\" BEGIN SELECT RAISE(ABORT, 'the disk is full'); END"
                 : "DROP TRIGGER " + trigger);
      }
    }
  }

 private:
  // All but those of the effects.
  std::vector<std::string> tables() {
    std::vector<std::string> names;
    sqlite3_stmt* statement = nullptr;
    sqlite3_prepare_v2(handle_,
                       "SELECT name FROM sqlite_master WHERE type = 'table'"
                       " AND name NOT LIKE 'sqlite~_%' ESCAPE '~' AND name <> 'effect'",
                       -1, &statement, nullptr);
    while (sqlite3_step(statement) == SQLITE_ROW) {
      names.emplace_back(reinterpret_cast<const char*>(sqlite3_column_text(statement, 0)));
    }
    sqlite3_finalize(statement);
    return names;
  }

  sqlite3* handle_ = nullptr;
};

void create_effects(const std::string& file) {
  View(file).run("CREATE TABLE IF NOT EXISTS effect (message TEXT)");
}

// The usual handler: one row for each time that the message takes effect.
void write_effect(sqlite3* database, const Message& message) {
  sqlite3_stmt* statement = nullptr;
  sqlite3_prepare_v2(database, "INSERT INTO effect VALUES (?)", -1, &statement, nullptr);
  sqlite3_bind_text(statement, 1, message.id.data(), static_cast<int>(message.id.size()),
                    SQLITE_TRANSIENT);
  const int result = sqlite3_step(statement);
  sqlite3_finalize(statement);
  if (result != SQLITE_DONE) throw std::runtime_error(sqlite3_errmsg(database));
}

// One database file with effects in it, and a clock.
class Shop {
 public:
  Shop() { create_effects(file()); }

  [[nodiscard]] std::string file() const { return directory_.file("shop.db"); }
  Clock& clock() { return clock_; }
  [[nodiscard]] Options options() const { return ::options(clock_); }
  [[nodiscard]] IdempotentConsumer worker() const { return {file(), options()}; }
  [[nodiscard]] int effects() const { return View(file()).ask("SELECT count(*) FROM effect"); }
  [[nodiscard]] int effects_of(const Message& message) const {
    return View(file()).ask("SELECT count(*) FROM effect WHERE message = '" + message.id + "'");
  }

 private:
  ScratchDirectory directory_;
  Clock clock_;
};

// A service outside that remembers the keys it has seen, as the contract of Call promises.
class Service {
 public:
  void call(const std::string& key) {
    const std::lock_guard lock(mutex_);
    ++calls_;
    keys_.insert(key);
  }
  int calls() {
    const std::lock_guard lock(mutex_);
    return calls_;
  }
  int effects() {
    const std::lock_guard lock(mutex_);
    return static_cast<int>(keys_.size());
  }

 private:
  std::mutex mutex_;
  std::set<std::string> keys_;
  int calls_ = 0;
};

// A log that outlives its process, one line a call.
void append_to_log(const std::string& line) {
  const int file = open("log", O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  const std::string text = line + "\n";
  if (write(file, text.data(), text.size()) != static_cast<ssize_t>(text.size())) {
    throw std::runtime_error("the log cannot be written");
  }
  close(file);
  crash_point("the handler has called the service");
}

std::vector<std::string> lines_of_log() {
  std::vector<std::string> lines;
  std::ifstream log("log");
  for (std::string line; std::getline(log, line);) lines.push_back(line);
  return lines;
}

// Opens once, for all who wait and will wait.
class Latch {
 public:
  void open() {
    const std::lock_guard lock(mutex_);
    open_ = true;
    opened_.notify_all();
  }
  void wait() {
    std::unique_lock lock(mutex_);
    opened_.wait(lock, [this] { return open_; });
  }

 private:
  std::mutex mutex_;
  std::condition_variable opened_;
  bool open_ = false;
};

const Message kMessage{"order-17", "three lamps"};
const Message kOther{"order-18", "one table"};

// ---- core: it works
// ------------------------------------------------------------------------------

BEHAVIOUR(core, applies_each_message_once,
          "apply() runs the handler for a new message, and answers duplicate when it comes again") {
  Shop shop;
  IdempotentConsumer worker = shop.worker();
  int seen = 0;
  const auto handler = [&](sqlite3* database, const Message& message) {
    ++seen;
    expect_equal(message.id + ": " + message.body, "order-17: three lamps",
                 "the message that the handler is given");
    write_effect(database, message);
  };
  expect_outcome(worker.apply(kMessage, handler), Outcome::processed, "a new message");
  expect_outcome(worker.apply(kMessage, handler), Outcome::duplicate, "its second delivery");
  expect_outcome(worker.apply(kMessage, handler), Outcome::duplicate, "its third delivery");
  expect_equal(seen, 1, "the number of times the handler ran for one message");
  expect_outcome(worker.apply(kOther, write_effect), Outcome::processed, "another message");
  expect_outcome(worker.apply(kMessage, handler), Outcome::duplicate, "a late redelivery");
  expect_equal(shop.effects(), 2, "the number of effects of two messages");
}

BEHAVIOUR(core, calls_for_each_message_once,
          "call() calls for a new message, and answers duplicate when it comes again") {
  Shop shop;
  Service service;
  IdempotentConsumer worker = shop.worker();
  const auto handler = [&](const Message&, const std::string& key) { service.call(key); };
  const Outcome answer = worker.call(kMessage, handler);
  expect_outcome(answer, Outcome::processed, "a new message");
  expect(kata::acknowledges(answer), "a message that was processed would be delivered again");
  expect_outcome(worker.call(kMessage, handler), Outcome::duplicate, "its second delivery");
  expect_outcome(worker.call(kOther, handler), Outcome::processed, "another message");
  expect_equal(service.calls(), 2, "the number of calls for two messages");
  expect_equal(service.effects(), 2, "the number of different keys for two messages");
}

BEHAVIOUR(core, workers_share_what_they_know,
          "what one worker has processed is a duplicate to all others, also after a restart") {
  Shop shop;
  IdempotentConsumer first = shop.worker();
  IdempotentConsumer second = shop.worker();
  expect_outcome(first.apply(kMessage, write_effect), Outcome::processed, "a new message");
  expect_outcome(second.apply(kMessage, write_effect), Outcome::duplicate,
                 "a message that another worker has processed");
  expect_outcome(second.apply(kOther, write_effect), Outcome::processed, "another message");
  IdempotentConsumer restarted = shop.worker();
  expect_outcome(restarted.apply(kMessage, write_effect), Outcome::duplicate,
                 "a message that was processed before this worker was started");
  expect_outcome(restarted.apply(kOther, write_effect), Outcome::duplicate,
                 "a message that was processed before this worker was started");
  expect_equal(shop.effects(), 2, "the number of effects of two messages");
}

BEHAVIOUR(
    core, failures_leave_nothing_and_are_retried,
    "a handler that throws leaves nothing behind, and the message can be tried again at once") {
  Shop shop;
  IdempotentConsumer worker = shop.worker();
  const auto fails = [](sqlite3* database, const Message& message) {
    write_effect(database, message);
    throw std::runtime_error("out of paper");
  };
  expect_outcome(worker.apply(kMessage, fails), Outcome::failed, "a message whose handler throws");
  expect_equal(shop.effects(), 0, "the number of effects of a handler that threw");
  expect_outcome(shop.worker().apply(kMessage, write_effect), Outcome::processed,
                 "the next delivery, to another worker");
  expect_equal(shop.effects(), 1, "the number of effects after a second try");

  const auto unreachable = [](const Message&, const std::string&) {
    throw std::runtime_error("no route to host");
  };
  expect_outcome(worker.call(kOther, unreachable), Outcome::failed, "a call that throws");
  expect_outcome(worker.call(kOther, [](const Message&, const std::string&) {}), Outcome::processed,
                 "the next delivery");
}

// What another worker asks while a service is called. If it fails, the handler must not throw: the
// message would count as failed, and the verdict would tell of that.
void ask_meanwhile(Shop& shop, const std::function<void()>& questions) {
  try {
    questions();
  } catch (const std::exception& error) {
    View witness(shop.file());
    witness.never_wait();
    const bool locked = !witness.run("INSERT INTO effect VALUES ('of a witness')");
    expect(false, std::string("while a service is called, another worker fails: ") + error.what(),
           locked ? Finding::lock_held_while_blocking : Finding::wrong_result);
  }
}

BEHAVIOUR(
    core, a_claim_keeps_others_away,
    "while a worker is at a message, others are told in_progress and do not run the handler") {
  Shop shop;
  IdempotentConsumer owner = shop.worker();
  IdempotentConsumer other = shop.worker();
  int calls_of_other = 0;
  const auto count = [&](const Message&, const std::string&) { ++calls_of_other; };
  owner.call(kMessage, [&](const Message&, const std::string&) {
    ask_meanwhile(shop, [&] {
      expect_outcome(other.call(kMessage, count), Outcome::in_progress,
                     "a message that another worker is at");
      shop.clock().advance(kLease - 1ms);
      expect_outcome(other.call(kMessage, count), Outcome::in_progress,
                     "a message whose lease has a millisecond to go");
      expect_outcome(other.apply(kOther, write_effect), Outcome::processed,
                     "another message meanwhile");
    });
  });
  expect_equal(calls_of_other, 0, "the number of calls by a worker that had no claim");
  expect_outcome(other.call(kMessage, count), Outcome::duplicate,
                 "the message after its owner has finished");
}

using Consume = std::function<Outcome(IdempotentConsumer&)>;

// Two workers at the same time.
std::array<Outcome, 2> side_by_side(Shop& shop, const Consume& first, const Consume& second) {
  std::array<Outcome, 2> outcomes{};
  IdempotentConsumer first_worker = shop.worker();
  IdempotentConsumer second_worker = shop.worker();
  Cast cast;
  cast.start("worker 1", [&] { outcomes[0] = first(first_worker); });
  cast.start("worker 2", [&] { outcomes[1] = second(second_worker); });
  cast.await_all_finished();
  return outcomes;
}

BEHAVIOUR(core, concurrent_duplicates_take_effect_once,
          "one message delivered to several workers at the same time takes effect once",
          schedules(400)) {
  rounds(
      [](Round&) {
        Shop shop;
        const Consume applies = [](IdempotentConsumer& worker) {
          return worker.apply(kMessage, write_effect);
        };
        const auto outcomes = side_by_side(shop, applies, applies);
        for (const Outcome outcome : outcomes) {
          expect(outcome == Outcome::processed || outcome == Outcome::duplicate ||
                     outcome == Outcome::in_progress,
                 "one of two workers was told " + words(outcome));
        }
        expect_equal(shop.effects(), 1, "the number of effects of a message delivered twice");
        expect_equal(std::ranges::count(outcomes, Outcome::processed), 1,
                     "the number of workers that were told processed");
      },
      {.at_least = 30, .at_most = 400, .time = 500ms});
}

BEHAVIOUR(core, concurrent_duplicates_call_once,
          "one message delivered to several workers at the same time is called for once",
          schedules(300)) {
  rounds(
      [](Round&) {
        Shop shop;
        Service service;
        const Consume calls = [&](IdempotentConsumer& worker) {
          return worker.call(kMessage,
                             [&](const Message&, const std::string& key) { service.call(key); });
        };
        side_by_side(shop, calls, calls);
        expect_equal(service.calls(), 1, "the number of calls for a message delivered twice");
      },
      {.at_least = 30, .at_most = 400, .time = 500ms});
}

BEHAVIOUR(core, workers_do_not_disturb_each_other,
          "workers that process different messages at the same time all succeed", schedules(300)) {
  rounds(
      [](Round&) {
        Shop shop;
        const auto applies = [](const Message& message) {
          return
              [message](IdempotentConsumer& worker) { return worker.apply(message, write_effect); };
        };
        for (const Outcome outcome : side_by_side(shop, applies(kMessage), applies(kOther))) {
          expect_outcome(outcome, Outcome::processed, "a message that no other worker had");
        }
        expect_equal(shop.effects(), 2, "the number of effects of two messages");
      },
      {.at_least = 30, .at_most = 400, .time = 400ms});
}

BEHAVIOUR(core, workers_start_at_the_same_time,
          "several workers may be started at the same time, on a file that does not exist yet",
          schedules(200)) {
  rounds(
      [](Round&) {
        const ScratchDirectory directory;
        const Clock clock;
        Cast cast;
        for (int i = 1; i <= 2; ++i) {
          cast.start(numbered("worker", i), [&] {
            IdempotentConsumer worker(directory.file("shop.db"), options(clock));
            expect_equal(worker.dead_letters().size(), 0U, "the number of dead letters");
          });
        }
        cast.await_all_finished();
      },
      {.at_least = 40, .at_most = 300, .time = 300ms});
}

// ---- robust: it survives
// -------------------------------------------------------------------------

// Delivers until it is acknowledged, as a queue does, with a lease in between.
Outcome deliver(IdempotentConsumer& worker, Clock& clock, const Message& message,
                const std::function<Outcome(IdempotentConsumer&, const Message&)>& consume) {
  Outcome outcome = consume(worker, message);
  for (int again = 0; again < 8 && !acknowledges(outcome); ++again) {
    clock.advance(kLease);
    outcome = consume(worker, message);
  }
  expect(acknowledges(outcome),
         message.id + " is still not done after nine deliveries, but " + words(outcome));
  return outcome;
}

BEHAVIOUR(robust, effects_survive_every_crash,
          "whatever step of apply() a process dies at, each message takes effect exactly once",
          grading::uncontrolled, grading::limit(20s)) {
  const auto consume = [](IdempotentConsumer& worker, const Message& message) {
    return worker.apply(message, write_effect);
  };
  survive_crashes(
      [&] {
        create_effects("shop.db");
        Clock clock;
        IdempotentConsumer worker("shop.db", options(clock));
        consume(worker, kMessage);
        consume(worker, kOther);
        consume(worker, kMessage);
      },
      [&] {
        create_effects("shop.db");
        Clock clock;
        IdempotentConsumer worker("shop.db", options(clock));
        for (const Message& message : {kMessage, kOther}) {
          const Outcome last = deliver(worker, clock, message, consume);
          expect(last != Outcome::parked, "after one crash a message was given up");
          const int effects = View("shop.db").ask("SELECT count(*) FROM effect WHERE message = '" +
                                                  message.id + "'");
          expect_equal(effects, 1, "the number of effects of " + message.id);
        }
      });
}

BEHAVIOUR(robust, calls_survive_every_crash,
          "whatever step of call() a process dies at, the service sees each message under one key",
          grading::uncontrolled, grading::limit(20s)) {
  const auto consume = [](IdempotentConsumer& worker, const Message& message) {
    return worker.call(message, [](const Message& seen, const std::string& key) {
      append_to_log(seen.id + " " + key);
    });
  };
  survive_crashes(
      [&] {
        Clock clock;
        IdempotentConsumer worker("shop.db", options(clock));
        consume(worker, kMessage);
        consume(worker, kOther);
        consume(worker, kMessage);
      },
      [&] {
        Clock clock;
        IdempotentConsumer worker("shop.db", options(clock));
        for (const Message& message : {kMessage, kOther}) {
          const Outcome last = deliver(worker, clock, message, consume);
          expect(last != Outcome::parked, "after one crash a message was given up");
          consume(worker, message);
        }
        std::map<std::string, int> calls;
        for (const std::string& line : lines_of_log()) ++calls[line];
        expect_equal(calls.size(), 2U, "the number of keys that the service saw for two messages");
        for (const auto& [call, times] : calls) {
          expect(times <= 2,
                 "with one crash, the service was called more than twice for a message");
        }
      });
}

BEHAVIOUR(robust, giving_up_survives_every_crash,
          "whatever step a failing message's process dies at, it ends as a dead letter, in time",
          grading::uncontrolled, grading::limit(20s)) {
  const auto consume = [](IdempotentConsumer& worker, const Message& message) {
    return worker.call(message, [](const Message& seen, const std::string&) {
      append_to_log(seen.id);
      throw std::runtime_error("no such customer");
    });
  };
  const auto two_attempts = [](const Clock& clock) {
    Options chosen = options(clock);
    chosen.max_attempts = 2;
    return chosen;
  };
  survive_crashes(
      [&] {
        Clock clock;
        IdempotentConsumer worker("shop.db", two_attempts(clock));
        deliver(worker, clock, kMessage, consume);
      },
      [&] {
        Clock clock;
        IdempotentConsumer worker("shop.db", two_attempts(clock));
        expect_outcome(deliver(worker, clock, kMessage, consume), Outcome::parked,
                       "a message that always fails");
        const auto letters = worker.dead_letters();
        if (expect_equal(letters.size(), 1U, "the number of dead letters")) {
          expect_equal(letters[0].message.body, kMessage.body, "the body of the dead letter");
        }
        const auto calls = lines_of_log().size();
        expect(calls <= 2, "the handler ran " + std::to_string(calls) + " times, with 2 attempts");
      });
}

BEHAVIOUR(robust, a_dead_owners_claim_expires,
          "when a worker's process died in its handler, the message is free once the lease is over",
          grading::uncontrolled) {
  Shop shop;
  grading::in_dying_process([&] {
    IdempotentConsumer worker = shop.worker();
    worker.call(kMessage, [](const Message&, const std::string&) { grading::die(); });
  });
  IdempotentConsumer worker = shop.worker();
  int calls = 0;
  const auto count = [&](const Message&, const std::string&) { ++calls; };
  shop.clock().advance(kLease - 1ms);
  expect_outcome(worker.call(kMessage, count), Outcome::in_progress,
                 "a message whose lease has a millisecond to go");
  expect_equal(calls, 0, "the number of calls before the lease was over");
  shop.clock().advance(1ms);
  expect_outcome(worker.call(kMessage, count), Outcome::processed, "a message whose lease is over");
  expect_equal(calls, 1, "the number of calls after the lease was over");

  grading::in_dying_process([&] {
    IdempotentConsumer dying = shop.worker();
    dying.apply(kOther, [](sqlite3* database, const Message& message) {
      write_effect(database, message);
      grading::die();
    });
  });
  expect_equal(shop.effects(), 0, "the number of effects of a process that died in its handler");
  shop.clock().advance(kLease);
  expect_outcome(worker.apply(kOther, write_effect), Outcome::processed,
                 "a message whose lease is over");
  expect_equal(shop.effects(), 1, "the number of effects after the lease was over");
}

BEHAVIOUR(robust, a_message_that_kills_is_parked,
          "a message whose handler kills the process uses up its attempts, and is parked",
          grading::uncontrolled) {
  Shop shop;
  Options two_attempts = shop.options();
  two_attempts.max_attempts = 2;
  const Message mixed{"mixed", ""};
  grading::in_dying_process([&] {
    IdempotentConsumer worker(shop.file(), two_attempts);
    worker.call(mixed, [](const Message&, const std::string&) {
      throw std::runtime_error("out of paper");
    });
    worker.call(mixed, [](const Message&, const std::string&) { grading::die(); });
  });
  for (int attempt = 1; attempt <= 2; ++attempt) {
    grading::in_dying_process([&] {
      IdempotentConsumer worker(shop.file(), two_attempts);
      worker.call(kMessage, [](const Message&, const std::string&) { grading::die(); });
    });
    shop.clock().advance(kLease);
  }
  IdempotentConsumer worker(shop.file(), two_attempts);
  bool called = false;
  expect_outcome(worker.call(kMessage, [&](const Message&, const std::string&) { called = true; }),
                 Outcome::parked,
                 "a message that has killed two processes, with max_attempts = 2,");
  expect_outcome(worker.call(mixed, [&](const Message&, const std::string&) { called = true; }),
                 Outcome::parked,
                 "a message that has failed once and killed a process, with max_attempts = 2,");
  expect(!called, "the handler got a message whose attempts were used up");
  const auto letters = worker.dead_letters();
  if (!expect_equal(letters.size(), 2U, "the number of dead letters")) return;
  expect_equal(letters[0].message.id, mixed.id, "the id of the first dead letter, in their order");
  expect_equal(quoted(letters[0].error), quoted("out of paper"),
               "the error of a dead letter that failed before it killed a process");
  expect_equal(letters[1].message.body, kMessage.body, "the body of the dead letter");
  expect_equal(letters[1].attempts, 2, "the attempts of the dead letter");
  expect_equal(quoted(letters[1].error), quoted(""), "the error of a dead letter that never threw");
}

// Stops one worker between two of its statements, wherever that is possible, while another one, the
// lease being over, gets the message and processes it.
void overtake_everywhere(const Consume& late_consumes, const Consume& other_consumes,
                         const std::function<void(Shop&)>& check) {
  bool overtaken = true;
  for (unsigned n = 1; overtaken && !grading::failed() && n < 50; ++n) {
    Shop shop;
    IdempotentConsumer late = shop.worker();
    IdempotentConsumer other = shop.worker();
    Outcome of_late{};
    Outcome of_other{};
    overtaken = interrupted(
        n, [&] { of_late = late_consumes(late); },
        [&] {
          shop.clock().advance(kLease);
          of_other = other_consumes(other);
        });
    if (!overtaken) break;
    expect(of_late != Outcome::processed || of_other != Outcome::processed,
           "two workers, one overtaken by the other, were both told processed");
    expect_outcome(other_consumes(other), Outcome::duplicate, "the next delivery");
    check(shop);
  }
}

BEHAVIOUR(robust, a_late_owner_has_no_effect,
          "a worker that is overtaken between any two steps of apply() leaves no second effect") {
  const auto applies = [](IdempotentConsumer& worker) {
    return worker.apply(kMessage, write_effect);
  };
  overtake_everywhere(applies, applies, [](Shop& shop) {
    expect_equal(shop.effects(), 1, "the number of effects, with one worker overtaken by another,");
  });
}

BEHAVIOUR(robust, a_late_failure_undoes_nothing,
          "a worker that is overtaken and then fails does not undo what the other one has done") {
  const Consume fails = [](IdempotentConsumer& worker) {
    return worker.call(kMessage, [](const Message&, const std::string&) {
      throw std::runtime_error("timed out");
    });
  };
  const Consume succeeds = [](IdempotentConsumer& worker) {
    return worker.call(kMessage, [](const Message&, const std::string&) {});
  };
  overtake_everywhere(fails, succeeds, [](Shop&) {});
}

// Two calls that overlap: the late owner's begins first, and returns while the new owner's handler
// runs.
struct Overlap {
  Shop shop;
  Latch late_is_inside;
  Latch taken_over;
  Latch late_has_returned;
  Outcome of_late{};
  Outcome of_owner{};
  Outcome of_third{};
  bool third_called = false;

  void play(const std::function<void()>& late_ending) {
    IdempotentConsumer late = shop.worker();
    IdempotentConsumer owner = shop.worker();
    IdempotentConsumer third = shop.worker();
    Cast cast;
    cast.start("the late owner", [&] {
      of_late = late.call(kMessage, [&](const Message&, const std::string&) {
        late_is_inside.open();
        taken_over.wait();
        late_ending();
      });
      late_has_returned.open();
    });
    cast.start("the new owner", [&] {
      late_is_inside.wait();
      shop.clock().advance(kLease);
      of_owner = owner.call(kMessage, [&](const Message&, const std::string&) {
        taken_over.open();
        late_has_returned.wait();
        of_third =
            third.call(kMessage, [&](const Message&, const std::string&) { third_called = true; });
      });
      taken_over.open();  // If it was not let in.
    });
    cast.await_all_finished();
  }
};

BEHAVIOUR(robust, a_late_owner_leaves_the_new_claim,
          "an owner that returns after its message was taken over leaves the new claim alone",
          schedules(400)) {
  rounds(
      [](Round& round) {
        const bool fails = round.below(2) == 0;
        Overlap overlap;
        overlap.play([&] {
          if (fails) throw std::runtime_error("timed out");
        });
        const std::string returned =
            fails ? ", when the late owner had failed" : ", when the late owner had finished";
        expect_outcome(overlap.of_owner, Outcome::processed, "a message whose lease was over");
        expect_outcome(overlap.of_late, Outcome::superseded, "a call that was overtaken");
        expect(!overlap.third_called, "a third worker was let in beside the new owner" + returned);
        expect_outcome(overlap.of_third, Outcome::in_progress,
                       "a message that the new owner is at" + returned + ",");
      },
      {.at_least = 6, .at_most = 30, .time = 100ms});
}

BEHAVIOUR(robust, a_slow_owner_may_finish,
          "an owner whose lease ran out still finishes if nobody has taken the message over") {
  Shop shop;
  IdempotentConsumer worker = shop.worker();
  const auto slow = [&](const Message&, const std::string&) { shop.clock().advance(3 * kLease); };
  expect_outcome(worker.call(kMessage, slow), Outcome::processed, "a slow call");
  expect_outcome(shop.worker().call(kMessage, slow), Outcome::duplicate, "the next delivery");
  const auto slow_effect = [&](sqlite3* database, const Message& message) {
    shop.clock().advance(3 * kLease);
    write_effect(database, message);
  };
  expect_outcome(worker.apply(kOther, slow_effect), Outcome::processed, "a slow effect");
  expect_equal(shop.effects(), 1, "the number of effects of a slow handler");
}

BEHAVIOUR(robust, a_late_owner_revives_no_dead_letter,
          "an owner that returns after its message was given up changes nothing any more") {
  const auto nothing = [](const Message&, const std::string&) {};
  for (const bool fails : {false, true}) {
    Shop shop;
    Options one_attempt = shop.options();
    one_attempt.max_attempts = 1;
    IdempotentConsumer late(shop.file(), one_attempt);
    IdempotentConsumer other(shop.file(), one_attempt);
    const Outcome of_late = late.call(kMessage, [&](const Message&, const std::string&) {
      shop.clock().advance(kLease);
      expect_outcome(other.call(kMessage, nothing), Outcome::parked,
                     "a message whose only attempt has run out of its lease");
      expect(!late.renew(), "renew() says that a claim is held on a message that was given up");
      if (fails) throw std::runtime_error("timed out");
    });
    expect_outcome(of_late, Outcome::superseded,
                   fails ? "a call that fails after its message was given up"
                         : "a call that returns after its message was given up");
    expect_outcome(other.call(kMessage, nothing), Outcome::parked, "the next delivery");
    const auto letters = other.dead_letters();
    if (!expect_equal(letters.size(), 1U, "the number of dead letters")) return;
    expect_equal(quoted(letters[0].error), quoted(""), "the error of the dead letter");
  }
}

BEHAVIOUR(robust, finished_or_given_up_but_not_both,
          "a message whose owner finishes while another worker gives it up is either, not both",
          schedules(200)) {
  rounds(
      [](Round&) {
        Shop shop;
        Options one_attempt = shop.options();
        one_attempt.max_attempts = 1;
        IdempotentConsumer owner(shop.file(), one_attempt);
        IdempotentConsumer other(shop.file(), one_attempt);
        Latch lease_is_over;
        Outcome of_owner{};
        Outcome of_other{};
        {
          Cast cast;
          cast.start("the owner", [&] {
            of_owner = owner.call(kMessage, [&](const Message&, const std::string&) {
              shop.clock().advance(kLease);
              lease_is_over.open();
            });
          });
          cast.start("the other worker", [&] {
            lease_is_over.wait();
            of_other = other.call(kMessage, [](const Message&, const std::string&) {});
          });
          cast.await_all_finished();
        }
        const bool finished = of_owner == Outcome::processed;
        if (!finished) expect_outcome(of_owner, Outcome::superseded, "a call that was given up");
        expect_outcome(of_other, finished ? Outcome::duplicate : Outcome::parked,
                       "a message whose owner was told " + words(of_owner));
        expect_equal(
            other.dead_letters().size(), finished ? 0U : 1U,
            "the number of dead letters, the owner having been told " + words(of_owner) + ",");
      },
      {.at_least = 15, .at_most = 300, .time = 300ms});
}

BEHAVIOUR(robust, renewing_keeps_the_claim,
          "renew() keeps the claim of a slow handler alive, and says when it has been lost") {
  Shop shop;
  IdempotentConsumer owner = shop.worker();
  IdempotentConsumer other = shop.worker();
  const auto nothing = [](const Message&, const std::string&) {};
  expect(!owner.renew(), "renew() outside of a handler says that there is a claim");
  owner.call(kMessage, [&](const Message&, const std::string&) {
    for (int i = 0; i < 3; ++i) {
      shop.clock().advance(kLease - 1ms);
      expect(owner.renew(), "renew() says that a claim is lost which nobody has taken over");
    }
    shop.clock().advance(kLease - 1ms);
    expect_outcome(other.call(kMessage, nothing), Outcome::in_progress,
                   "a message whose claim was renewed");
    shop.clock().advance(1ms);
    expect(owner.renew(), "renew() does not take a claim whose lease is over and that is free");
    shop.clock().advance(kLease);
    expect_outcome(other.call(kMessage, nothing), Outcome::processed,
                   "a message whose renewed lease is over");
    expect(!owner.renew(), "renew() says that a claim is held which somebody has taken over");
  });
  expect(!owner.renew(), "renew() after a handler says that there is a claim");
  expect_outcome(owner.apply(kOther,
                             [&](sqlite3* database, const Message& message) {
                               shop.clock().advance(kLease - 1ms);
                               expect(owner.renew(), "renew() does not work in apply()");
                               write_effect(database, message);
                             }),
                 Outcome::processed, "a message whose handler renews");
  expect_equal(shop.effects(), 1, "the number of effects of a handler that renews");
  expect_outcome(owner.call(kMessage, nothing), Outcome::duplicate, "the next delivery");

  Shop two;
  IdempotentConsumer late = two.worker();
  late.call(kMessage, [&](const Message&, const std::string&) {
    two.clock().advance(kLease);
    two.worker().call(kMessage, [&](const Message&, const std::string&) {
      expect(!late.renew(), "renew() takes a claim back that somebody else holds");
    });
  });
}

BEHAVIOUR(
    robust, poison_is_parked_in_time,
    "a message that always fails is tried max_attempts times and then kept as a dead letter") {
  Shop shop;
  Options three_attempts = shop.options();
  three_attempts.max_attempts = 3;
  IdempotentConsumer worker(shop.file(), three_attempts);
  int calls = 0;
  const auto fails = [&](sqlite3* database, const Message& message) {
    write_effect(database, message);
    throw std::runtime_error("failure " + std::to_string(++calls));
  };
  expect_outcome(worker.apply(kMessage, fails), Outcome::failed, "the first of 3 failures");
  expect_outcome(worker.apply(kMessage, fails), Outcome::failed, "the second of 3 failures");
  expect_equal(worker.dead_letters().size(), 0U,
               "the number of dead letters after 2 of 3 failures");
  expect_outcome(worker.apply(kMessage, fails), Outcome::parked, "the last of 3 failures");
  expect_outcome(worker.apply(kMessage, fails), Outcome::parked, "a dead letter that comes again");
  IdempotentConsumer restarted(shop.file(), three_attempts);
  shop.clock().advance(3 * kLease);
  expect_outcome(restarted.apply(kMessage, fails), Outcome::parked,
                 "a dead letter that comes again after a restart");
  expect_equal(calls, 3, "the number of times that the handler ran, with max_attempts = 3,");
  expect_equal(shop.effects(), 0, "the number of effects of a message that always failed");
  const auto letters = restarted.dead_letters();
  if (!expect_equal(letters.size(), 1U, "the number of dead letters")) return;
  expect_equal(letters[0].message.id, kMessage.id, "the id of the dead letter");
  expect_equal(letters[0].message.body, kMessage.body, "the body of the dead letter");
  expect_equal(letters[0].attempts, 3, "the attempts of the dead letter");
  expect_equal(letters[0].error, "failure 3", "the error of the dead letter");
  expect_outcome(restarted.apply(kOther, write_effect), Outcome::processed, "another message");
}

BEHAVIOUR(robust, whatever_is_thrown_is_a_failure,
          "a handler may throw anything: it is a failure, and the consumer goes on") {
  Shop shop;
  IdempotentConsumer worker = shop.worker();
  expect_outcome(worker.apply(kMessage,
                              [](sqlite3* database, const Message& message) {
                                write_effect(database, message);
                                throw 42;
                              }),
                 Outcome::failed, "a handler that throws an int");
  expect_outcome(worker.call(kMessage, [](const Message&, const std::string&) { throw "words"; }),
                 Outcome::failed, "a call that throws words");
  expect_equal(shop.effects(), 0, "the number of effects of handlers that threw");
  expect_outcome(worker.apply(kMessage, write_effect), Outcome::processed, "the next delivery");
}

BEHAVIOUR(
    robust, the_key_stays_the_same,
    "every attempt calls with the same key, so that an effect that got through is not repeated") {
  Shop shop;
  Service service;
  const auto applies_and_times_out = [&](const Message&, const std::string& key) {
    service.call(key);
    throw std::runtime_error("timed out");
  };
  const auto calls = [&](const Message&, const std::string& key) { service.call(key); };
  IdempotentConsumer worker = shop.worker();
  expect_outcome(worker.call(kMessage, applies_and_times_out), Outcome::failed,
                 "a call whose answer was lost");
  expect_outcome(shop.worker().call(kMessage, applies_and_times_out), Outcome::failed,
                 "a call whose answer was lost again");
  shop.clock().advance(3 * kLease);
  expect_outcome(shop.worker().call(kMessage, calls), Outcome::processed, "the third delivery");
  expect_equal(service.calls(), 3, "the number of calls in three attempts");
  expect_equal(service.effects(), 1, "the number of keys that the service saw for one message");
}

// The key that a consumer of this name gives to this message.
std::string key_of(Shop& shop, const std::string& consumer, const std::string& id) {
  std::string seen;
  Options chosen = shop.options();
  chosen.consumer = consumer;
  const auto look = [&](const Message&, const std::string& key) { seen = key; };
  IdempotentConsumer(shop.file(), chosen).call({id, "body"}, look);
  return seen;
}

BEHAVIOUR(robust, keys_do_not_collide,
          "two messages never share a key, whatever characters are in ids and consumers' names") {
  Shop shop;
  std::set<std::string> between = {"", "/", ":", "-", "_", "|", ".", " ", std::string(1, '\0')};
  // What stands between name and id in the key, if they are there as they are, may be in a name.
  const std::string key = key_of(shop, "billing", "order");
  const auto name = key.find("billing");
  const auto id = key.find("order");
  const bool plain = name != std::string::npos && id != std::string::npos;
  if (plain && name < id) between.insert(key.substr(name + 7, id - name - 7));
  if (plain && id < name) between.insert(key.substr(id + 5, name - id - 5));
  std::map<std::string, std::string> messages;  // By key.
  const auto give_key = [&](const std::string& consumer, const std::string& message) {
    const std::string who = quoted(message) + " of consumer " + quoted(consumer);
    const auto [first, is_new] = messages.emplace(key_of(shop, consumer, message), who);
    return expect(is_new, "message " + first->second + " and message " + who + " share a key");
  };
  for (const std::string& between_them : between) {
    if (!give_key("a", "1" + between_them + "2") || !give_key("a" + between_them + "1", "2") ||
        !give_key("2", "a" + between_them + "1") || !give_key("1" + between_them + "2", "a")) {
      return;
    }
  }
}

BEHAVIOUR(robust, consumers_do_not_share,
          "consumers with different names may share a file: each processes every message") {
  Shop shop;
  Options shipping = shop.options();
  shipping.consumer = "shipping";
  shipping.max_attempts = 1;
  shipping.retention = 0ms;
  IdempotentConsumer biller = shop.worker();
  IdempotentConsumer shipper(shop.file(), shipping);
  expect_outcome(biller.apply(kMessage, write_effect), Outcome::processed, "a new message");
  expect_outcome(shipper.apply(kMessage, write_effect), Outcome::processed,
                 "a message that a consumer of another name has processed");
  expect_outcome(
      shipper.call(kOther, [](const Message&, const std::string&) { throw std::exception(); }),
      Outcome::parked, "a failure with max_attempts = 1");
  expect_equal(biller.dead_letters().size(), 0U, "the number of another consumer's dead letters");
  expect_outcome(biller.apply(kOther, write_effect), Outcome::processed,
                 "a message that is another consumer's dead letter");
  expect_equal(shipper.purge(), 1U, "the number of messages that purge() forgets");
  expect_outcome(biller.apply(kMessage, write_effect), Outcome::duplicate,
                 "a message that a consumer of another name has forgotten");
}

BEHAVIOUR(robust, any_id_will_do, "ids, bodies and names may contain any characters") {
  Shop shop;
  const std::array<std::string, 13> awkward = {"it's",
                                               "'); DROP TABLE effect; --",
                                               "\"quoted\" ?1 :id @id $id",
                                               "%_",
                                               "Bäckerei \u6771",
                                               std::string("a\0b", 3),
                                               "1",
                                               "01",
                                               "1.0",
                                               "1 ",
                                               "A",
                                               "B",
                                               "b"};
  Options chosen = shop.options();
  chosen.consumer = awkward[1];
  chosen.max_attempts = 1;
  IdempotentConsumer worker(shop.file(), chosen);
  for (const std::string& id : awkward) {
    expect_outcome(worker.apply({id, id}, write_effect), Outcome::processed, "a new message");
    expect_outcome(worker.apply({id, id}, write_effect), Outcome::duplicate, "its redelivery");
  }
  expect_outcome(worker.apply({"a", ""}, write_effect), Outcome::processed,
                 "a message whose id is the beginning of another one's");
  const Message poison{"poison" + awkward[5], awkward[5] + awkward[2]};
  worker.apply(poison, [&](sqlite3*, const Message&) { throw std::runtime_error(awkward[2]); });
  const auto letters = worker.dead_letters();
  if (!expect_equal(letters.size(), 1U, "the number of dead letters")) return;
  expect(letters[0].message.id == poison.id, "the id of the dead letter is not the message's");
  expect(letters[0].message.body == poison.body,
         "the body of the dead letter is not the message's");
  expect(letters[0].error == awkward[2], "the error of the dead letter is not the exception's");
}

BEHAVIOUR(robust, dead_letters_come_in_order,
          "dead letters are told in the order of their ids, whichever was parked first") {
  Shop shop;
  Options strict = shop.options();
  strict.max_attempts = 1;
  IdempotentConsumer worker(shop.file(), strict);
  for (const char* const id : {"m2", "m3", "m1"}) {
    expect_outcome(
        worker.apply({id, ""},
                     [](sqlite3*, const Message&) { throw std::runtime_error("not today"); }),
        Outcome::parked, "a message that fails at its only attempt");
    shop.clock().advance(1s);
  }
  std::string ids;
  for (const auto& letter : worker.dead_letters()) {
    ids += letter.message.id;
    ids += ' ';
  }
  expect(ids == "m1 m2 m3 ", "the dead letters m2, m3 and m1 are told in the order " + ids);
}

BEHAVIOUR(robust, any_duration_will_do,
          "a lease may be longer than time, and nothing may be forgotten before that") {
  Shop shop;
  Options forever = shop.options();
  forever.lease = milliseconds::max();
  forever.retention = milliseconds::max();
  IdempotentConsumer worker(shop.file(), forever);
  IdempotentConsumer other(shop.file(), forever);
  const auto nothing = [](const Message&, const std::string&) {};
  expect_outcome(worker.call(kMessage,
                             [&](const Message&, const std::string&) {
                               shop.clock().advance(24h);
                               expect_outcome(other.call(kMessage, nothing), Outcome::in_progress,
                                              "a message with an endless lease");
                               expect(worker.renew(), "renew() lost a claim with an endless lease");
                               expect_outcome(other.call(kMessage, nothing), Outcome::in_progress,
                                              "a message with an endless lease, renewed");
                             }),
                 Outcome::processed, "a message with an endless lease");
  shop.clock().advance(24h * 365 * 50);
  expect_equal(worker.purge(), 0U, "the number of messages forgotten, with an endless retention");
  expect_outcome(worker.call(kMessage, nothing), Outcome::duplicate, "a message 50 years later");
}

BEHAVIOUR(robust, refuses_impossible_options,
          "impossible options throw std::invalid_argument, a file that cannot be opened "
          "std::runtime_error") {
  Shop shop;
  const auto refuses = [&](const char* what, const std::function<void(Options&)>& change) {
    Options chosen = shop.options();
    change(chosen);
    expect_throws<std::invalid_argument>(what, "std::invalid_argument",
                                         [&] { IdempotentConsumer worker(shop.file(), chosen); });
  };
  refuses("a consumer without a name", [](Options& o) { o.consumer.clear(); });
  refuses("a consumer without a clock", [](Options& o) { o.clock = nullptr; });
  refuses("a lease of 0", [](Options& o) { o.lease = 0ms; });
  refuses("a negative lease", [](Options& o) { o.lease = -1ms; });
  refuses("max_attempts = 0", [](Options& o) { o.max_attempts = 0; });
  refuses("a negative retention", [](Options& o) { o.retention = -1ms; });
  expect_throws<std::runtime_error>(
      "a file in a folder that does not exist", "std::runtime_error",
      [&] { IdempotentConsumer worker(shop.file() + "/no/such.db", shop.options()); });
  const ScratchDirectory directory;
  std::ofstream(directory.file("letter.txt")) << std::string(2'000, 'x');
  expect_throws<std::runtime_error>("a file that is no database", "std::runtime_error", [&] {
    IdempotentConsumer worker(directory.file("letter.txt"), shop.options());
  });

  expect_equal(Options().max_attempts, 5, "max_attempts, where nothing else is said,");
  Options smallest = shop.options();
  smallest.consumer = "smallest";
  smallest.lease = 1ms;
  smallest.max_attempts = 1;
  smallest.retention = 0ms;
  IdempotentConsumer worker(shop.file(), smallest);
  expect_outcome(worker.apply(kMessage, write_effect), Outcome::processed,
                 "a message with the smallest lease, retention and number of attempts");
}

BEHAVIOUR(robust, waits_for_a_busy_database,
          "while another connection writes, a worker waits for it instead of failing",
          schedules(800)) {
  rounds(
      [](Round&) {
        Shop shop;
        IdempotentConsumer worker = shop.worker();
        Outcome outcome{};
        {
          Cast cast;
          cast.start("who writes", [&] {
            View view(shop.file());
            for (int i = 0; i < grading::by_stage(3, 1); ++i) {
              view.run("BEGIN IMMEDIATE");
              view.run("INSERT INTO effect VALUES ('of somebody else')");
              shop.clock().advance(1ms);  // Others get the chance to run into the lock.
              view.run("COMMIT");
            }
          });
          cast.start("the worker", [&] { outcome = worker.apply(kMessage, write_effect); });
          cast.await_all_finished();
        }
        expect_outcome(outcome, Outcome::processed, "a message beside a connection that writes");
        expect_equal(shop.effects_of(kMessage), 1, "the number of effects");
      },
      {.at_least = 40, .at_most = 300, .time = 400ms});
}

BEHAVIOUR(robust, goes_on_after_an_error,
          "if the database fails, apply() and call() throw, and the consumer can be used further") {
  Shop shop;
  View view(shop.file());
  IdempotentConsumer worker = shop.worker();
  const auto throws = [](const char* when, const std::function<void()>& work) {
    expect_throws<std::runtime_error>(when, "std::runtime_error", work);
  };
  view.let_writes_fail(true);
  throws("apply() with a full disk", [&] { worker.apply(kMessage, write_effect); });
  view.let_writes_fail(false);
  expect_outcome(worker.apply(kMessage, write_effect), Outcome::processed,
                 "a message whose claim could not be written before");
  throws("call(), the disk being full when the handler returns,", [&] {
    worker.call(kOther, [&](const Message&, const std::string&) { view.let_writes_fail(true); });
  });
  view.let_writes_fail(false);
  shop.clock().advance(1ms);
  expect(!worker.renew(), "renew() after a call() that threw says that there is a claim");
  shop.clock().advance(kLease - 1ms);
  expect_outcome(worker.call(kOther, [](const Message&, const std::string&) {}), Outcome::processed,
                 "a message whose end could not be written before");
  expect_equal(shop.effects(), 1, "the number of effects of the other message");
}

BEHAVIOUR(
    robust, a_failed_commit_is_no_success,
    "if what a handler wrote cannot be committed, it has not taken effect, and is tried again") {
  Shop shop;
  bool disk_is_full = true;
  IdempotentConsumer worker = shop.worker();
  try {
    const Outcome outcome = worker.apply(kMessage, [&](sqlite3* database, const Message& message) {
      write_effect(database, message);
      // The next commit becomes a rollback, and says so.
      const auto refuse = [](void* full) {
        return std::exchange(*static_cast<bool*>(full), false) ? 1 : 0;
      };
      sqlite3_commit_hook(database, refuse, &disk_is_full);
    });
    expect_outcome(outcome, Outcome::failed, "a message whose effect could not be committed");
  } catch (const std::runtime_error&) {
    // An error of the database: that will do as well.
  }
  expect_equal(shop.effects(), 0, "the number of effects that were not committed");
  shop.clock().advance(kLease);
  expect_outcome(worker.apply(kMessage, write_effect), Outcome::processed, "the next delivery");
  expect_equal(shop.effects(), 1, "the number of effects after a second try");
}

// ---- senior: it can be run for years
// -------------------------------------------------------------

BEHAVIOUR(senior, holds_no_lock_while_calling,
          "no lock on the database is held while a service is called") {
  Shop shop;
  IdempotentConsumer worker = shop.worker();
  worker.call(kMessage, [&](const Message&, const std::string&) {
    View other(shop.file());
    other.never_wait();
    expect(other.run("INSERT INTO effect VALUES ('of somebody else')"),
           "another connection cannot write while the service is called",
           Finding::lock_held_while_blocking);
  });
}

BEHAVIOUR(senior, calls_overlap,
          "calls for different messages are made at the same time, not one after the other",
          schedules(300)) {
  rounds(
      [](Round&) {
        Shop shop;
        std::array<Latch, 2> inside;
        IdempotentConsumer first = shop.worker();
        IdempotentConsumer second = shop.worker();
        const auto meets = [&](IdempotentConsumer& worker, const Message& message, std::size_t me) {
          const Outcome outcome = worker.call(message, [&](const Message&, const std::string&) {
            inside[me].open();
            inside[1 - me].wait();
          });
          inside[me].open();  // If it was not called.
          expect_outcome(outcome, Outcome::processed, "a message that no other worker had");
        };
        Cast cast;
        cast.start("worker 1", [&] { meets(first, kMessage, 0); });
        cast.start("worker 2", [&] { meets(second, kOther, 1); });
        cast.await_all_finished(
            "a worker does not get to its call while another one's service has not answered",
            Finding::serialized);
      },
      {.at_least = 20, .at_most = 100, .time = 200ms});
}

BEHAVIOUR(senior, forgets_only_what_is_done_and_old,
          "purge() forgets what took effect long ago, and nothing else however old it is") {
  Shop shop;
  Options chosen = shop.options();
  chosen.retention = 24h + 250ms;
  chosen.max_attempts = 2;
  IdempotentConsumer worker(shop.file(), chosen);
  const auto fails = [](sqlite3*, const Message&) { throw std::runtime_error("no"); };
  const Message retried{"retried", ""};
  const Message poison{"poison", "bones"};
  const Message claimed{"claimed", ""};
  // What counts is when it took effect, not when that was begun.
  worker.call(kMessage, [&](const Message&, const std::string&) { shop.clock().advance(1h); });
  worker.apply(retried, fails);
  worker.apply(poison, fails);
  worker.apply(poison, fails);
  shop.clock().advance(12h);
  worker.apply(kOther, write_effect);
  expect_equal(worker.purge(), 0U, "the number of messages forgotten after half of the retention");
  shop.clock().advance(12h + 249ms);
  expect_equal(worker.purge(), 0U, "the number forgotten a millisecond before the retention ends");
  expect_outcome(worker.apply(kMessage, write_effect), Outcome::duplicate,
                 "a message within its retention");
  shop.clock().advance(1ms);
  expect_equal(worker.purge(), 1U, "the number forgotten when one message's retention has ended");
  expect_outcome(worker.apply(kOther, write_effect), Outcome::duplicate,
                 "a message that took effect twelve hours later");
  worker.call(claimed, [&](const Message&, const std::string&) {
    IdempotentConsumer other(shop.file(), chosen);
    expect_equal(other.purge(), 0U, "the number forgotten while a message is in progress");
    expect_outcome(other.apply(claimed, write_effect), Outcome::in_progress,
                   "a message in progress, after purge()");
  });
  shop.clock().advance(24h * 365);
  expect_equal(worker.purge(), 2U, "the number forgotten a year later");
  expect_outcome(worker.apply(poison, write_effect), Outcome::parked, "a year-old dead letter");
  expect_equal(worker.dead_letters().size(), 1U, "the number of dead letters after purge()");
  expect_outcome(worker.apply(retried, fails), Outcome::parked,
                 "the second of two failures, with a year and a purge() between them");
}

BEHAVIOUR(senior, the_table_stays_small,
          "the tables grow with the messages remembered, not with deliveries, and shrink again") {
  constexpr int kMessages = 20;
  Shop shop;
  Options chosen = shop.options();
  chosen.retention = 24h;
  IdempotentConsumer worker(shop.file(), chosen);
  const auto nothing = [](const Message&, const std::string&) {};
  const int empty = View(shop.file()).rows_of_the_consumer();
  for (int i = 0; i < kMessages; ++i) worker.call({numbered("order", i), "body"}, nothing);
  const int once = View(shop.file()).rows_of_the_consumer();
  for (int again = 0; again < 3; ++again) {
    for (int i = 0; i < kMessages; ++i) worker.call({numbered("order", i), "body"}, nothing);
  }
  const int often = View(shop.file()).rows_of_the_consumer();
  grading::measure("rows more after 60 duplicates", often - once, 0);
  expect(often == once,
         "the tables have grown from " + std::to_string(once) + " to " + std::to_string(often) +
             " rows by duplicates alone",
         Finding::unbounded);
  shop.clock().advance(24h);
  expect_equal(worker.purge(), std::size_t{kMessages}, "the number of messages that are forgotten");
  const int rest = View(shop.file()).rows_of_the_consumer();
  expect(rest <= empty,
         std::to_string(rest) + " rows are left of " + std::to_string(once) +
             " after everything was forgotten",
         Finding::unbounded);
}

BEHAVIOUR(senior, leaves_nothing_open,
          "a worker that is gone, or could not be made, leaves no connection open") {
  Shop shop;
  // Also what SQLite keeps for connections, such as files that it has open.
  const auto memory_after = [&](const std::string& file) {
    try {
      IdempotentConsumer worker(file, shop.options());
      worker.apply(kMessage, write_effect);
    } catch (const std::runtime_error&) {
      // There is no such folder.
    }
    return sqlite3_memory_used();
  };
  for (const std::string& file : {shop.file(), shop.file() + "/no/such.db"}) {
    const auto once = memory_after(file);
    const auto twice = memory_after(file);
    expect(twice == once,
           "after each worker, SQLite keeps " + std::to_string(twice - once) +
               " bytes more: a connection is still open, or a statement not finalized",
           Finding::unbounded);
  }
}

BEHAVIOUR(
    senior, a_late_owner_outlives_the_record,
    "an owner that was overtaken has no claim on the message, also when all has been forgotten "
    "and the message is claimed anew") {
  Shop shop;
  Options forgetful = shop.options();
  forgetful.retention = 0ms;
  IdempotentConsumer late(shop.file(), forgetful);
  IdempotentConsumer other(shop.file(), forgetful);
  const auto nothing = [](const Message&, const std::string&) {};
  const Outcome of_late = late.call(kMessage, [&](const Message&, const std::string&) {
    shop.clock().advance(kLease);
    expect_outcome(other.call(kMessage, nothing), Outcome::processed,
                   "a message whose lease is over");
    expect_equal(other.purge(), 1U, "the number of messages forgotten, with no retention");
    expect_outcome(other.call(kMessage,
                              [&](const Message&, const std::string&) {
                                expect(!late.renew(),
                                       "renew() takes a claim for its own that was lost before the "
                                       "message was forgotten, and is somebody else's now");
                              }),
                   Outcome::processed, "a message that was forgotten");
  });
  expect_outcome(of_late, Outcome::superseded, "a call that was overtaken");
}

BEHAVIOUR(
    senior, a_transaction_that_sqlite_ends_is_a_failure,
    "if SQLite rolls back what a handler writes, the message has failed, whatever the handler "
    "says") {
  Shop shop;
  View(shop.file())
      .run(
          "CREATE TRIGGER closed BEFORE INSERT ON effect WHEN NEW.message = 'after hours'"
          " BEGIN SELECT RAISE(ROLLBACK, 'the books are closed'); END");
  IdempotentConsumer worker = shop.worker();
  const auto too_late = [](bool throws) {
    return [throws](sqlite3* database, const Message& message) {
      write_effect(database, message);
      try {
        write_effect(database, {"after hours", ""});
      } catch (const std::runtime_error&) {
        if (throws) throw;
      }
    };
  };
  for (const bool throws : {true, false}) {
    expect_outcome(worker.apply(kMessage, too_late(throws)), Outcome::failed,
                   throws ? "a handler that throws after a rollback"
                          : "a handler that says nothing of a rollback");
    expect_equal(shop.effects(), 0, "the number of effects that were rolled back");
  }
  expect_outcome(worker.apply(kMessage, write_effect), Outcome::processed, "the next delivery");
  Options one_attempt = shop.options();
  one_attempt.consumer = "strict";
  one_attempt.max_attempts = 1;
  IdempotentConsumer strict(shop.file(), one_attempt);
  expect_outcome(strict.apply(kOther, too_late(true)), Outcome::parked,
                 "a handler that throws after a rollback, with max_attempts = 1,");
  const auto letters = strict.dead_letters();
  if (!expect_equal(letters.size(), 1U, "the number of dead letters")) return;
  expect_equal(letters[0].error, "the books are closed", "the error of the dead letter");
}

}  // namespace
