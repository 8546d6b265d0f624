#include "report/facts/waits.h"

#include <gtest/gtest.h>

#include "support/scenario.h"

namespace explorer {
namespace {

using enum OperationKind;
using Threads = std::vector<ThreadIndex>;

std::vector<Wait> waits_of(const Scenario& scenario) {
  Holdings holdings(scenario.record);
  holdings.follow_to_end();
  TableSymbols symbols;
  return waits_at_end(scenario.record, holdings, symbols);
}

TEST(Waits, one_inside_a_library_call_names_the_call) {
  TableSymbols symbols;
  const auto wait = symbols.library("std::latch::wait");
  const auto author = symbols.author("main", 3);
  Scenario scenario(1);
  scenario.blocked(0, futex_wait, 1, {wait, author});
  Holdings holdings(scenario.record);
  EXPECT_EQ(waits_at_end(scenario.record, holdings, symbols).at(0).call, "latch::wait()");
}

TEST(Waits, a_thread_blocked_on_a_lock_waits_for_its_holder) {
  Scenario scenario(2);
  scenario.event(0, mutex_lock, 1, {});
  scenario.blocked(1, mutex_lock, 1, {});
  const std::vector<Wait> waits = waits_of(scenario);
  ASSERT_EQ(waits.size(), 1U);
  EXPECT_EQ(waits[0].thread, 1);
  EXPECT_EQ(waits[0].reason, WaitReason::lock);
  ASSERT_EQ(waits[0].holders.size(), 1U);
  EXPECT_EQ(waits[0].holders[0].thread, 0);
}

TEST(Waits, an_unnotified_waiter_waits_for_a_notification) {
  Scenario scenario(2);
  scenario.event(0, condvar_notify_all, 2, {});
  scenario.wait(1, 2, 1, {});
  scenario.blocked(1, condvar_wake, 2, {}).second_object = 1;
  EXPECT_EQ(waits_of(scenario)[0].reason, WaitReason::notification);
}

TEST(Waits, a_notified_waiter_waits_for_its_mutex) {
  for (const OperationKind notify : {condvar_notify_one, condvar_notify_all}) {
    Scenario scenario(2);
    scenario.wait(1, 2, 1, {});
    scenario.event(0, mutex_lock, 1, {});
    scenario.event(0, notify, 2, {}).operation.peer = 1;
    scenario.blocked(1, condvar_wake, 2, {}).second_object = 1;
    const Wait wait = waits_of(scenario)[0];
    EXPECT_EQ(wait.reason, WaitReason::lock);
    EXPECT_EQ(wait.operation.object, 1U);
    EXPECT_EQ(wait.holders.at(0).thread, 0);
  }
}

TEST(Waits, a_cycle_of_three_locks_is_found) {
  Scenario scenario(4);
  for (ThreadIndex thread = 1; thread <= 3; ++thread) {
    scenario.event(thread, mutex_lock, thread, {});
    scenario.blocked(thread, mutex_lock, thread % 3U + 1U, {});
  }
  scenario.blocked(0, thread_join, 0, {}).peer = 1;
  EXPECT_EQ(waiting_cycle(waits_of(scenario)), (Threads{1, 2, 3}));
}

TEST(Waits, a_join_can_close_a_cycle) {
  Scenario scenario(2);
  scenario.event(0, mutex_lock, 1, {});
  scenario.blocked(0, thread_join, 0, {}).peer = 1;
  scenario.blocked(1, mutex_lock, 1, {});
  EXPECT_EQ(waiting_cycle(waits_of(scenario)), (Threads{0, 1}));
}

TEST(Waits, a_lock_taken_twice_is_a_cycle_of_one) {
  Scenario scenario(1);
  scenario.event(0, mutex_lock, 1, {});
  scenario.blocked(0, mutex_lock, 1, {});
  EXPECT_EQ(waiting_cycle(waits_of(scenario)), Threads{0});
}

TEST(Waits, a_chain_is_no_cycle) {
  Scenario scenario(3);
  scenario.event(2, mutex_lock, 1, {});
  scenario.blocked(0, thread_join, 0, {}).peer = 1;
  scenario.blocked(1, mutex_lock, 1, {});
  EXPECT_EQ(waiting_cycle(waits_of(scenario)), Threads{});
}

}  // namespace
}  // namespace explorer
