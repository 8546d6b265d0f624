#include "report/facts/notifies.h"

#include <gtest/gtest.h>

#include "support/scenario.h"

namespace explorer {
namespace {

using enum OperationKind;

constexpr ObjectIndex kCondvar = 2;

TEST(MissedNotify, before_the_wait_it_came_too_early) {
  Scenario scenario(2);
  scenario.event(0, condvar_notify_one, kCondvar, {});
  scenario.wait(1, kCondvar, 1, {});
  const NotifyMiss miss = missed_notify(scenario.record.trace, 1, kCondvar);
  EXPECT_EQ(miss.how, MissedNotify::came_too_early);
  EXPECT_EQ(miss.notify, 0U);
  EXPECT_EQ(miss.wait, 1U);
}

TEST(MissedNotify, during_the_wait_it_went_elsewhere) {
  Scenario scenario(3);
  scenario.wait(1, kCondvar, 1, {});
  scenario.wait(2, kCondvar, 1, {});
  scenario.event(0, condvar_notify_one, kCondvar, {}).operation.peer = 2;
  const NotifyMiss miss = missed_notify(scenario.record.trace, 1, kCondvar);
  EXPECT_EQ(miss.how, MissedNotify::went_elsewhere);
  EXPECT_EQ(miss.notify, 2U);
}

TEST(MissedNotify, one_on_another_object_does_not_count) {
  Scenario scenario(2);
  scenario.wait(1, kCondvar, 1, {});
  scenario.event(0, condvar_notify_one, kCondvar + 1, {});
  EXPECT_EQ(missed_notify(scenario.record.trace, 1, kCondvar).how, MissedNotify::none);
}

TEST(MissedNotify, the_last_wait_of_a_thread_counts) {
  Scenario scenario(2);
  scenario.wait(1, kCondvar, 1, {});
  scenario.event(0, condvar_notify_one, kCondvar, {}).operation.peer = 1;
  scenario.wake(1, kCondvar, 1, {});
  scenario.wait(1, kCondvar, 1, {});
  EXPECT_EQ(missed_notify(scenario.record.trace, 1, kCondvar).how, MissedNotify::came_too_early);
}

}  // namespace
}  // namespace explorer
