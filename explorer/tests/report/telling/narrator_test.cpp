#include "report/telling/narrator.h"

#include <gtest/gtest.h>

#include "support/scenario.h"

namespace explorer {
namespace {

using enum OperationKind;

constexpr ObjectIndex kMutex = 1;
constexpr ObjectIndex kCondvar = 2;
constexpr ObjectIndex kAtomic = 3;

class NarratorTest : public testing::Test {
 protected:
  // Each step as "T1 lock mutex #1 (waits)".
  std::vector<std::string> told(const Scenario& scenario, const Evidence& evidence = {}) {
    const Names names(scenario.record, symbols_);
    std::vector<std::string> lines;
    for (const StoryStep& step : narrate(scenario.record, evidence, names, symbols_)) {
      lines.push_back((step.decisive ? "> " : "") + names.thread(step.thread) + " " + step.action +
                      (step.note.empty() ? "" : " (" + step.note + ")"));
    }
    return lines;
  }

  TableSymbols symbols_;
  const std::uintptr_t author_ = symbols_.author("Gate::pass", 10);
  const std::uintptr_t later_ = symbols_.author("Gate::pass", 12);
};

using Lines = std::vector<std::string>;

TEST_F(NarratorTest, the_steps_inside_a_library_call_are_one_step) {
  const auto acquire = symbols_.library("std::counting_semaphore::acquire");
  Scenario scenario(2);
  scenario.event(1, atomic_load, kAtomic, {acquire, author_});
  scenario.event(1, yield, 0, {acquire, author_});
  scenario.event(1, futex_wait, kAtomic, {acquire, author_}).outcome = Outcome::blocked;
  scenario.event(0, mutex_lock, kMutex, {later_});
  scenario.event(1, atomic_load, kAtomic, {acquire, author_});
  scenario.event(1, atomic_compare_exchange, kAtomic, {acquire, author_});
  scenario.event(1, mutex_lock, kMutex, {later_});
  EXPECT_EQ(told(scenario),
            (Lines{"T1 counting_semaphore::acquire() (waits)", "main lock mutex #1",
                   "T1 counting_semaphore::acquire() (wakes up)", "T1 lock mutex #1"}));
}

TEST_F(NarratorTest, looking_at_a_thread_is_nothing_to_tell) {
  Scenario scenario(2);
  scenario.event(0, await_quiet, 0, {author_});
  scenario.event(0, look, 0, {author_}).operation.peer = 1;
  EXPECT_EQ(told(scenario), (Lines{"main let the others settle"}));
}

TEST_F(NarratorTest, a_call_that_starts_to_wait_later_says_so_then) {
  const auto get = symbols_.library("std::future::get");
  Scenario scenario(2);
  scenario.event(1, atomic_load, kAtomic, {get, author_});
  scenario.event(0, mutex_lock, kMutex, {later_});
  scenario.event(1, futex_wait, kAtomic, {get, author_}).outcome = Outcome::blocked;
  EXPECT_EQ(told(scenario),
            (Lines{"T1 future::get()", "main lock mutex #1", "T1 future::get() (waits)"}));
}

TEST_F(NarratorTest, atomic_operations_of_one_line_are_one_step) {
  Scenario scenario(2);
  scenario.event(1, atomic_load, kAtomic, {author_});
  scenario.event(1, atomic_compare_exchange, kAtomic, {author_});
  scenario.event(1, atomic_load, kAtomic, {author_});
  scenario.event(1, atomic_load, kAtomic, {later_});
  EXPECT_EQ(told(scenario), (Lines{"T1 load, compare-exchange atomic #1", "T1 load atomic #1"}));
}

TEST_F(NarratorTest, another_thread_between_two_atomic_operations_is_seen) {
  Scenario scenario(2);
  scenario.event(1, atomic_load, kAtomic, {author_});
  scenario.event(0, atomic_store, kAtomic, {author_});
  scenario.event(1, atomic_store, kAtomic, {author_});
  EXPECT_EQ(told(scenario),
            (Lines{"T1 load atomic #1", "main store atomic #1", "T1 store atomic #1"}));
}

TEST_F(NarratorTest, who_holds_the_lock_is_said) {
  Scenario scenario(2);
  scenario.event(0, mutex_lock, kMutex, {author_});
  scenario.event(1, mutex_try_lock, kMutex, {author_}).outcome = Outcome::refused;
  scenario.event(1, mutex_lock, kMutex, {later_}).outcome = Outcome::blocked;
  EXPECT_EQ(told(scenario),
            (Lines{"main lock mutex #1", "T1 try to lock mutex #1 (fails: held by main)",
                   "T1 lock mutex #1 (waits: held by main)"}));
}

TEST_F(NarratorTest, a_try_that_fails_beside_a_free_lock_is_told_as_what_it_is) {
  Scenario scenario(2);
  scenario.event(1, mutex_try_lock, kMutex, {author_}).outcome = Outcome::refused;
  EXPECT_EQ(told(scenario), (Lines{"T1 try to lock mutex #1 (fails for no reason: it may)"}));
}

TEST_F(NarratorTest, a_wake_says_why_it_came) {
  Scenario scenario(2);
  scenario.wait(1, kCondvar, kMutex, {author_});
  scenario.event(0, condvar_notify_one, kCondvar, {author_}).operation.peer = 1;
  scenario.wake(1, kCondvar, kMutex, {author_});
  scenario.event(1, mutex_lock, kMutex, {author_});  // Only completes the wait.
  scenario.wait(1, kCondvar, kMutex, {later_});
  scenario.wake(1, kCondvar, kMutex, {later_}).outcome = Outcome::spurious;
  scenario.event(0, condvar_notify_one, kCondvar, {author_});
  EXPECT_EQ(told(scenario),
            (Lines{"T1 wait on condvar #1 (releases mutex #1)", "main notify_one condvar #1 -> T1",
                   "T1 wakes from condvar #1 (notified by main)",
                   "T1 wait on condvar #1 (releases mutex #1)",
                   "T1 wakes from condvar #1 (spurious wake-up)",
                   "main notify_one condvar #1 (nobody waits)"}));
}

TEST_F(NarratorTest, a_mark_on_a_hidden_step_moves_to_the_next_one_told) {
  Scenario scenario(2);
  scenario.event(0, mutex_lock, kMutex, {author_});
  scenario.record.threads[0].state = ThreadState::runnable;
  scenario.choice(ChoiceKind::thread, 1);
  scenario.event(1, thread_start, 0, {});
  scenario.event(1, label, 0, {});
  scenario.record.labels = {"hello"};
  EXPECT_EQ(told(scenario), (Lines{"main lock mutex #1", "> T1 \"hello\""}));
}

TEST_F(NarratorTest, both_accesses_of_a_use_after_free_are_told) {
  Scenario scenario(2);
  scenario.event(0, mutex_lock, kMutex, {author_});
  scenario.event(1, mutex_lock, kMutex, {author_});
  Evidence evidence;
  evidence.kind = FindingKind::use_after_free;
  evidence.fault = MemoryFault{MemoryFault::Kind::use_after_free,
                               {1, true, false, 2, 0x5008, 4, {later_}},
                               {0, true, false, 1, 0x5000, 0, {author_}}};
  evidence.block = HeapBlock{0x5000, 16, 0, {author_}};
  EXPECT_EQ(told(scenario, evidence),
            (Lines{"main lock mutex #1", "main free the block", "T1 lock mutex #1",
                   "T1 write 4 bytes of a heap block (freed by main)"}));
}

TEST_F(NarratorTest, an_access_to_memory_without_a_name_is_told_by_its_size) {
  Scenario scenario(2);
  scenario.event(0, mutex_lock, kMutex, {author_});
  Evidence evidence;
  evidence.kind = FindingKind::data_race;
  evidence.fault = MemoryFault{MemoryFault::Kind::data_race,
                               {1, true, false, 1, 0x10, 4, {later_}},
                               {0, false, true, 1, 0x10, 1, {author_}}};
  EXPECT_EQ(told(scenario, evidence), (Lines{"main lock mutex #1", "main atomic read 1 byte",
                                             "T1 write 4 bytes (races with main)"}));
}

TEST_F(NarratorTest, waits_at_the_end_that_no_event_tells_are_added) {
  Scenario scenario(2);
  scenario.event(0, mutex_lock, kMutex, {author_});
  scenario.blocked(1, mutex_lock, kMutex, {author_});
  Evidence evidence;
  evidence.kind = FindingKind::deadlock;
  EXPECT_EQ(told(scenario, evidence),
            (Lines{"main lock mutex #1", "T1 lock mutex #1 (waits for ever: held by main)"}));
}

TEST_F(NarratorTest, twenty_thousand_steps_make_a_short_story) {
  Scenario scenario(3);
  for (int i = 0; i < 20'000; ++i) {
    scenario.event(static_cast<ThreadIndex>(1 + (i * i / 7) % 2), mutex_lock, kMutex,
                   {i % 3 == 0 ? author_ : later_});
  }
  EXPECT_LE(told(scenario).size(), kMostStorySteps);
}

}  // namespace
}  // namespace explorer
