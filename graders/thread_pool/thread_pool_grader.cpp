// What a kata::ThreadPool has to do. Behaviours state the contract of
// katas/thread_pool/thread_pool.h and nothing about how it is met; the sentences are what learners
// see.
#include <algorithm>
#include <array>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <future>
#include <initializer_list>
#include <limits>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "grading/everyone.h"
#include "grading/grader.h"
#include "grading/props/downstream.h"
#include "grading/props/payloads.h"
#include "grading/props/tally.h"
#include "grading/props/thread_shortage.h"
#include "grading/stage.h"
#include "thread_pool.h"

namespace {

using grading::by_stage;
using grading::Cast;
using grading::expect;
using grading::expect_equal;
using grading::expect_throws;
using grading::Farewell;
using grading::Finding;
using grading::Makespan;
using grading::Participant;
using grading::Round;
using grading::rounds;
using grading::scaled;
using grading::Standing;
using grading::StartLine;
using grading::Stopwatch;
using grading::Tally;
using kata::RejectedExecution;
using kata::RejectionPolicy;
using kata::ThreadPool;
using namespace std::chrono_literals;

// Scenes in which one thread directs the others go wrong at once or not at all; where the moment is
// all, it may take many.
constexpr auto kFew = grading::schedules(500);
constexpr auto kMany = grading::schedules(4'000);

constexpr const char* kRejected = "RejectedExecution";
constexpr auto kForEver = std::chrono::hours::max();

// Longer than anybody would take for for ever; to be let pass where time is virtual.
constexpr std::chrono::hours kLong{100};

// What tasks throw on purpose.
struct ThrownByTheTask {};

// A call of something that outlives it. Costs the compiler less than a std::function for each.
class PartRef {
 public:
  template <typename Part>
  PartRef(const Part& part)
      : part_(&part), call_([](const void* p) { (*static_cast<const Part*>(p))(); }) {}
  void operator()() const { call_(part_); }

 private:
  const void* part_;
  void (*call_)(const void*);
};

// Has `part` done by a participant. If it cannot come to its end, that is `finding`.
void let(std::string role, std::string_view otherwise, Finding finding, const PartRef& part) {
  Cast cast;
  cast.start(std::move(role), part).await_finished(otherwise, finding);
}

template <typename... Futures>
void await_ready(std::string_view otherwise, Futures&... futures) {
  let("who awaits results", otherwise, Finding::lost_wakeup, [&] { (futures.wait(), ...); });
}

// What takes no time does not wait. Real threads may take as long as they do.
void expect_within(std::chrono::nanoseconds time, const Stopwatch& watch,
                   const std::string& otherwise) {
  if (grading::explored()) expect(watch.elapsed() <= time, otherwise);
}

constexpr const char* kNeverRun = "a task that was accepted never runs";

// What came of a task. Of exceptions, looks at the type alone: their contents belong to the thread
// that threw.
enum class Outcome : std::uint8_t { value, rejected, failed, pending };

template <typename Result>
Outcome outcome(std::future<Result>& future) {
  if (!future.valid() || future.wait_for(0s) != std::future_status::ready) return Outcome::pending;
  try {
    future.get();
    return Outcome::value;
  } catch (const RejectedExecution&) {
    return Outcome::rejected;
  } catch (...) {
    return Outcome::failed;
  }
}

// Plays `scene` in each of `cases`; under the explorer, in one of them per schedule.
template <typename Case, typename Scene>
void each(std::initializer_list<Case> cases, Scene scene) {
  if (grading::explored()) {
    rounds([&](Round& round) {
      scene(cases.begin()[round.below(static_cast<std::uint32_t>(cases.size()))]);
    });
    return;
  }
  for (const Case& one : cases) {
    scene(one);
    if (grading::failed()) return;
  }
}

// Where tasks wait until they are let through.
class Gate {
 public:
  void pass() {
    std::unique_lock lock(mutex_);
    ++here_;
    arrived_.notify_all();
    opened_.wait(lock, [&] { return open_; });
  }
  void await(int number) {
    std::unique_lock lock(mutex_);
    arrived_.wait(lock, [&] { return here_ >= number; });
  }
  void open() {
    const std::lock_guard lock(mutex_);
    open_ = true;
    opened_.notify_all();
  }

 private:
  std::mutex mutex_;
  std::condition_variable arrived_;
  std::condition_variable opened_;
  int here_ = 0;
  bool open_ = false;
};

// The pool under test. Its end, too, is a participant's part, so that it cannot hang unnoticed.
// What its tasks use is declared before it, unless they are all awaited: until then they may be at
// work.
class Subject {
 public:
  Subject(std::size_t workers, std::size_t capacity,
          RejectionPolicy policy = RejectionPolicy::abort,
          ThreadPool::RejectionHandler on_rejected = {})
      : pool_(std::make_unique<ThreadPool>(workers, capacity, policy, std::move(on_rejected))) {}
  Subject(const Subject&) = delete;
  Subject& operator=(const Subject&) = delete;
  ~Subject() { end(); }

  ThreadPool* operator->() { return pool_.get(); }

  // Tasks of two types suffice nearly everywhere, and the compiler is done sooner.
  std::future<void> submit(grading::Call<void()> task) { return pool_->submit(std::move(task)); }
  std::future<int> ask(grading::Call<int()> task) { return pool_->submit(std::move(task)); }

  // Gives `workers` of the workers something to do until release() or the end.
  void occupy(int workers = 1) {
    let("who submits", "a worker is idle, and a task that is submitted does not begin",
        Finding::hang, [&] {
          for (int i = 0; i < workers; ++i) {
            busy_.push_back(submit([this] { gate_.pass(); }));
            gate_.await(++occupied_);
          }
        });
  }
  void release() { gate_.open(); }

  // Destroys the pool, in the middle of its tasks' work if it must be.
  void destroy() { pool_.reset(); }

  void end(std::string_view otherwise = "the pool's destructor never returns") {
    release();
    if (pool_) let("who destroys the pool", otherwise, Finding::hang, [&] { destroy(); });
  }

 private:
  Gate gate_;
  int occupied_ = 0;
  std::vector<std::future<void>> busy_;
  std::unique_ptr<ThreadPool> pool_;
};

// `workers` tasks run at the same time: each waits until the others are there.
void expect_together(Subject& pool, int workers, std::string_view otherwise,
                     Finding finding = Finding::serialized) {
  Gate gate;
  std::vector<std::future<void>> tasks;
  for (int i = 0; i < workers; ++i) tasks.push_back(pool.submit([&] { gate.pass(); }));
  let("who counts", otherwise, finding, [&] { gate.await(workers); });
  gate.open();
  for (auto& task : tasks) await_ready(kNeverRun, task);
}

void expect_termination(Subject& pool) {
  expect(pool->await_termination(kForEver), "await_termination(hours::max()) said no");
}

// ---- core: it works ----------------------------------------------------------------------------

BEHAVIOUR(core, runs_what_it_is_given,
          "a task runs with its arguments, and its future gives what it returned", kFew) {
  Subject pool(2, 8);
  struct Account {
    int balance = 40;
    int add(int amount) { return balance += amount; }
  };
  Account account;
  int target = 0;
  auto member = pool->submit(&Account::add, &account, 2);
  auto reference = pool->submit(
      [](int& there, const std::string& text) -> int& {
        there = static_cast<int>(text.size());
        return there;
      },
      std::ref(target), "a text");
  struct Overloaded {
    int operator()(const int& /*unused*/) & { return 1; }
    int operator()(int&& /*unused*/) && { return 2; }
  };
  auto rvalues = pool->submit(Overloaded(), 1);
  auto nothing = pool.submit([] {});
  await_ready(kNeverRun, member, reference, rvalues, nothing);
  expect_equal(member.get(), 42, "the result of a member function");
  expect(&reference.get() == &target, "a reference that was returned is to something else");
  expect_equal(target, 6, "what a task made of its arguments");
  expect(rvalues.get() == 2, "a task was not called as an rvalue, with rvalues");
  nothing.get();
}

BEHAVIOUR(core, takes_what_can_only_be_moved,
          "tasks, arguments and results may be of types that can only be moved", kFew) {
  Subject pool(1, 8);
  auto parcel = pool->submit(
      [own = std::make_unique<int>(7)](std::unique_ptr<int> other) {
        *other += *own;
        return other;
      },
      std::make_unique<int>(8));
  await_ready(kNeverRun, parcel);
  expect_equal(*parcel.get(), 15, "the sum of what was captured and what was passed");
}

BEHAVIOUR(core, exceptions_reach_the_future,
          "an exception that leaves a task is thrown by its future's get(), and nowhere else",
          kFew) {
  Subject pool(1, 8);
  auto bad = pool.ask([]() -> int { throw ThrownByTheTask(); });
  auto good = pool.ask([] { return 1; });
  await_ready("after a task that threw, its future or the next one's never becomes ready", bad,
              good);
  try {
    bad.get();
    expect(false, "get() returns although the task threw");
  } catch (const ThrownByTheTask&) {
  } catch (...) {
    expect(false, "get() throws something else than the task did");
  }
  expect_equal(good.get(), 1, "the result of the task after one that threw");
}

BEHAVIOUR(core, all_workers_work_at_once,
          "as many tasks run at the same time as the pool has workers", kFew) {
  // Tasks that wait need no processor: there are more workers than those.
  const int processors = std::min(64, static_cast<int>(std::thread::hardware_concurrency()));
  const int workers = by_stage(std::max(3, processors + 1), 3);
  const std::string number = std::to_string(workers);
  Subject pool(static_cast<std::size_t>(workers), static_cast<std::size_t>(workers));
  grading::everyone::await_blocked();
  expect_together(
      pool, workers,
      number + " tasks wait for each other, and " + number + " workers do not run them");
  expect_together(
      pool, workers,
      "the second time, " + number + " workers do not run " + number + " tasks together");
}

BEHAVIOUR(core, never_more_at_once, "never runs more tasks at a time than it has workers") {
  rounds([](Round&) {
    constexpr int kWorkers = 2;
    const int tasks = by_stage(12, 4);
    Subject pool(kWorkers, static_cast<std::size_t>(tasks));
    Tally running;
    for (int i = 0; i < tasks; ++i) {
      (void)pool.submit([&] {
        const int now = running.add(1);
        expect(now <= kWorkers, std::to_string(now) + " tasks ran at a time, with 2 workers");
        std::this_thread::yield();
        running.add(-1);
      });
    }
    pool.end();
  });
}

BEHAVIOUR(core, takes_no_longer_than_it_must, "80 tasks of 10 ms take 8 workers 100 ms",
          grading::schedules(20)) {
  constexpr int kTasks = 80;
  const Makespan makespan;
  Subject pool(8, kTasks);
  grading::Downstream service("the service", 10ms);
  let("who submits", "submit() does not return", Finding::hang, [&] {
    for (int i = 0; i < kTasks; ++i) (void)pool.submit([&] { service.call(); });
  });
  pool.end();
  expect_equal(service.calls(), kTasks, "the number of tasks that ran");
  service.expect_at_most_at_once(8);
  makespan.expect_at_least(100ms, "80 tasks of 10 ms, with 8 workers,");
  makespan.expect_at_most(100ms, "80 tasks of 10 ms, with 8 workers,");
}

BEHAVIOUR(core, starts_in_order, "tasks start in the order in which they were accepted", kFew) {
  Subject pool(1, 4);
  pool.occupy();
  Tally begun;
  std::array<int, 4> places{};  // Which of the four each task was; its own, should two run at once.
  std::vector<std::future<void>> tasks;
  for (int& place : places) tasks.push_back(pool.submit([&] { place = begun.add(1); }));
  pool.release();
  for (auto& task : tasks) await_ready(kNeverRun, task);
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (!expect_equal(static_cast<std::size_t>(places[i]), i + 1,
                      "the place at which task number " + std::to_string(i + 1) + " started")) {
      return;
    }
  }
}

BEHAVIOUR(core, submit_does_not_wait, "submit() returns while all workers are busy", kFew) {
  Subject pool(2, 2);
  pool.occupy(2);
  std::future<int> later;
  let("who submits", "submit() does not return while all workers run tasks", Finding::hang,
      [&] { later = pool.ask([] { return 3; }); });
  let("who counts", "queued() does not return while all workers run tasks",
      Finding::lock_held_while_blocking,
      [&] { expect_equal(pool->queued(), 1U, "queued() with one task waiting"); });
  pool.release();
  await_ready(kNeverRun, later);
  expect_equal(later.get(), 3, "the result of a task that had to wait");
}

BEHAVIOUR(
    core, a_full_queue_refuses,
    "with abort, submit() throws RejectedExecution when the queue is full, and the task never "
    "runs",
    kFew) {
  Subject pool(1, 2);
  pool.occupy();
  auto first = pool.submit([] {});
  auto second = pool.submit([] {});
  Tally ran;
  std::size_t waiting = 0;
  const Stopwatch watch;
  let("who submits one too many", "submit() waits for a place in the queue instead of refusing",
      Finding::hang, [&] {
        try {
          (void)pool.submit([&] { ran.add(1); });
          waiting = pool->queued();
          expect(false, std::to_string(waiting) + " tasks wait in a queue for 2",
                 Finding::unbounded);
        } catch (const RejectedExecution&) {
        }
      });
  if (grading::failed()) return;
  expect_within(0s, watch, "submit() to a full queue waits");
  expect_equal(pool->queued(), 2U, "queued() with a full queue for 2");
  expect_equal(pool->rejected(), 1U, "rejected() after one rejection");
  pool.release();
  await_ready(kNeverRun, first, second);
  auto third = pool.submit([] {});
  await_ready(kNeverRun, third);
  expect_equal(ran.value(), 0, "the number of times that a rejected task ran");
}

BEHAVIOUR(core, the_destructor_lets_work_finish,
          "the destructor returns when every task that was accepted has run") {
  Subject pool(1, 3);
  Tally ran;
  pool.occupy();
  std::vector<std::future<void>> tasks;
  for (int i = 0; i < 3; ++i) tasks.push_back(pool.submit([&] { ran.add(1); }));
  Cast cast;
  Participant& end = cast.start("who destroys the pool", [&] { pool.destroy(); });
  end.await_blocked();
  if (grading::explored()) grading::let_pass(kLong);
  if (!expect(end.await_blocked() != Standing::finished,
              "the destructor returned while a task was running")) {
    return;
  }
  pool.release();
  end.await_finished("the destructor does not return although all tasks have run");
  expect_equal(ran.value(), 3, "the number of accepted tasks that ran before the destructor ended");
  for (auto& task : tasks) {
    if (!expect(outcome(task) == Outcome::value, "a task's future has no value after the end")) {
      return;
    }
  }
}

BEHAVIOUR(core, shutdown_lets_work_finish,
          "after shutdown() what was accepted still runs, and submit() throws RejectedExecution",
          kFew) {
  Subject pool(1, 3);
  pool.occupy();
  auto first = pool.ask([] { return 1; });
  auto second = pool.ask([] { return 2; });
  const Stopwatch watch;
  let("who shuts down", "shutdown() waits for running tasks", Finding::hang,
      [&] { pool->shutdown(); });
  expect_within(0s, watch, "shutdown() waits");
  Tally ran;
  expect_throws<RejectedExecution>("submit() after shutdown()", kRejected,
                                   [&] { (void)pool.submit([&] { ran.add(1); }); });
  pool.release();
  await_ready("a task that was accepted before shutdown() never runs", first, second);
  expect_equal(first.get() + second.get(), 3, "the sum of two results after shutdown()");
  pool.end();
  expect_equal(ran.value(), 0, "the number of times that a refused task ran");
}

BEHAVIOUR(core, await_termination_tells,
          "await_termination() says yes once all is done after a shutdown, and no when time is up "
          "before") {
  Subject pool(1, 1);
  const auto gives_up = [&](const char* when) {
    // Not a whole number of anything, so that rounding it is not without effect.
    const auto time = scaled(1s) + 900'001ns;
    const Stopwatch watch;
    expect(!pool->await_termination(time), std::string("await_termination() said yes ") + when);
    expect(watch.elapsed() >= time, "await_termination() gave up before its time");
    expect_within(time + 1ms, watch, "await_termination() gave up after its time");
  };
  gives_up("to a pool that nobody has shut down");
  auto ends_meanwhile = pool.submit([] { std::this_thread::sleep_for(scaled(1s) / 2); });
  gives_up("although a task ended meanwhile");
  await_ready(kNeverRun, ends_meanwhile);
  pool.occupy();
  auto waiting = pool.submit([] {});
  pool->shutdown();
  gives_up("while a task was running");
  pool.release();
  let("who awaits the end", "await_termination() does not return although all is done",
      Finding::lost_wakeup, [&] { expect_termination(pool); });
  expect(outcome(waiting) == Outcome::value, "all is done, and a future is not ready");
  expect(pool->await_termination(0s), "await_termination(0s) said no after the end");
}

BEHAVIOUR(core, publishes_what_was_done,
          "a task sees what was done before submit(); whoever sees its future ready, what it did") {
  rounds(
      [](Round&) {
        Subject pool(2, 2);
        int parcel = 0;  // Unprotected but for the pool.
        Cast cast;
        cast.start("who submits", [&] {
          for (int i = 1; i <= 2; ++i) {
            parcel = 2 * i;
            auto done = pool.submit([&parcel] { ++parcel; });
            done.wait();
            expect_equal(parcel, 2 * i + 1, "what the task wrote, after its future was ready,");
          }
        });
        cast.await_all_finished(kNeverRun, Finding::lost_wakeup);
      },
      {.time = 150ms});
}

// ---- robust: it survives -----------------------------------------------------------------------

BEHAVIOUR(robust, the_caller_runs_it,
          "with caller_runs, the submitting thread runs what does not fit, before submit() returns",
          kFew) {
  Subject pool(1, 1, RejectionPolicy::caller_runs);
  pool.occupy();
  Tally ran;
  auto waiting = pool.submit([&] { ran.add(1); });
  let("who submits", "submit() does not return although the submitting thread could run the task",
      Finding::hang, [&] {
        const auto self = std::this_thread::get_id();
        bool here = false;
        auto done = pool.submit([&] { here = std::this_thread::get_id() == self; });
        expect(outcome(done) == Outcome::value, "submit() returned before the task had run");
        expect(here, "the task did not run in the submitting thread");
        auto thrown = pool.submit([] { throw ThrownByTheTask(); });
        expect(outcome(thrown) == Outcome::failed, "an exception of the task is not in its future");
      });
  expect_equal(ran.value(), 0, "the number of waiting tasks that ran, with the worker busy,");
  expect_equal(pool->rejected(), 2U, "rejected() after two tasks that the caller ran");
  pool.release();
  await_ready(kNeverRun, waiting);
}

BEHAVIOUR(robust, discarded_is_not_forgotten,
          "with discard, the future of a task that does not fit is ready and throws "
          "RejectedExecution",
          kFew) {
  Subject pool(1, 1, RejectionPolicy::discard);
  pool.occupy();
  Tally ran;
  auto waiting = pool.submit([] {});
  auto discarded = pool.submit([&] { ran.add(1); });
  const Outcome came = outcome(discarded);
  expect(came != Outcome::pending, "the future of a discarded task is not ready");
  expect(came == Outcome::rejected || came == Outcome::pending,
         "the future of a discarded task does not throw RejectedExecution");
  expect_equal(pool->rejected(), 1U, "rejected() after a task that was discarded");
  pool.release();
  await_ready(kNeverRun, waiting);
  pool.end();
  expect_equal(ran.value(), 0, "the number of times that a discarded task ran");
}

BEHAVIOUR(robust, the_oldest_makes_room,
          "with discard_oldest, what has waited longest is dropped, and its future throws "
          "RejectedExecution",
          kFew) {
  Subject pool(1, 2, RejectionPolicy::discard_oldest);
  pool.occupy();
  Tally begun;
  std::array<int, 4> places{};  // Which of the four each task was; its own, should two run at once.
  std::vector<std::future<void>> tasks;
  for (int& place : places) tasks.push_back(pool.submit([&] { place = begun.add(1); }));
  for (std::size_t i = 0; i < 2; ++i) {
    const Outcome came = outcome(tasks[i]);
    expect(came != Outcome::pending, "the future of a task that had to make room is not ready");
    expect(came == Outcome::rejected || came == Outcome::pending,
           "the future of a task that had to make room does not throw RejectedExecution");
  }
  expect_equal(pool->queued(), 2U, "queued() with a full queue for 2");
  expect_equal(pool->rejected(), 2U, "rejected() after two tasks that had to make room");
  pool.release();
  await_ready(kNeverRun, tasks[2], tasks[3]);
  pool.end();
  expect(places == std::array{0, 0, 1, 2},
         "what ran is not the two newest of four tasks, in order");
}

BEHAVIOUR(robust, every_rejection_is_loud,
          "every rejection is counted, and the handler hears of it once, with the policy applied") {
  each({RejectionPolicy::abort, RejectionPolicy::caller_runs, RejectionPolicy::discard,
        RejectionPolicy::discard_oldest},
       [](const auto policy) {
         std::vector<RejectionPolicy> heard;
         std::function<std::uint64_t()> count;
         std::uint64_t counted = 0;
         Subject pool(1, 1, policy, [&](RejectionPolicy applied) {
           heard.push_back(applied);
           counted = count();
         });
         count = [&] { return pool->rejected(); };
         pool.occupy();
         const auto submit = [&] {
           try {
             (void)pool.submit([] {});
           } catch (const RejectedExecution&) {
           }
         };
         let("who submits", "submit() does not return when its task is rejected", Finding::hang,
             [&] {
               submit();
               expect(heard.empty(), "the handler was called for a task that was accepted");
               submit();
               pool->shutdown();
               submit();
             });
         if (!expect_equal(heard.size(), 2U,
                           "the number of calls of the handler, for 2 rejections,")) {
           return;
         }
         expect(heard[0] == policy, "the handler heard of another policy than the pool's");
         expect(heard[1] == RejectionPolicy::abort,
                "after a shutdown, the handler heard of another policy than abort");
         expect_equal(counted, 2U, "rejected(), asked by the handler at the second rejection,");
         expect_equal(pool->rejected(), 2U, "rejected() after 2 rejections");
       });
}

BEHAVIOUR(robust, the_handler_may_submit,
          "the handler may submit a task, which may be rejected in its turn", kFew) {
  Tally heard;
  std::function<void()> submit_more;
  Subject pool(1, 1, RejectionPolicy::discard_oldest, [&](RejectionPolicy) {
    if (heard.add(1) == 1) submit_more();
  });
  std::array<std::future<void>, 3> tasks;
  submit_more = [&] { tasks[2] = pool.submit([] {}); };
  pool.occupy();
  tasks[0] = pool.submit([] {});
  let("who submits", "submit() does not return when its handler submits, too", Finding::hang,
      [&] { tasks[1] = pool.submit([] {}); });
  expect_equal(heard.value(), 2, "the number of rejections that the handler heard of");
  expect_equal(pool->rejected(), 2U, "rejected() after 2 rejections");
  // Which of the last two stays depends on whether the handler is told before or after the task
  // that needed room has got it.
  std::array<Outcome, 3> came{};
  std::ranges::transform(tasks, came.begin(), [](auto& task) { return outcome(task); });
  expect(came[0] == Outcome::rejected && std::ranges::count(came, Outcome::rejected) == 2,
         "two tasks had to make room, and one's future does not throw RejectedExecution");
  pool.release();
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    if (came[i] == Outcome::pending) await_ready(kNeverRun, tasks[i]);
  }
}

BEHAVIOUR(robust, calls_out_without_a_lock,
          "while the handler or a caller's task runs, others may use the pool") {
  each({RejectionPolicy::discard, RejectionPolicy::caller_runs}, [](const auto policy) {
    Gate called_out;
    Gate answered;
    const auto meet = [&] {
      called_out.open();
      answered.await(1);
    };
    Subject pool(1, 1, policy, [&](RejectionPolicy applied) {
      if (applied == RejectionPolicy::discard) meet();
    });
    std::function<std::size_t()> ask = [&] { return pool->queued(); };
    auto running = pool.submit([&] {
      called_out.pass();
      (void)ask();
      answered.open();
      answered.pass();
    });
    let("who watches", kNeverRun, Finding::lost_wakeup, [&] { called_out.await(1); });
    (void)pool.submit([] {});
    let("who submits",
        policy == RejectionPolicy::discard
            ? "the handler waits for a task that calls queued(), which does not return"
            : "a task that its caller runs waits for one that calls queued(), which does not "
              "return",
        Finding::lock_held_while_blocking, [&] { (void)pool.submit(meet); });
    await_ready(kNeverRun, running);
  });
}

BEHAVIOUR(robust, tasks_submit_tasks,
          "a task may submit others; if they are refused, it is the task that learns of it", kFew) {
  Subject pool(1, 2);
  std::promise<std::future<int>> inner;
  bool ended = false;  // The only worker's.
  auto outer = pool.submit([&] {
    inner.set_value(pool.ask([&] {
      expect(ended, "a task that was submitted by a task ran before that one had ended");
      return 5;
    }));
    (void)pool.submit([] {});
    expect_throws<RejectedExecution>("a task's submit() to a full queue", kRejected,
                                     [&] { (void)pool.submit([] {}); });
    ended = true;
  });
  await_ready("a task that submits another one does not end", outer);
  if (!expect(outcome(outer) == Outcome::value, "a task could not submit another one")) return;
  auto second = inner.get_future().get();
  await_ready("a task that was submitted by a task never runs", second);
  expect_equal(second.get(), 5, "the result of a task that was submitted by a task");

  Gate begun;
  auto late = pool.submit([&] {
    begun.pass();
    (void)pool.submit([] {});
  });
  let("who watches", kNeverRun, Finding::lost_wakeup, [&] { begun.await(1); });
  pool->shutdown();
  begun.open();
  await_ready("a task whose submission is refused does not end", late);
  expect(outcome(late) == Outcome::rejected,
         "a task submitted to a pool that was shut down, and its future has no RejectedExecution");
}

BEHAVIOUR(robust, shutdown_now_returns_what_never_ran,
          "shutdown_now() returns the tasks that no worker has begun, oldest first, and they can "
          "still be run") {
  Subject pool(1, 4);
  pool.occupy();
  std::vector<int> order;
  std::vector<std::future<int>> tasks;
  for (int i = 1; i <= 3; ++i) {
    tasks.push_back(pool.ask([&order, i] {
      order.push_back(i);
      return 10 * i;
    }));
  }
  std::vector<std::function<void()>> left;
  const Stopwatch watch;
  let("who shuts down", "shutdown_now() waits for running tasks", Finding::hang,
      [&] { left = pool->shutdown_now(); });
  expect_within(0s, watch, "shutdown_now() waits");
  if (!expect_equal(left.size(), 3U, "the number of tasks returned, with 3 waiting,")) return;
  expect_equal(pool->queued(), 0U, "queued() after shutdown_now()");
  expect_throws<RejectedExecution>("submit() after shutdown_now()", kRejected,
                                   [&] { (void)pool.submit([] {}); });
  pool.release();
  pool.end("the destructor does not return after shutdown_now()");
  expect(order.empty(), "a task that shutdown_now() returned was run by the pool");
  left[0]();
  left[1]();
  expect(order == std::vector{1, 2}, "the tasks that were returned are not in order");
  left.clear();
  for (std::size_t i = 0; i < 2; ++i) {
    if (!expect(tasks[i].wait_for(0s) == std::future_status::ready,
                "a returned task was run, and its future is not ready")) {
      return;
    }
    expect_equal(tasks[i].get(), 10 * (static_cast<int>(i) + 1), "the result of a returned task");
  }
  const Outcome dropped = outcome(tasks[2]);
  expect(dropped == Outcome::rejected || dropped == Outcome::failed,
         dropped == Outcome::pending ? "a returned task was destroyed, and its future is not ready"
                                     : "a returned task was never run, and its future has a value");
}

// What became of every submission of some threads that raced with a shutdown.
struct Books {
  Tally submitted;
  Tally refused;   // submit() threw.
  Tally ran;       // The body was executed, by whomever.
  Tally returned;  // By shutdown_now().
  Tally values;    // Futures, by their outcome.
  Tally exceptions;
};

void race_with_shutdown(RejectionPolicy policy, bool now, Books& books) {
  constexpr int kSubmitters = 2;
  const int turns = by_stage(4, 2);
  Subject pool(2, 2, policy);
  std::array<std::vector<std::future<void>>, kSubmitters> futures;
  StartLine line(kSubmitters + 2);
  Cast cast;
  for (auto& mine : futures) {
    cast.start("who submits", [&] {
      line.wait();
      for (int i = 0; i < turns; ++i) {
        books.submitted.add(1);
        try {
          mine.push_back(pool.submit([&] { books.ran.add(1); }));
        } catch (const RejectedExecution&) {
          books.refused.add(1);
        }
      }
    });
  }
  cast.start("who looks", [&] {
    line.wait();
    expect(pool->queued() <= 2, "more tasks are waiting than the queue has places");
    expect(pool->rejected() <= kSubmitters * static_cast<std::uint64_t>(turns),
           "more rejections are counted than there are submissions");
  });
  cast.start("who shuts down", [&] {
    line.wait();
    if (now) {
      books.returned.add(static_cast<int>(pool->shutdown_now().size()));
    } else {
      pool->shutdown();
    }
    expect_termination(pool);
  });
  cast.await_all_finished("await_termination() does not return after a shutdown",
                          Finding::lost_wakeup);
  if (policy == RejectionPolicy::abort) {
    expect_equal(pool->rejected(), static_cast<std::uint64_t>(books.refused.value()),
                 "rejected() after " + std::to_string(books.refused.value()) + " refusals");
  }
  for (auto& mine : futures) {
    for (auto& future : mine) {
      const Outcome came = outcome(future);
      if (!expect(came != Outcome::pending,
                  "the pool has terminated, and a future that it gave is not ready",
                  Finding::leak)) {
        return;
      }
      (came == Outcome::value ? books.values : books.exceptions).add(1);
    }
  }
}

void expect_balanced(const Books& books, int rejected) {
  const int given = books.values.value() + books.exceptions.value();
  expect_equal(given + books.refused.value(), books.submitted.value(),
               "the number of futures and refusals");
  expect_equal(books.ran.value(), books.values.value(), "the number of tasks that ran");
  expect_equal(books.exceptions.value(), rejected,
               "the number of futures with an exception, of tasks that were dropped or returned,");
}

BEHAVIOUR(robust, no_future_is_left_behind,
          "whatever meets a shutdown(), each future becomes ready, and each task runs exactly once "
          "or is refused") {
  rounds(
      [](Round& round) {
        Books books;
        race_with_shutdown(
            round.below(2) == 0 ? RejectionPolicy::abort : RejectionPolicy::caller_runs, false,
            books);
        if (!grading::failed()) expect_balanced(books, 0);
      },
      {.at_least = 60});
}

BEHAVIOUR(robust, shutdown_now_leaves_no_future_behind,
          "whatever meets a shutdown_now(), each future becomes ready, and each task runs, is "
          "returned or is refused, once") {
  rounds(
      [](Round& round) {
        const bool dropping = round.below(2) == 0;
        Books books;
        race_with_shutdown(dropping ? RejectionPolicy::discard_oldest : RejectionPolicy::abort,
                           true, books);
        if (grading::failed()) return;
        expect_balanced(books, dropping ? books.exceptions.value() : books.returned.value());
      },
      {.at_least = 60});
}

BEHAVIOUR(robust, no_task_is_missed,
          "a task that meets a worker on its way to sleep is not missed by it", kMany) {
  rounds(
      [](Round& round) {
        const std::size_t workers = 1 + round.below(2);
        Subject pool(workers, 4);
        Cast cast;
        cast.start("who submits", [&] {
          for (int i = 0; i < by_stage(6, 2); ++i) pool.submit([] {}).wait();
        });
        cast.await_all_finished("a task waits beside an idle worker", Finding::lost_wakeup);
      },
      {.at_least = 100, .time = 350ms});
}

BEHAVIOUR(robust, ignores_wakes_without_reason,
          "a worker that wakes up without a reason goes on waiting") {
  constexpr int kWorkers = 2;
  const char* const gone =
      "condition variables woke up without a notification, and workers are gone";
  const grading::SpuriousWakes spurious(kWorkers);
  Subject pool(kWorkers, kWorkers);
  grading::everyone::await_blocked();
  expect_together(pool, kWorkers, gone, Finding::unguarded_wait);
}

BEHAVIOUR(
    robust, an_idle_pool_ends,
    "a pool may be shut down and destroyed at any moment, its workers on their way to sleep") {
  rounds(
      [](Round& round) {
        Subject pool(2, 1);
        if (round.below(2) == 0) (void)pool.submit([] {});
        if (round.below(2) == 0) pool->shutdown();
        Cast cast;
        cast.start("who destroys the pool", [&] { pool.destroy(); });
        cast.await_all_finished("the destructor waits for a worker that sleeps",
                                Finding::lost_wakeup);
      },
      {.at_least = 150, .time = 350ms});
}

BEHAVIOUR(robust, termination_frees_everyone,
          "all who wait in await_termination() are let go when the last task has run") {
  enum class Pool : std::uint8_t { busy, idle, idle_and_to_end_now };
  each({Pool::busy, Pool::idle, Pool::idle_and_to_end_now}, [](const Pool state) {
    const bool busy = state == Pool::busy;
    Subject pool(2, 2);
    if (busy) pool.occupy(2);
    Cast cast;
    for (const char* role : {"the first who waits", "the second who waits"}) {
      cast.start(role, [&] { expect_termination(pool); });
    }
    cast.await_quiet();
    if (state == Pool::idle_and_to_end_now) {
      (void)pool->shutdown_now();
    } else {
      pool->shutdown();
    }
    if (busy &&
        !expect(cast.await_quiet() == 0, "await_termination() returned while a task was running")) {
      return;
    }
    pool.release();
    cast.await_all_finished(busy ? "the last task has run, and await_termination() does not return"
                                 : "an idle pool was shut down, and await_termination() does not "
                                   "return",
                            Finding::lost_wakeup);
  });
}

BEHAVIOUR(robust, termination_comes_after_the_last_task,
          "when await_termination() says yes, all tasks have run and their effects are visible") {
  rounds(
      [](Round&) {
        std::array<int, 3> effects{};  // Unprotected but for the pool.
        Subject pool(2, 3);
        Cast cast;
        cast.start("who awaits the end", [&] {
          for (int& effect : effects) (void)pool.submit([&effect] { ++effect; });
          pool->shutdown();
          expect_termination(pool);
          for (const int effect : effects) {
            if (!expect(effect == 1,
                        "all is done, says await_termination(), and a task has not "
                        "run once")) {
              return;
            }
          }
        });
        cast.await_all_finished("await_termination() does not return after a shutdown",
                                Finding::lost_wakeup);
      },
      {.at_least = 100});
}

BEHAVIOUR(robust, answers_at_the_last_moment,
          "await_termination() answers rightly when the last task ends as time runs out") {
  rounds([](Round&) {
    int effect = 0;  // Unprotected but for the pool.
    Subject pool(1, 1);
    let("who awaits the end", "await_termination() does not return when time is up",
        Finding::lost_wakeup, [&] {
          (void)pool.submit([&] {
            grading::let_pass(1ms);
            effect = 1;
          });
          pool->shutdown();
          if (pool->await_termination(1ms)) {
            expect(effect == 1, "all is done, says await_termination(), and a task has not run");
          }
        });
  });
}

BEHAVIOUR(robust, length_is_no_time_of_day,
          "setting the system clock makes await_termination() wait neither longer nor shorter",
          kFew) {
  for (const std::chrono::nanoseconds by : {-24h, 24h}) {
    Subject pool(1, 1);
    Cast cast;
    cast.start("an administrator", [&] { grading::set_system_clock(by); });
    const auto time = scaled(1s);
    const Stopwatch watch;
    expect(!pool->await_termination(time), "await_termination() said yes to a pool that goes on");
    expect(watch.elapsed() >= time,
           "the system clock was set, and await_termination() gave up early");
    expect_within(time + 1ms, watch,
                  "the system clock was set, and await_termination() gave up late");
    cast.await_all_finished();
  }
}

BEHAVIOUR(robust, longest_times_wait,
          "the longest durations wait for the end, negative ones do not wait at all") {
  using namespace std::chrono;
  const auto waits = [](const char* what, auto timeout) {
    Subject pool(1, 1);
    Cast cast;
    Participant& waiter = cast.start("who awaits the end", [&] {
      expect(pool->await_termination(timeout),
             std::string("await_termination(") + what + ") gave up, with an eternity to go");
    });
    if (grading::explored()) grading::let_pass(kLong);
    if (waiter.await_blocked() != Standing::finished) pool->shutdown();
    waiter.await_finished("await_termination() does not return after a shutdown",
                          Finding::lost_wakeup);
  };
  each({0, 1, 2}, [&](int unit) {
    if (unit == 0) waits("hours::max()", hours::max());
    if (unit == 1) waits("nanoseconds::max()", nanoseconds::max());
    if (unit == 2) waits("duration<double>::max()", duration<double>::max());
  });
  Subject pool(1, 1);
  let("who does not wait", "await_termination() with a negative duration waits", Finding::hang,
      [&] {
        const char* const wrong = "await_termination() said yes to a pool that goes on";
        expect(!pool->await_termination(0s), wrong);
        expect(!pool->await_termination(-5s), wrong);
        expect(!pool->await_termination(hours::min()), wrong);
        pool->shutdown();
      });
}

BEHAVIOUR(robust, keeps_its_size, "after tasks that threw, all workers are still at work", kFew) {
  constexpr int kWorkers = 2;
  Subject pool(kWorkers, kWorkers);
  for (int i = 0; i < 2; ++i) {
    auto bad = pool.submit([] { throw ThrownByTheTask(); });
    await_ready("the future of a task that threw is never ready", bad);
    expect_together(pool, kWorkers,
                    "after a task that threw, 2 workers do not run 2 tasks together");
  }
}

BEHAVIOUR(robust, captures_die_with_the_task,
          "what a task captured is destroyed when it has run, not when the next one comes") {
  Subject pool(1, 2);
  auto captured = std::make_shared<int>(1);
  const std::weak_ptr<int> trace = captured;
  auto done = pool.ask([own = std::move(captured)] { return *own; });
  await_ready(kNeverRun, done);
  expect_equal(done.get(), 1, "the result of a task");
  grading::everyone::await_blocked();
  expect(trace.expired(), "a task has run, its worker is idle, and what it captured is alive",
         Finding::leak);
}

BEHAVIOUR(robust, refuses_bad_arguments,
          "no workers or no queue: the constructor throws std::invalid_argument") {
  const auto refuses = [](std::size_t workers, std::size_t capacity) {
    expect_throws<std::invalid_argument>(
        "ThreadPool(" + std::to_string(workers) + ", " + std::to_string(capacity) + ")",
        "std::invalid_argument", [&] { ThreadPool pool(workers, capacity); });
  };
  refuses(0, 1);
  refuses(1, 0);
  refuses(0, 0);
  refuses(std::numeric_limits<std::size_t>::max(), 0);  // More than there will ever be.
}

BEHAVIOUR(robust, takes_the_largest_capacity,
          "a queue may have as many places as a number can say, and costs nothing for them", kFew) {
  Subject pool(1, std::numeric_limits<std::size_t>::max());
  pool.occupy();
  std::array<std::future<void>, 3> tasks;
  for (auto& task : tasks) task = pool.submit([] {});
  expect_equal(pool->queued(), tasks.size(), "queued() with 3 tasks waiting");
  pool.release();
  for (auto& task : tasks) await_ready(kNeverRun, task);
}

BEHAVIOUR(robust, a_constructor_that_fails_leaves_nothing,
          "if a thread cannot be started, the constructor throws std::system_error and the others "
          "are gone") {
  each({0U, 1U, 2U}, [](const unsigned possible) {
    bool failed = false;
    {
      const grading::ThreadShortage shortage(possible);
      try {
        const ThreadPool pool(3, 1);
      } catch (const std::system_error&) {
        failed = true;
      }
      if (!shortage.felt()) return;
    }
    expect(failed, "a thread could not be started, and the constructor does not throw");
    expect(grading::everyone::await_blocked() == Standing::finished,
           "the constructor has failed, and threads that it started are still there",
           Finding::leak);
    if (grading::failed()) return;
    Subject pool(2, 2);
    expect_together(pool, 2,
                    "after constructors that failed, 2 workers do not run 2 tasks together");
  });
}

// Can be copied until it is told not to.
class Stubborn {
 public:
  explicit Stubborn(const bool& refuses) : refuses_(&refuses) {}
  Stubborn(const Stubborn& other) : refuses_(other.refuses_) {
    if (*refuses_) throw grading::Blown();
  }
  Stubborn& operator=(const Stubborn&) = delete;
  ~Stubborn() = default;
  void operator()() const {}

 private:
  const bool* refuses_;
};

BEHAVIOUR(robust, copies_that_throw_change_nothing,
          "if copying a task throws, submit() throws that, and the pool is as it was", kFew) {
  Subject pool(1, 1);
  bool refuses = false;
  const std::function<void()> stubborn{Stubborn(refuses)};
  refuses = true;
  let("who submits", "after a submission that failed, the next call does not return", Finding::hang,
      [&] {
        for (int i = 0; i < 3; ++i) {
          expect_throws<grading::Blown>("submit() of a task that cannot be copied",
                                        "what copying it throws",
                                        [&] { (void)pool->submit(stubborn); });
        }
        expect_equal(pool->queued(), 0U, "queued() after submissions that failed");
        expect_equal(pool->rejected(), 0U, "rejected() after submissions that failed");
      });
  pool.occupy();
  auto next = pool.ask([] { return 1; });
  pool.release();
  await_ready("after a submission that failed, a task never runs", next);
}

// Calls somebody when it is copied or moved.
class Restless {
 public:
  explicit Restless(const std::function<void()>& call) : call_(&call) {}
  Restless(const Restless& other) : call_(other.call_) { (*call_)(); }
  Restless& operator=(const Restless&) = delete;
  ~Restless() = default;

 private:
  const std::function<void()>* call_;
};

BEHAVIOUR(robust, copies_may_call_back,
          "copying a task may call the pool, and may throw where a worker does it", kFew) {
  Subject pool(1, 1);
  std::thread::id self;
  const std::function<void()> ask = [&] {
    if (std::this_thread::get_id() != self) throw ThrownByTheTask();
    (void)pool->queued();
  };
  std::future<void> bad;
  let("who watches", "something that is copied calls queued(), which does not return",
      Finding::deadlock, [&] {
        self = std::this_thread::get_id();
        bad = pool->submit([](Restless) {}, Restless(ask));
      });
  await_ready("a worker copies an argument, which throws, and the future is never ready", bad);
  expect(outcome(bad) == Outcome::failed, "what copying an argument threw is not in the future");
}

BEHAVIOUR(robust, pools_are_independent, "what happens to one pool does not touch another", kFew) {
  Subject one(1, 1, RejectionPolicy::discard);
  Subject other(1, 1);
  one.occupy();
  other.occupy();
  (void)one.submit([] {});
  auto waiting = other.ask([] { return 1; });
  (void)one.submit([] {});
  expect_equal(other->rejected(), 0U, "rejected() after a rejection by another pool");
  one->shutdown();
  one.end();
  other.release();
  await_ready("another pool has ended, and a task never runs", waiting);
  auto next = other.ask([] { return 2; });
  await_ready("another pool has ended, and a task never runs", next);
  expect_equal(next.get(), 2, "the result of a task after another pool has ended");
}

BEHAVIOUR(robust, a_task_may_end_another_pool,
          "a task may destroy another pool, and waits for it as anybody would", kFew) {
  Subject one(1, 1);
  Subject other(1, 1);
  Tally ran;
  Gate gate;
  (void)other.submit([&] {
    gate.pass();
    ran.add(1);
  });
  int seen = 0;
  auto end = one.submit([&] {
    other.destroy();
    seen = ran.value();
  });
  grading::everyone::await_blocked();
  gate.open();
  await_ready("a task that destroys another pool does not end", end);
  expect_equal(seen, 1, "the number of tasks that had run when their pool was destroyed");
}

BEHAVIOUR(robust, may_be_shut_down_by_anyone,
          "shutting down again is harmless, and tasks of the pool may do it") {
  Subject pool(1, 4);
  Gate begun;
  auto inside = pool.ask([&] {
    begun.pass();
    pool->shutdown();
    const std::size_t left = pool->shutdown_now().size() + pool->shutdown_now().size();
    return static_cast<int>(left + pool->queued() + pool->rejected());
  });
  let("who watches", kNeverRun, Finding::lost_wakeup, [&] { begun.await(1); });
  auto waiting = pool.submit([] {});
  begun.open();
  await_ready("a task that shuts its own pool down does not end", inside, waiting);
  expect_equal(inside.get(), 1, "the number of tasks returned by two shutdown_now(), with 1 left,");
  let("who shuts down again", "shutting down again does not return", Finding::hang, [&] {
    pool->shutdown();
    expect(pool->shutdown_now().empty(), "shutdown_now() returns something at the end");
  });
  let("who awaits the end", "all is done, and await_termination() does not return", Finding::hang,
      [&] { expect_termination(pool); });
  pool->shutdown();
}

// ---- senior: it is cheap and can be torn down --------------------------------------------------

BEHAVIOUR(senior, idle_costs_nothing,
          "workers without a task sleep: they use no processor time, whatever the others do") {
  Subject pool(2, 2);
  pool.occupy(1);
  Cast cast;
  cast.start("who awaits the end", [&] { expect_termination(pool); });
  const Standing standing = grading::everyone::await_blocked();
  expect(standing != Standing::spinning, "somebody who waits runs in circles", Finding::busy_wait);
  expect(standing != Standing::polling, "somebody who waits wakes up again and again to look",
         Finding::busy_wait);
  if (grading::failed()) return;
  const auto before = grading::everyone::wake_ups();
  grading::let_pass(by_stage<std::chrono::nanoseconds>(250ms, 10s));
  const auto woken = grading::everyone::wake_ups() - before;
  grading::measure("wake-ups without a task", static_cast<long long>(woken), 4);
  expect(woken <= 4, "with nothing to do, threads woke up " + std::to_string(woken) + " times",
         Finding::busy_wait);
  pool->shutdown();
  pool.release();
}

BEHAVIOUR(senior, one_task_wakes_one_worker,
          "a task that is submitted wakes one idle worker and lets the others sleep", kFew) {
  const int workers = by_stage(8, 4);
  // A thread of its own may hand tasks out, and on real threads each that wakes up may find the
  // lock taken, which is another sleep: two or four for each task. Waking everyone makes 10, or 36.
  const auto limit = static_cast<std::uint64_t>(by_stage(32, 8));
  Gate gate;
  Subject pool(static_cast<std::size_t>(workers), 2);
  grading::everyone::await_blocked();
  std::uint64_t woken = 0;
  for (int i = 1; i <= workers; ++i) {
    const auto before = grading::everyone::wake_ups();
    (void)pool.submit([&] { gate.pass(); });
    grading::everyone::await_blocked();
    woken += grading::everyone::wake_ups() - before;
  }
  gate.open();
  grading::measure("wake-ups for as many tasks as workers", static_cast<long long>(woken),
                   static_cast<long long>(limit));
  expect(woken <= limit, std::to_string(workers) + " tasks, submitted one by one to as many idle " +
                             "workers, woke threads " + std::to_string(woken) + " times");
}

BEHAVIOUR(senior, kept_futures_keep_nothing_alive,
          "what a task captured is destroyed when it has run or was dropped, even if its future is "
          "kept, or the function that shutdown_now() returned",
          kFew) {
  Subject pool(1, 4, RejectionPolicy::discard);
  std::array<std::shared_ptr<int>, 6> captured;
  std::array<std::weak_ptr<int>, 6> traces;
  for (std::size_t i = 0; i < traces.size(); ++i) {
    traces[i] = captured[i] = std::make_shared<int>(1);
  }
  auto ran = pool.ask([own = std::move(captured[0])] { return *own; });
  await_ready(kNeverRun, ran);
  grading::everyone::await_blocked();
  expect(traces[0].expired(), "a task has run, and its future keeps what it captured",
         Finding::leak);
  pool.occupy();
  // Held until the end: it must not be the futures that let go.
  [[maybe_unused]] const auto value = pool.ask([own = std::move(captured[1])] { return *own; });
  [[maybe_unused]] const auto nothing = pool.submit([own = std::move(captured[2])] {});
  [[maybe_unused]] const auto thrown =
      pool.submit([own = std::move(captured[3])] { throw ThrownByTheTask(); });
  [[maybe_unused]] const auto dropped = pool.submit([own = std::move(captured[4])] {});
  [[maybe_unused]] const auto discarded = pool.submit([own = std::move(captured[5])] {});
  expect(traces[5].expired(), "a task was discarded, and its future keeps what it captured",
         Finding::leak);
  std::vector<std::function<void()>> left = pool->shutdown_now();
  if (!expect_equal(left.size(), 4U, "the number of tasks returned, with 4 waiting,")) return;
  for (std::size_t i = 0; i < 3; ++i) {
    left[i]();
    expect(traces[i + 1].expired(),
           "a returned task has run, and the function that ran it keeps what it captured",
           Finding::leak);
  }
  left.pop_back();
  expect(traces[4].expired(), "a task was returned and dropped, and its future keeps its captures",
         Finding::leak);
}

BEHAVIOUR(senior, dropped_tasks_may_call_back,
          "what a task captured or returned may call the pool when it is destroyed") {
  each({RejectionPolicy::abort, RejectionPolicy::caller_runs, RejectionPolicy::discard,
        RejectionPolicy::discard_oldest},
       [](const auto policy) {
         Subject pool(1, 1, policy);
         const std::function<void()> call_back = [&] { (void)pool->queued(); };
         (void)pool->submit([&] { return std::make_unique<Farewell>(call_back); });
         grading::everyone::await_blocked();
         pool.occupy();
         let("who submits",
             "something captured calls queued() while it is destroyed, which does not return",
             Finding::deadlock, [&] {
               for (int i = 0; i < 3; ++i) {
                 try {
                   (void)pool.submit([last = std::make_shared<Farewell>(call_back)] {});
                 } catch (const RejectedExecution&) {
                 }
               }
               (void)pool->shutdown_now();
             });
         pool.release();
       });
}

BEHAVIOUR(senior, may_be_destroyed_by_its_own_task,
          "a task may own the last reference to its pool: everything accepted still runs") {
  rounds(
      [](Round& round) {
        const bool by_capture = round.below(2) == 0;
        const std::uint32_t others = round.below(2);
        Gate gate;
        Tally ran;
        auto pool = std::make_shared<ThreadPool>(1 + others, 4);
        auto last = pool->submit(std::function<void()>([&, by_capture, others, pool]() mutable {
          gate.pass();
          if (by_capture) return;
          pool.reset();
          expect(others == 0 || ran.value() == 2,
                 "a task destroyed its pool, whose destructor returned before the other worker had "
                 "done its work");
        }));
        let("who watches", kNeverRun, Finding::lost_wakeup, [&] { gate.await(1); });
        const std::function<void()> run = [&] { ran.add(1); };
        auto first = pool->submit(run);
        auto second = pool->submit(run);
        pool.reset();
        gate.open();
        await_ready(
            "a task destroyed its pool, and the futures of it and others never become ready", last,
            first, second);
        expect(outcome(last) == Outcome::value, "a task that destroyed its pool failed");
        expect(outcome(first) == Outcome::value && outcome(second) == Outcome::value,
               "a task destroyed its pool, and one that was accepted before never ran");
        grading::everyone::await_blocked();
      },
      {.at_least = 20, .time = 150ms});
}

}  // namespace
