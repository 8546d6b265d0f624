// Participants: what is said of where they stand, and what they cost.
#include "grading/cast.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <semaphore>
#include <thread>

#include "grading/time.h"

namespace grading {
namespace {

using namespace std::chrono_literals;

// Something to wait for that sleeps properly.
class Gate {
 public:
  void wait() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return open_; });
  }
  bool wait_for(std::chrono::nanoseconds time) {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, time, [this] { return open_; });
  }
  void open() {
    const std::lock_guard lock(mutex_);
    open_ = true;
    changed_.notify_all();
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  bool open_ = false;
};

TEST(Participant, that_returns_is_finished) {
  Cast cast;
  Participant& quick = cast.start("quick", [] {});
  EXPECT_EQ(quick.await_blocked(), Standing::finished);
  EXPECT_TRUE(quick.finished());
  EXPECT_EQ(quick.role(), "quick");
}

TEST(Participant, in_a_condition_variable_is_asleep_until_woken) {
  Gate gate;
  Cast cast;
  Participant& waiter = cast.start("waiter", [&] { gate.wait(); });
  EXPECT_EQ(waiter.await_blocked(), Standing::asleep);
  EXPECT_FALSE(waiter.finished());
  gate.open();
  waiter.await_finished();
  EXPECT_TRUE(waiter.finished());
}

TEST(Participant, in_a_futex_is_asleep) {
  std::counting_semaphore<> semaphore(0);
  std::atomic<int> word{0};
  Cast cast;
  Participant& first = cast.start("semaphore", [&] { semaphore.acquire(); });
  Participant& second = cast.start("atomic", [&] { word.wait(0); });
  EXPECT_EQ(first.await_blocked(), Standing::asleep);
  EXPECT_EQ(second.await_blocked(), Standing::asleep);
  semaphore.release();
  word.store(1);
  word.notify_all();
  cast.await_all_finished();
}

TEST(Participant, with_a_far_deadline_is_asleep) {
  Gate gate;
  Cast cast;
  Participant& waiter = cast.start("waiter", [&] { EXPECT_TRUE(gate.wait_for(1h)); });
  EXPECT_EQ(waiter.await_blocked(), Standing::asleep);
  gate.open();
}

TEST(Participant, that_runs_in_circles_is_spinning) {
  std::atomic<bool> over{false};
  Cast cast;
  Participant& spinner = cast.start("spinner", [&] {
    while (!over.load(std::memory_order_relaxed)) {
    }
  });
  EXPECT_EQ(spinner.await_blocked(), Standing::spinning);
  EXPECT_GE(spinner.cost().processor, 40ms);
  over.store(true, std::memory_order_relaxed);
  spinner.await_finished();
}

TEST(Participant, that_yields_in_circles_is_spinning) {
  std::atomic<bool> over{false};
  Cast cast;
  Participant& spinner = cast.start("spinner", [&] {
    while (!over.load(std::memory_order_relaxed)) std::this_thread::yield();
  });
  EXPECT_EQ(spinner.await_blocked(), Standing::spinning);
  over.store(true, std::memory_order_relaxed);
}

TEST(Participant, that_naps_in_circles_is_polling) {
  for (const auto nap : {std::chrono::microseconds(100), std::chrono::microseconds(5'000)}) {
    std::atomic<bool> over{false};
    Cast cast;
    Participant& poller = cast.start("poller", [&] {
      while (!over.load(std::memory_order_relaxed)) std::this_thread::sleep_for(nap);
    });
    EXPECT_EQ(poller.await_blocked(), Standing::polling) << nap.count() << " microseconds";
    over.store(true, std::memory_order_relaxed);
  }
}

TEST(Participant, is_told_to_be_asleep_although_others_spin) {
  std::atomic<bool> over{false};
  Gate gate;
  Cast cast;
  Participant& spinner = cast.start("spinner", [&] {
    while (!over.load(std::memory_order_relaxed)) {
    }
  });
  EXPECT_EQ(spinner.await_blocked(), Standing::spinning);
  EXPECT_EQ(cast.start("waiter", [&] { gate.wait(); }).await_blocked(), Standing::asleep);
  over.store(true, std::memory_order_relaxed);
  gate.open();
}

// A thread that holds up another one but will go on is no reason to call the other one blocked.
TEST(Participant, that_waits_for_one_who_works_is_not_blocked_yet) {
  std::mutex mutex;
  std::atomic<bool> held{false};
  Cast cast;
  cast.start("worker", [&] {
    const std::lock_guard lock(mutex);
    held.store(true, std::memory_order_relaxed);
    const Stopwatch watch;
    while (watch.elapsed() < 20ms) {
    }
  });
  while (!held.load(std::memory_order_relaxed)) std::this_thread::yield();
  Participant& next = cast.start("next", [&] { const std::lock_guard lock(mutex); });
  EXPECT_EQ(next.await_blocked(), Standing::finished);
}

TEST(Participant, waking_up_is_counted_and_sleeping_is_not) {
  Gate gate;
  std::mutex mutex;
  std::condition_variable poke;
  bool over = false;
  Cast cast;
  Participant& sleeper = cast.start("sleeper", [&] { gate.wait(); });
  Participant& poked = cast.start("poked", [&] {
    std::unique_lock lock(mutex);
    while (!over) poke.wait(lock);
  });
  cast.await_quiet();
  const Cost sleeper_before = sleeper.cost();
  const Cost poked_before = poked.cost();
  for (int i = 0; i < 5; ++i) {
    poke.notify_all();
    cast.await_quiet();
  }
  EXPECT_EQ(sleeper.cost().wake_ups, sleeper_before.wake_ups);
  EXPECT_GE(poked.cost().wake_ups, poked_before.wake_ups + 5);
  {
    const std::lock_guard lock(mutex);
    over = true;
  }
  poke.notify_all();
  gate.open();
}

TEST(Cast, quiet_counts_who_has_left) {
  std::counting_semaphore<> semaphore(0);
  Cast cast;
  for (int i = 0; i < 4; ++i) cast.start("waiter", [&] { semaphore.acquire(); });
  EXPECT_EQ(cast.await_quiet(), 0U);
  semaphore.release(3);
  EXPECT_EQ(cast.await_quiet(), 3U);
  EXPECT_EQ(cast.finished(), 3U);
  semaphore.release();
  cast.await_finished(4, "the last waiter does not leave");
}

TEST(Cast, joining_makes_a_participants_writes_visible) {
  int written = 0;
  Cast cast;
  cast.start("writer", [&] { written = 7; }).await_finished();
  EXPECT_EQ(written, 7);
}

TEST(StartLine, lets_nobody_through_before_the_last_has_come) {
  StartLine line(2);
  std::atomic<bool> through{false};
  Cast cast;
  Participant& early = cast.start("early", [&] {
    line.wait();
    through.store(true, std::memory_order_relaxed);
  });
  EXPECT_NE(early.await_blocked(), Standing::finished);
  EXPECT_FALSE(through.load(std::memory_order_relaxed));
  line.wait();
  early.await_finished();
  EXPECT_TRUE(through.load(std::memory_order_relaxed));
}

}  // namespace
}  // namespace grading
