#include "report/findings/finding_text.h"

#include <gtest/gtest.h>

#include "explorer/report.h"
#include "support/scenario.h"
#include "support/stories.h"

namespace explorer {
namespace {

using enum OperationKind;

class FindingText : public testing::Test {
 protected:
  Finding described(const Scenario& scenario, const Evidence& evidence) {
    return describe(scenario.record, evidence, Names(scenario.record, symbols_), symbols_);
  }
  Finding described(const Scenario& scenario, FindingKind kind) {
    Evidence evidence;
    evidence.kind = kind;
    return described(scenario, evidence);
  }

  TableSymbols symbols_;
  const std::uintptr_t author_ = symbols_.author("Gate::pass", 10);
  const std::uintptr_t later_ = symbols_.author("Gate::open", 20);
};

TEST_F(FindingText, a_lost_wakeup_names_the_notify_that_went_elsewhere) {
  EXPECT_EQ(semaphore_lost_wakeup().finding.summary,
            "lost_wakeup: T2 waits for condvar #1 for ever: main's notify_one at semaphore.h:31 in "
            "Semaphore::release woke T1 instead");
}

TEST_F(FindingText, a_lost_wakeup_names_the_notify_that_came_too_early) {
  Scenario scenario(2);
  scenario.event(0, condvar_notify_all, 2, {later_});
  scenario.wait(1, 2, 1, {author_});
  scenario.blocked(1, condvar_wake, 2, {author_});
  const Finding finding = described(scenario, FindingKind::lost_wakeup);
  EXPECT_EQ(finding.summary,
            "lost_wakeup: T1 waits for condvar #1 for ever: main's notify_all at buffer.h:20 in "
            "Gate::open came before T1 waited, and notifies are not remembered");
  EXPECT_EQ(finding.stack.at(0).function, "Gate::pass");
}

TEST_F(FindingText, a_lost_wakeup_without_any_notify_says_so) {
  Scenario scenario(2);
  scenario.wait(1, 2, 1, {author_});
  scenario.blocked(1, condvar_wake, 2, {author_});
  EXPECT_EQ(described(scenario, FindingKind::lost_wakeup).summary,
            "lost_wakeup: T1 waits for condvar #1 for ever: nobody ever notified condvar #1");
}

TEST_F(FindingText, a_deadlock_tells_its_cycle) {
  EXPECT_EQ(transfer_deadlock().finding.summary,
            "deadlock: T1 waits for mutex current held by T2 and T2 waits for mutex savings held "
            "by T1");
}

TEST_F(FindingText, a_self_deadlock_says_that_the_thread_holds_the_lock_itself) {
  Scenario scenario(1);
  scenario.event(0, mutex_lock, 1, {author_});
  scenario.blocked(0, mutex_lock, 1, {later_});
  EXPECT_EQ(described(scenario, FindingKind::deadlock).summary,
            "deadlock: main waits for mutex #1, which it holds itself");
}

TEST_F(FindingText, a_lock_never_released_names_who_ended_with_it) {
  Scenario scenario(2);
  scenario.event(1, mutex_lock, 1, {author_});
  scenario.blocked(0, mutex_lock, 1, {later_});
  EXPECT_EQ(described(scenario, FindingKind::deadlock).summary,
            "deadlock: main waits for mutex #1 held by T1 at buffer.h:20 in Gate::open; T1 locked "
            "it at buffer.h:10 in Gate::pass and ended without unlocking it");
}

TEST_F(FindingText, a_race_tells_both_accesses) {
  const Finding finding = counter_race().finding;
  EXPECT_EQ(finding.kind, FindingKind::data_race);
  EXPECT_EQ(finding.summary,
            "data_race: T2 reads hits at buffer.h:7 in count_hit while T1 writes it at buffer.h:7 "
            "in count_hit, with nothing to order them");
  ASSERT_EQ(finding.details.size(), 4U);
  EXPECT_EQ(finding.details[0], "T2 reads 4 bytes at buffer.h:7 in count_hit");
  EXPECT_EQ(finding.details[1], "T2 got there by a call at buffer.h:31 in lambda in main");
  EXPECT_EQ(finding.stack.size(), 2U);
}

TEST_F(FindingText, a_race_of_plain_and_atomic_says_which_is_which) {
  Evidence evidence;
  evidence.kind = FindingKind::data_race;
  evidence.fault = MemoryFault{MemoryFault::Kind::data_race,
                               {1, true, true, 1, 0x10, 4, {author_}},
                               {0, false, false, 0, 0x10, 4, {later_}}};
  const Finding finding = described(Scenario(2), evidence);
  EXPECT_EQ(finding.summary,
            "data_race: T1 atomically writes 4 bytes at buffer.h:10 in Gate::pass while main reads "
            "them at buffer.h:20 in Gate::open, with nothing to order them");
  EXPECT_NE(finding.details.back().find("one access is atomic"), std::string::npos);
}

TEST_F(FindingText, freed_memory_names_access_free_and_allocation) {
  Evidence evidence;
  evidence.kind = FindingKind::use_after_free;
  evidence.fault = MemoryFault{MemoryFault::Kind::use_after_free,
                               {1, false, false, 1, 0x5000, 8, {author_}},
                               {0, true, false, 0, 0x5000, 0, {later_}}};
  evidence.block = HeapBlock{0x5000, 24, 0, {later_}};
  const Finding finding = described(Scenario(2), evidence);
  EXPECT_EQ(finding.summary,
            "use_after_free: T1 reads bytes 0 to 7 of a heap block of 24 bytes at buffer.h:10 in "
            "Gate::pass, which "
            "main had freed at buffer.h:20 in Gate::open");
  EXPECT_EQ(finding.details.back(),
            "the block of 24 bytes was allocated by main at buffer.h:20 in Gate::open");
}

// T1 locks a mutex at the beginning of a heap block; main frees the block.
Evidence lock_in_freed_block(Scenario& scenario, ReturnAddresses use, ReturnAddresses free) {
  scenario.record.objects = {{}, {0x5000}};
  Evidence evidence;
  evidence.kind = FindingKind::use_after_free;
  evidence.block = HeapBlock{0x5000, 40, 0, {}};
  const auto step = static_cast<std::uint32_t>(scenario.record.trace.events.size());
  evidence.fault = MemoryFault{MemoryFault::Kind::use_after_free,
                               {1, false, true, step, 0x5000, 1, std::move(use)},
                               {0, true, false, 0, 0x5000, 0, std::move(free)}};
  return evidence;
}

TEST_F(FindingText, a_lock_in_freed_memory_is_locked_rather_than_read) {
  Scenario scenario(2);
  scenario.blocked(1, mutex_lock, 1, {author_});
  const Finding finding = described(scenario, lock_in_freed_block(scenario, {author_}, {later_}));
  EXPECT_EQ(finding.summary,
            "use_after_free: T1 locks mutex #1 at buffer.h:10 in Gate::pass, in memory that main "
            "had freed at buffer.h:20 in Gate::open");
  EXPECT_EQ(finding.details.at(0), "T1 locks mutex #1 at buffer.h:10 in Gate::pass");
}

TEST_F(FindingText, freeing_a_lock_that_is_being_used_names_the_use) {
  Scenario scenario(2);
  scenario.event(1, condvar_notify_one, 1, {author_});
  Evidence evidence = lock_in_freed_block(scenario, {later_}, {author_});
  evidence.fault->kind = MemoryFault::Kind::freed_in_use;
  evidence.fault->current = {0, true, false, 1, 0x5000, 8, {later_}};
  evidence.fault->previous = {1, false, true, 0, 0x5000, 1, {author_}};
  EXPECT_EQ(
      described(scenario, evidence).summary,
      "use_after_free: main frees a heap block of 40 bytes at buffer.h:20 in "
      "Gate::open while T1 calls notify_one on condvar #1 in it at buffer.h:10 in Gate::pass, "
      "with nothing to order them");
}

TEST_F(FindingText, a_part_of_a_block_is_named_by_its_bytes) {
  Evidence evidence;
  evidence.kind = FindingKind::data_race;
  evidence.fault = MemoryFault{MemoryFault::Kind::data_race,
                               {1, true, false, 1, 0x5004, 4, {author_}},
                               {0, true, false, 0, 0x5004, 4, {later_}}};
  evidence.block = HeapBlock{0x5000, 24, 0, {}};
  EXPECT_NE(described(Scenario(2), evidence)
                .summary.find("T1 writes bytes 4 to 7 of a heap block of 24 bytes at "
                              "buffer.h:10 in Gate::pass while main writes them at"),
            std::string::npos);
}

TEST_F(FindingText, a_wait_inside_a_library_call_names_the_call) {
  const auto wait = symbols_.library("std::latch::wait");
  Scenario scenario(1);
  scenario.blocked(0, futex_wait, 1, {wait, author_});
  EXPECT_EQ(described(scenario, FindingKind::deadlock).summary,
            "deadlock: main waits in latch::wait() and nobody is left to wake it");
}

TEST_F(FindingText, a_crash_says_who_crashed_and_how) {
  Evidence evidence;
  evidence.kind = FindingKind::crash;
  evidence.thread = 1;
  evidence.message = "SIGSEGV: access through a null pointer";
  EXPECT_EQ(described(Scenario(2), evidence).summary,
            "crash: T1 crashes: SIGSEGV: access through a null pointer");
}

TEST_F(FindingText, a_double_free_names_both) {
  Evidence evidence;
  evidence.kind = FindingKind::use_after_free;
  evidence.fault = MemoryFault{MemoryFault::Kind::double_free,
                               {1, true, false, 1, 0x5000, 0, {author_}},
                               {0, true, false, 0, 0x5000, 0, {later_}}};
  evidence.block = HeapBlock{0x5000, 24, 0, {}};
  EXPECT_EQ(described(Scenario(2), evidence).summary,
            "use_after_free: T1 frees a heap block of 24 bytes a second time at buffer.h:10 in "
            "Gate::pass; main had freed it at buffer.h:20 in Gate::open");
}

TEST_F(FindingText, a_busy_wait_names_the_loops_line) {
  const Finding finding = spinning_threads().finding;
  EXPECT_EQ(finding.summary,
            "busy_wait: T1 spins at buffer.h:9 in Flag::wait instead of waiting: still spinning "
            "after 2,001 steps");
  EXPECT_EQ(finding.stack.at(0).line, 9);
}

TEST_F(FindingText, a_livelock_names_its_threads) {
  Scenario scenario(3);
  for (int i = 0; i < 10; ++i) {
    scenario.event(1, mutex_try_lock, 1, {author_});
    scenario.event(2, mutex_try_lock, 2, {later_});
  }
  EXPECT_EQ(described(scenario, FindingKind::livelock).summary,
            "livelock: T1 and T2 keep running without getting anywhere: no end after 20 steps");
}

TEST_F(FindingText, an_unguarded_wait_names_the_wait_and_what_failed) {
  Scenario scenario(2);
  scenario.wake(1, 2, 1, {author_}).outcome = Outcome::spurious;
  Evidence evidence;
  evidence.kind = FindingKind::unguarded_wait;
  evidence.message = "popped from an empty queue";
  const Finding finding = described(scenario, evidence);
  EXPECT_EQ(finding.summary,
            "unguarded_wait: T1's wait at buffer.h:10 in Gate::pass may return without a notify, "
            "and the condition is not checked again");
  EXPECT_EQ(finding.details.at(0), "what then failed: popped from an empty queue");
}

TEST_F(FindingText, misuse_names_thread_object_and_place) {
  Scenario scenario(2);
  scenario.event(0, mutex_lock, 1, {author_});
  Evidence evidence;
  evidence.kind = FindingKind::misuse;
  evidence.thread = 1;
  evidence.object = 1;
  evidence.message = "unlocks a mutex that it does not hold";
  evidence.stack = {later_};
  EXPECT_EQ(described(scenario, evidence).summary,
            "misuse: T1 unlocks a mutex that it does not hold (mutex #1), at buffer.h:20 in "
            "Gate::open");
}

TEST_F(FindingText, unsupported_is_not_the_programs_fault) {
  Evidence evidence;
  evidence.kind = FindingKind::unsupported;
  evidence.thread = 0;
  evidence.message = "calls fork()";
  const Finding finding = described(Scenario(1), evidence);
  EXPECT_EQ(finding.summary, "unsupported: main calls fork()");
  EXPECT_NE(finding.details.at(0).find("cannot control"), std::string::npos);
}

TEST_F(FindingText, a_leak_names_who_was_left_behind) {
  Scenario scenario(3);
  scenario.blocked(2, semaphore_wait, 4, {author_});
  EXPECT_EQ(described(scenario, FindingKind::leak).summary,
            "leak: T2 waits for semaphore #1 and nobody is left to wake it");
  EXPECT_EQ(described(Scenario(2), FindingKind::leak).summary,
            "leak: a thread was neither joined nor detached");
}

TEST_F(FindingText, the_authors_line_is_quoted_where_it_can_be_read) {
  EXPECT_EQ(code_words({"", __FILE__, 1}), "`#include \"report/findings/finding_text.h\"`");
  EXPECT_EQ(code_words({"", __FILE__, 2}), "");
  EXPECT_EQ(code_words({"", __FILE__, 1'000'000}), "");
  EXPECT_EQ(code_words({"", "/nowhere.h", 1}), "");
}

TEST(FindingNames, are_distinct_and_stable) {
  EXPECT_EQ(name(FindingKind::none), "none");
  EXPECT_EQ(name(FindingKind::data_race), "data_race");
  EXPECT_EQ(name(FindingKind::lost_wakeup), "lost_wakeup");
  EXPECT_EQ(name(FindingKind::internal_error), "internal_error");
}

TEST(Verdict, says_what_a_pass_is_worth) {
  Report report;
  report.schedules = 5'120;
  report.exhausted = true;
  EXPECT_EQ(report.verdict(), "proved: all 5,120 schedules");
  report.schedules = 1;
  EXPECT_EQ(report.verdict(), "proved: the only schedule");
  report.exhausted = false;
  report.schedules = 20'000;
  report.seed = 42;
  EXPECT_EQ(report.verdict(), "sampled: 20,000 schedules, seed 42");
  EXPECT_TRUE(report.passed());
}

TEST(Verdict, of_a_failure_is_the_findings_summary) {
  Report report;
  report.finding.kind = FindingKind::crash;
  EXPECT_EQ(report.verdict(), "crash");
  report.finding.summary = "crash: main crashes";
  EXPECT_EQ(report.verdict(), "crash: main crashes");
  EXPECT_FALSE(report.passed());
}

}  // namespace
}  // namespace explorer
