#include "report/facts/holdings.h"

#include <gtest/gtest.h>

#include "support/scenario.h"

namespace explorer {
namespace {

using enum OperationKind;

constexpr ObjectIndex kMutex = 1;
constexpr ObjectIndex kCondvar = 2;

std::vector<ThreadIndex> holders_at_end(const Scenario& scenario, ObjectIndex object) {
  Holdings holdings(scenario.record);
  holdings.follow_to_end();
  std::vector<ThreadIndex> threads;
  for (const Holding& holding : holdings.of_object(object)) {
    threads.push_back(holding.thread);
  }
  return threads;
}

using Threads = std::vector<ThreadIndex>;

TEST(Holdings, a_lock_is_held_until_its_unlock) {
  Scenario scenario(2);
  scenario.event(1, mutex_lock, kMutex, {});
  EXPECT_EQ(holders_at_end(scenario, kMutex), Threads{1});
  scenario.event(1, mutex_unlock, kMutex, {});
  EXPECT_EQ(holders_at_end(scenario, kMutex), Threads{});
}

TEST(Holdings, what_did_not_succeed_holds_nothing) {
  Scenario scenario(2);
  scenario.event(1, mutex_lock, kMutex, {}).outcome = Outcome::blocked;
  scenario.event(1, mutex_try_lock, kMutex, {}).outcome = Outcome::refused;
  scenario.event(1, mutex_timed_lock, kMutex, {}).outcome = Outcome::timed_out;
  EXPECT_EQ(holders_at_end(scenario, kMutex), Threads{});
}

TEST(Holdings, readers_hold_together_and_leave_one_by_one) {
  Scenario scenario(3);
  scenario.event(1, rwlock_read_lock, kMutex, {});
  scenario.event(2, rwlock_read_lock, kMutex, {});
  EXPECT_EQ(holders_at_end(scenario, kMutex), (Threads{1, 2}));
  scenario.event(1, rwlock_unlock, kMutex, {});
  EXPECT_EQ(holders_at_end(scenario, kMutex), Threads{2});
}

TEST(Holdings, a_recursive_lock_is_held_until_the_last_unlock) {
  Scenario scenario(1);
  scenario.event(0, mutex_lock, kMutex, {});
  scenario.event(0, mutex_lock, kMutex, {});
  scenario.event(0, mutex_unlock, kMutex, {});
  EXPECT_EQ(holders_at_end(scenario, kMutex), Threads{0});
}

TEST(Holdings, a_wait_gives_the_mutex_up_and_a_wake_takes_it_again) {
  Scenario scenario(2);
  scenario.event(1, mutex_lock, kMutex, {});
  scenario.wait(1, kCondvar, kMutex, {});
  EXPECT_EQ(holders_at_end(scenario, kMutex), Threads{});
  scenario.wake(1, kCondvar, kMutex, {}).outcome = Outcome::spurious;
  EXPECT_EQ(holders_at_end(scenario, kMutex), Threads{1});
}

TEST(Holdings, a_wake_followed_by_its_own_lock_step_holds_once) {
  Scenario scenario(2);
  scenario.wake(1, kCondvar, kMutex, {0x1000});
  scenario.event(1, mutex_lock, kMutex, {0x1000});
  EXPECT_EQ(holders_at_end(scenario, kMutex), Threads{1});
}

TEST(Holdings, a_wake_that_still_has_to_lock_holds_nothing) {
  Scenario scenario(2);
  scenario.wake(1, kCondvar, kMutex, {0x1000});
  scenario.blocked(1, mutex_lock, kMutex, {0x1000});
  EXPECT_EQ(holders_at_end(scenario, kMutex), Threads{});
}

}  // namespace
}  // namespace explorer
