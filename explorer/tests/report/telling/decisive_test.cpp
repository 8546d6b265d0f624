#include "report/telling/decisive.h"

#include <gtest/gtest.h>

#include <utility>

#include "support/scenario.h"

namespace explorer {
namespace {

using enum OperationKind;

std::optional<std::size_t> decisive(const Scenario& scenario,
                                    FindingKind kind = FindingKind::deadlock) {
  return decisive_position(scenario.record, kind);
}

TEST(Decisive, the_last_preemption_counts) {
  Scenario scenario(3);
  scenario.event(1, mutex_lock, 1, {});
  scenario.choice(ChoiceKind::thread, 2);
  scenario.event(2, mutex_lock, 2, {});
  scenario.choice(ChoiceKind::thread, 1);
  scenario.event(1, mutex_lock, 3, {});
  scenario.choice(ChoiceKind::thread, 1);
  scenario.event(1, mutex_lock, 4, {});
  scenario.record.threads[2].state = ThreadState::runnable;
  EXPECT_EQ(decisive(scenario), 2U);
}

TEST(Decisive, leaving_a_thread_that_could_not_go_on_is_no_preemption) {
  Scenario scenario(4);
  scenario.event(1, mutex_lock, 1, {});
  scenario.choice(ChoiceKind::thread, 2);
  scenario.event(2, mutex_lock, 2, {});
  scenario.blocked(1, mutex_lock, 5, {});
  scenario.blocked(2, mutex_lock, 1, {});
  scenario.choice(ChoiceKind::thread, 3);
  scenario.event(3, yield, 0, {});
  EXPECT_EQ(decisive(scenario), 1U);
}

TEST(Decisive, waiting_yielding_and_ending_give_the_turn_away_freely) {
  Scenario scenario(4);
  scenario.wait(1, 2, 1, {});
  scenario.blocked(1, condvar_wake, 2, {});
  scenario.choice(ChoiceKind::thread, 2);
  scenario.event(2, yield, 0, {});
  scenario.choice(ChoiceKind::thread, 3);
  scenario.event(3, thread_exit, 0, {});
  scenario.choice(ChoiceKind::thread, 2);
  scenario.event(2, thread_exit, 0, {});
  EXPECT_EQ(decisive(scenario), std::nullopt);
}

TEST(Decisive, dramatic_values_count_and_the_bodys_own_choices_do_not) {
  Scenario scenario(1);
  scenario.choice(ChoiceKind::timeout_first, 1);
  scenario.event(0, yield, 0, {});
  scenario.choice(ChoiceKind::timeout_first, 0);
  scenario.choice(ChoiceKind::body_choice, 3, 9);
  scenario.event(0, choose, 0, {});
  EXPECT_EQ(decisive(scenario), 0U);
}

TEST(Decisive, an_unguarded_wait_is_about_the_spurious_wake_up) {
  Scenario scenario(2);
  scenario.choice(ChoiceKind::spurious_wake, 1);
  scenario.wake(1, 2, 1, {});
  scenario.choice(ChoiceKind::thread, 0);
  scenario.event(0, yield, 0, {});
  scenario.record.threads[1].state = ThreadState::runnable;
  EXPECT_EQ(decisive(scenario, FindingKind::unguarded_wait), 0U);
  EXPECT_EQ(decisive(scenario, FindingKind::wrong_result), 1U);
}

TEST(Decisive, a_choice_made_when_a_wait_begins_shows_when_it_ends) {
  for (const auto& [kind, outcome] : {std::pair(ChoiceKind::spurious_wake, Outcome::spurious),
                                      std::pair(ChoiceKind::timeout_first, Outcome::timed_out)}) {
    Scenario scenario(2);
    scenario.choice(kind, 1);
    scenario.wait(1, 2, 1, {});
    scenario.event(0, yield, 0, {});
    scenario.wake(1, 2, 1, {}).outcome = outcome;
    EXPECT_EQ(decisive(scenario), 2U);
  }
}

TEST(Decisive, a_lost_wakeup_is_about_the_notify_that_chose_another_waiter) {
  Scenario scenario(3);
  scenario.wait(1, 2, 1, {});
  scenario.wait(2, 2, 1, {});
  scenario.choice(ChoiceKind::notified_waiter, 0);
  scenario.event(0, condvar_notify_one, 2, {}).operation.peer = 1;
  scenario.choice(ChoiceKind::thread, 1);
  scenario.wake(1, 2, 1, {});
  scenario.record.threads[0].state = ThreadState::runnable;
  scenario.blocked(2, condvar_wake, 2, {});
  EXPECT_EQ(decisive(scenario, FindingKind::lost_wakeup), 2U);
}

}  // namespace
}  // namespace explorer
