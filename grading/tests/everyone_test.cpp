// What is said of threads that nobody cast.
#include "grading/everyone.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <semaphore>
#include <thread>

#include "grading/time.h"

namespace grading {
namespace {

using namespace std::chrono_literals;

TEST(Everyone, is_finished_when_there_is_nobody) {
  EXPECT_EQ(everyone::await_blocked(), Standing::finished);
  EXPECT_EQ(everyone::wake_ups(), 0U);
}

TEST(Everyone, is_asleep_when_each_thread_is) {
  std::counting_semaphore<> semaphore(0);
  std::jthread first([&] { semaphore.acquire(); });
  std::jthread second([&] { semaphore.acquire(); });
  EXPECT_EQ(everyone::await_blocked(), Standing::asleep);
  semaphore.release(2);
}

TEST(Everyone, spins_when_one_does) {
  std::atomic<bool> stop{false};
  std::binary_semaphore semaphore(0);
  std::jthread sleeper([&] { semaphore.acquire(); });
  std::jthread spinner([&] {
    while (!stop.load()) {
    }
  });
  EXPECT_EQ(everyone::await_blocked(), Standing::spinning);
  stop.store(true);
  semaphore.release();
}

TEST(Everyone, polls_when_one_sleeps_and_looks) {
  std::atomic<bool> stop{false};
  std::jthread poller([&] {
    while (!stop.load()) std::this_thread::sleep_for(100us);
  });
  EXPECT_EQ(everyone::await_blocked(), Standing::polling);
  stop.store(true);
}

TEST(Everyone, counts_each_time_that_somebody_went_to_sleep) {
  std::binary_semaphore ping(0);
  std::binary_semaphore bystander(0);
  std::jthread waiter([&] {
    for (int i = 0; i < 3; ++i) ping.acquire();
  });
  std::jthread other([&] { bystander.acquire(); });
  everyone::await_blocked();
  const auto before = everyone::wake_ups();
  for (int i = 0; i < 2; ++i) {
    ping.release();
    everyone::await_blocked();
  }
  EXPECT_GE(everyone::wake_ups() - before, 2U);
  ping.release();
  bystander.release();
}

}  // namespace
}  // namespace grading
