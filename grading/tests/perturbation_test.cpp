// Delays at primitives: that every primitive is reached, that they follow the seed, and that a
// condition variable wakes without a reason when it is asked to.
#include "grading/src/perturbation/perturbation.h"

#include <gtest/gtest.h>
#include <semaphore.h>

#include <atomic>
#include <condition_variable>
#include <future>
#include <mutex>
#include <semaphore>
#include <thread>
#include <vector>

#include "grading/cast.h"
#include "grading/rounds.h"
#include "grading/time.h"

namespace grading {
namespace {

using namespace std::chrono_literals;
using perturbation::Point;

class Perturbation : public ::testing::Test {
 protected:
  void SetUp() override { perturbation::begin(1); }
  void TearDown() override { perturbation::stop(); }
};

TEST_F(Perturbation, is_reached_by_mutexes) {
  std::mutex mutex;
  {
    const std::lock_guard lock(mutex);
  }
  EXPECT_EQ(perturbation::reached(Point::before_lock), 1U);
  EXPECT_EQ(perturbation::reached(Point::after_lock), 1U);
  EXPECT_EQ(perturbation::reached(Point::before_unlock), 1U);
  EXPECT_EQ(perturbation::reached(Point::after_unlock), 1U);
}

TEST_F(Perturbation, is_reached_by_condition_variables_inside_the_library_too) {
  std::mutex mutex;
  std::condition_variable condition;
  std::unique_lock lock(mutex);
  condition.wait_for(lock, 1us);
  condition.wait_until(lock, std::chrono::system_clock::now());
  EXPECT_EQ(perturbation::reached(Point::before_wait), 2U);
  EXPECT_EQ(perturbation::reached(Point::after_wait), 2U);
  bool ready = false;
  std::thread notifier([&] {
    const std::lock_guard also(mutex);
    ready = true;
    condition.notify_one();
    condition.notify_all();
  });
  while (!ready) condition.wait(lock);
  lock.unlock();
  notifier.join();
  EXPECT_GE(perturbation::reached(Point::before_wait), 3U);
  EXPECT_EQ(perturbation::reached(Point::before_wake), 2U);
  EXPECT_EQ(perturbation::reached(Point::after_wake), 2U);
}

TEST_F(Perturbation, is_reached_by_futexes) {
  std::atomic<int> word{0};
  Cast cast;
  cast.start("waiter", [&] { word.wait(0); }).await_blocked();
  EXPECT_GE(perturbation::reached(Point::before_wait), 1U);
  word.store(1);
  word.notify_one();
  cast.await_all_finished();
  EXPECT_GE(perturbation::reached(Point::before_wake), 1U);
}

TEST_F(Perturbation, is_reached_by_posix_semaphores) {
  sem_t semaphore;
  sem_init(&semaphore, 0, 0);
  sem_post(&semaphore);
  sem_wait(&semaphore);
  sem_destroy(&semaphore);
  EXPECT_EQ(perturbation::reached(Point::before_wake), 1U);
  EXPECT_EQ(perturbation::reached(Point::before_wait), 1U);
}

TEST_F(Perturbation, rests_when_stopped) {
  perturbation::stop();
  std::mutex mutex;
  {
    const std::lock_guard lock(mutex);
  }
  EXPECT_EQ(perturbation::reached(Point::before_lock), 0U);
  EXPECT_FALSE(perturbation::delaying());
}

// Some seed delays the first unlock; then whoever waits for the second lock goes first.
TEST(PerturbationPlan, some_seeds_let_another_thread_go_first) {
  bool seen = false;
  for (std::uint64_t seed = 0; seed < 2'000 && !seen; ++seed) {
    std::mutex mutex;
    std::vector<int> order;
    StartLine line(2);
    Cast cast;
    perturbation::begin(seed);
    cast.start("early", [&] {
      line.wait();
      const std::lock_guard lock(mutex);
      order.push_back(1);
    });
    cast.start("late", [&] {
      line.wait();
      for (volatile int i = 0; i < 20'000; i = i + 1) {
      }
      const std::lock_guard lock(mutex);
      order.push_back(2);
    });
    cast.await_all_finished();
    perturbation::stop();
    seen = order.front() == 2;
  }
  EXPECT_TRUE(seen);
}

TEST(SpuriousWakes, end_a_wait_without_a_notification) {
  std::mutex mutex;
  std::condition_variable condition;
  const SpuriousWakes wakes(2);
  std::unique_lock lock(mutex);
  condition.wait(lock);
  EXPECT_EQ(condition.wait_for(lock, 1h), std::cv_status::no_timeout);
  EXPECT_TRUE(lock.owns_lock());
}

TEST(SpuriousWakes, are_over_with_their_scope) {
  std::mutex mutex;
  std::condition_variable condition;
  {
    const SpuriousWakes wakes(5);
  }
  std::unique_lock lock(mutex);
  EXPECT_EQ(condition.wait_for(lock, 1ms), std::cv_status::timeout);
}

TEST(SpuriousWakes, free_the_mutex_in_between) {
  std::mutex mutex;
  std::condition_variable condition;
  bool changed = false;
  const SpuriousWakes wakes(1'000'000);
  Cast cast;
  cast.start("waiter", [&] {
    std::unique_lock lock(mutex);
    while (!changed) condition.wait(lock);
  });
  cast.start("changer", [&] {
    const std::lock_guard lock(mutex);
    changed = true;
    condition.notify_all();
  });
  cast.await_all_finished();
}

}  // namespace
}  // namespace grading
