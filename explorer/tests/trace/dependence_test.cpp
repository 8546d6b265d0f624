#include "trace/dependence.h"

#include <gtest/gtest.h>

#include <random>
#include <set>
#include <string>

namespace explorer {
namespace {

using enum OperationKind;

constexpr auto kLastKind = look;

Operation on(OperationKind kind, ObjectIndex object, ObjectIndex second = 0) {
  Operation operation;
  operation.kind = kind;
  operation.object = object;
  operation.second_object = second;
  return operation;
}

Operation about(OperationKind kind, ThreadIndex peer) {
  Operation operation;
  operation.kind = kind;
  operation.peer = peer;
  return operation;
}

Event by(ThreadIndex thread, Operation operation, Outcome outcome = Outcome::proceeded) {
  Event event;
  event.thread = thread;
  event.operation = operation;
  event.outcome = outcome;
  return event;
}

TEST(Names, every_operation_has_one) {
  for (int kind = 0; kind <= static_cast<int>(kLastKind); ++kind) {
    EXPECT_STRNE(name(static_cast<OperationKind>(kind)), "unknown operation") << kind;
  }
}

TEST(Dependence, is_symmetric) {
  for (int a = 0; a <= static_cast<int>(kLastKind); ++a) {
    for (int b = 0; b <= static_cast<int>(kLastKind); ++b) {
      for (const ObjectIndex object : {0U, 1U, 2U}) {
        const Operation first = on(static_cast<OperationKind>(a), 1, 2);
        const Operation second = on(static_cast<OperationKind>(b), object, 1);
        EXPECT_EQ(dependent(first, second), dependent(second, first));
        EXPECT_EQ(dependent(by(1, first), by(2, second)), dependent(by(2, second), by(1, first)));
      }
    }
  }
}

struct Pair {
  const char* says;
  Operation a;
  Operation b;
  bool expected;
};

TEST(Dependence, of_operations_is_what_the_table_says) {
  const Pair table[] = {
      {"two loads", on(atomic_load, 1), on(atomic_load, 1), false},
      {"load and store", on(atomic_load, 1), on(atomic_store, 1), true},
      {"other location", on(atomic_store, 1), on(atomic_store, 2), false},
      {"two stores", on(atomic_store, 1), on(atomic_store, 1), true},
      {"plain accesses may overlap anything", on(plain_read, 0), on(atomic_store, 3), true},
      {"plain reads", on(plain_read, 0), on(plain_read, 0), false},
      {"locks of one mutex", on(mutex_lock, 1), on(mutex_lock, 1), true},
      {"lock and try", on(mutex_try_lock, 1), on(mutex_unlock, 1), true},
      {"locks of two mutexes", on(mutex_lock, 1), on(mutex_lock, 2), false},
      {"two readers", on(rwlock_read_lock, 1), on(rwlock_read_lock, 1), false},
      {"reader and writer", on(rwlock_read_lock, 1), on(rwlock_write_lock, 1), true},
      {"wait and notify", on(condvar_wait, 1, 2), on(condvar_notify_one, 1), true},
      {"wait and its mutex", on(condvar_wait, 1, 2), on(mutex_lock, 2), true},
      {"notify and the mutex", on(condvar_notify_one, 1), on(mutex_lock, 2), false},
      {"futex and the store it waits for", on(futex_wait, 1), on(atomic_store, 1), true},
      {"yields", on(yield, 0), on(yield, 0), false},
      {"fences", on(fence, 0), on(atomic_store, 1), false},
      {"a deadline and a look at the clock", on(condvar_timed_wait, 1, 2), on(clock_read, 0), true},
      {"two looks at the clock", on(clock_read, 0), on(clock_read, 0), false},
      {"setting a clock and a look at it", on(clock_set, 0), on(clock_read, 0), true},
      {"two settings of the clock", on(clock_set, 0), on(clock_set, 0), true},
      {"two sleeps", on(sleep, 0), on(sleep, 0), true},
      {"choices of the body", on(choose, 0), on(choose, 0), false},
  };
  for (const Pair& row : table) EXPECT_EQ(dependent(row.a, row.b), row.expected) << row.says;
}

TEST(Dependence, of_events_knows_whose_life_is_concerned) {
  EXPECT_TRUE(dependent(by(0, about(thread_create, 2)), by(2, on(thread_start, 0))));
  EXPECT_FALSE(dependent(by(0, about(thread_create, 2)), by(3, on(thread_start, 0))));
  EXPECT_TRUE(dependent(by(0, about(thread_join, 2)), by(2, on(thread_exit, 0))));
  EXPECT_FALSE(dependent(by(0, about(thread_join, 2)), by(3, on(thread_exit, 0))));
  EXPECT_TRUE(dependent(by(0, about(thread_join, 2)), by(1, about(thread_detach, 2))));
  EXPECT_TRUE(dependent(by(1, on(yield, 0)), by(1, on(yield, 0))));
}

TEST(Dependence, of_a_wait_on_time_begins_when_it_times_out) {
  const Event look = by(2, on(clock_read, 0));
  EXPECT_FALSE(dependent(by(1, on(condvar_timed_wait, 1, 2), Outcome::blocked), look));
  EXPECT_TRUE(dependent(by(1, on(condvar_wake, 1, 2), Outcome::timed_out), look));
}

TEST(DependenceKeys, rule_out_only_what_is_independent) {
  std::mt19937 random(7);
  const auto some_event = [&] {
    const auto kind = static_cast<OperationKind>(random() % (static_cast<unsigned>(kLastKind) + 1));
    // Only plain accesses may be to nothing that has a number.
    const bool nameless = (kind == plain_read || kind == plain_write) && random() % 2 == 0;
    Operation operation = on(kind, nameless ? 0 : 1 + random() % 2, random() % 3);
    operation.peer = static_cast<ThreadIndex>(random() % 3);
    operation.access = static_cast<Access>(random() % 3);
    return by(static_cast<ThreadIndex>(random() % 3), operation,
              static_cast<Outcome>(random() % 5));
  };
  int ruled_out = 0;
  for (int i = 0; i < 200'000; ++i) {
    const Event a = some_event();
    const Event b = some_event();
    if (may_depend(dependence_key(a), dependence_key(b))) continue;
    ++ruled_out;
    ASSERT_FALSE(dependent(a, b)) << name(a.operation.kind) << ", " << name(b.operation.kind);
  }
  EXPECT_GT(ruled_out, 10'000);
}

TEST(Order, of_two_locks_could_be_the_other_way_round_that_of_unlock_and_lock_not) {
  const Event lock = by(2, on(mutex_lock, 1));
  EXPECT_EQ(order_kind(by(1, on(mutex_lock, 1)), lock), OrderKind::raced);
  EXPECT_EQ(order_kind(by(1, on(mutex_unlock, 1)), lock), OrderKind::excluded);
  EXPECT_EQ(order_kind(by(1, on(condvar_wait, 9, 1), Outcome::blocked), lock), OrderKind::excluded);
  EXPECT_EQ(order_kind(by(1, on(mutex_try_lock, 1), Outcome::refused), lock), OrderKind::excluded);
  EXPECT_EQ(order_kind(by(1, on(mutex_unlock, 1)), by(2, on(mutex_try_lock, 1))), OrderKind::raced);
}

TEST(Order, of_a_wake_after_its_notification_is_a_consequence) {
  const Event wake = by(2, on(condvar_wake, 1, 3));
  Operation notify = on(condvar_notify_one, 1);
  notify.peer = 2;
  EXPECT_EQ(order_kind(by(1, notify), wake), OrderKind::caused);
  EXPECT_EQ(order_kind(by(1, on(condvar_notify_all, 1)), wake), OrderKind::caused);
  notify.peer = 4;
  EXPECT_EQ(order_kind(by(1, notify), wake), OrderKind::raced);
  EXPECT_EQ(order_kind(by(1, on(condvar_notify_all, 1)),
                       by(2, on(condvar_wake, 1, 3), Outcome::timed_out)),
            OrderKind::raced);
}

TEST(Order, of_lives_is_a_consequence) {
  EXPECT_EQ(order_kind(by(0, about(thread_create, 1)), by(1, on(thread_start, 0))),
            OrderKind::caused);
  EXPECT_EQ(order_kind(by(1, on(thread_exit, 0)), by(0, about(thread_join, 1))), OrderKind::caused);
}

}  // namespace
}  // namespace explorer
