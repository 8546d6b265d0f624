// What waiting and being woken cost.
#include "grading/wake_ups.h"

#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace grading {
namespace {

using namespace std::chrono_literals;

class Permits {
 public:
  void take() {
    std::unique_lock lock(mutex_);
    given_.wait(lock, [this] { return count_ > 0; });
    --count_;
  }
  void take_by_looking_again_and_again() {
    for (;; std::this_thread::sleep_for(1ms)) {
      const std::lock_guard lock(mutex_);
      if (count_ == 0) continue;
      --count_;
      return;
    }
  }
  void give_waking_one() {
    const std::lock_guard lock(mutex_);
    ++count_;
    given_.notify_one();
  }
  void give_waking_all() {
    const std::lock_guard lock(mutex_);
    ++count_;
    given_.notify_all();
  }

 private:
  std::mutex mutex_;
  std::condition_variable given_;
  int count_ = 0;
};

TEST(ExpectAsleep, holds_for_who_sleeps_on_a_condition_variable) {
  Permits permits;
  Cast cast;
  for (const char* role : {"first", "second"}) cast.start(role, [&] { permits.take(); });
  EXPECT_TRUE(expect_asleep(cast));
  for (int i = 0; i < 2; ++i) permits.give_waking_one();
}

TEST(ExpectAsleep, fails_for_who_polls) {
  Permits permits;
  Cast cast;
  cast.start("the impatient", [&] { permits.take_by_looking_again_and_again(); });
  EXPECT_NONFATAL_FAILURE(expect_asleep(cast), "the impatient wakes up again and again to look");
  permits.give_waking_one();
}

TEST(ExpectAsleep, fails_for_who_does_not_wait) {
  Cast cast;
  cast.start("the quick", [] {});
  EXPECT_NONFATAL_FAILURE(expect_asleep(cast), "the quick does not wait");
}

TEST(ExpectToWakeOne, holds_where_one_is_notified) {
  Permits permits;
  EXPECT_TRUE(expect_to_wake_one(
      "taker", [&] { permits.take(); }, "a permit came", [&] { permits.give_waking_one(); }));
}

TEST(ExpectToWakeOne, fails_where_all_are_notified) {
  Permits permits;
  EXPECT_NONFATAL_FAILURE(
      expect_to_wake_one(
          "taker", [&] { permits.take(); }, "a permit came", [&] { permits.give_waking_all(); }),
      "a permit came, 6 times for as many who waited");
}

}  // namespace
}  // namespace grading
