// What systematic search asks of the order of events, answered for literal lists of events.
#include "scheduling/systematic/event_log.h"

#include <gtest/gtest.h>

#include <vector>

namespace explorer {
namespace {

constexpr ObjectIndex kMutex = 1;
constexpr ObjectIndex kCondvar = 2;
constexpr ObjectIndex kVariable = 3;

Event event(ThreadIndex thread, OperationKind kind, ObjectIndex object = 0) {
  return {.thread = thread, .operation = {.kind = kind, .access = Access::write, .object = object}};
}

Event lock(ThreadIndex thread) { return event(thread, OperationKind::mutex_lock, kMutex); }
Event unlock(ThreadIndex thread) { return event(thread, OperationKind::mutex_unlock, kMutex); }
Event store(ThreadIndex thread) { return event(thread, OperationKind::atomic_store, kVariable); }
Event sleep(ThreadIndex thread) { return event(thread, OperationKind::sleep); }

Event timed_wait(ThreadIndex thread) {
  Event wait = event(thread, OperationKind::condvar_timed_wait, kCondvar);
  wait.operation.second_object = kMutex;
  wait.outcome = Outcome::blocked;
  return wait;
}

Event time_out(ThreadIndex thread) {
  Event wake = event(thread, OperationKind::condvar_wake, kCondvar);
  wake.operation.second_object = kMutex;
  wake.outcome = Outcome::timed_out;
  return wake;
}

EventLog log_of(const std::vector<Event>& events) {
  EventLog log;
  for (const Event& e : events) log.append(e, [](std::size_t) { return true; });
  return log;
}

using Positions = std::vector<std::uint32_t>;

Positions races_of(const std::vector<Event>& events) {
  const EventLog log = log_of(events);
  return {log.races().begin(), log.races().end()};
}

Positions conflicts_of(const std::vector<Event>& events) {
  EventLog log = log_of(events);
  const auto found = log.conflicts();
  return {found.begin(), found.end()};
}

TEST(EventLog, lets_a_lock_race_with_the_lock_before_it_and_not_with_the_unlock) {
  EXPECT_EQ(races_of({lock(0), unlock(0), lock(1)}), Positions{0});
}

TEST(EventLog, orders_by_what_lies_in_between) {
  EXPECT_EQ(races_of({store(0), store(1), store(2)}), Positions{1});
}

TEST(EventLog, lets_nobody_race_with_what_the_owner_of_its_lock_did_meanwhile) {
  // The one that times out needs the mutex: it may come before the other one takes it, or after it
  // has given it back, but not before the sleep in between. Both move time.
  EXPECT_EQ(races_of({lock(0), timed_wait(0), lock(1), sleep(1), unlock(1), time_out(0)}),
            Positions{2});
}

TEST(EventLog, lets_a_time_out_race_with_a_sleep_outside_the_lock) {
  EXPECT_EQ(races_of({lock(0), timed_wait(0), sleep(1), time_out(0)}), Positions{2});
}

TEST(EventLog, finds_conflicts_with_all_that_a_thread_had_not_learned_of) {
  EXPECT_EQ(conflicts_of({store(0), store(1), store(2)}), (Positions{0, 1}));
  EXPECT_EQ(conflicts_of({store(0), store(1), store(0)}), Positions{1});
}

TEST(EventLog, finds_no_conflict_with_what_a_pending_lock_had_to_wait_for) {
  EXPECT_EQ(conflicts_of({event(1, OperationKind::yield), lock(0), unlock(0), lock(1)}),
            Positions{1});
}

TEST(EventLog, finds_conflicts_with_unlocks_from_before_a_thread_came_to_its_lock) {
  EXPECT_EQ(conflicts_of({lock(0), unlock(0), event(1, OperationKind::yield), lock(1)}),
            (Positions{0, 1}));
}

}  // namespace
}  // namespace explorer
