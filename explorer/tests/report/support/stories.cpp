#include "support/stories.h"

#include "report/tell.h"
#include "support/scenario.h"

namespace explorer {
namespace {

using enum OperationKind;

constexpr ObjectIndex kMutex = 1;
constexpr ObjectIndex kCondvar = 2;
constexpr ObjectIndex kOtherMutex = 3;
constexpr const char* kTest = "/home/me/semaphore_test.cpp";

Story told(const Scenario& scenario, const Evidence& evidence, Symbols& symbols) {
  return tell(scenario.record, evidence, symbols, "x1-3kF9aQ");
}

// Each takes the fork on the left and waits for the other.
Story philosophers(ThreadIndex count) {
  TableSymbols symbols;
  const auto left = symbols.author("Philosopher::dine", 14);
  const auto right = symbols.author("Philosopher::dine", 15);
  Scenario scenario(count + 1U);
  for (ThreadIndex thread = 1; thread <= count; ++thread) {
    scenario.record.threads[thread].name = "philosopher " + std::to_string(thread);
    scenario.choice(ChoiceKind::thread, thread, count);
    scenario.event(thread, mutex_lock, thread, {left});
  }
  for (ThreadIndex thread = 1; thread <= count; ++thread) {
    scenario.blocked(thread, mutex_lock, thread % count + 1U, {right});
  }
  scenario.blocked(0, thread_join, 0, {}).peer = 1;
  Evidence evidence;
  evidence.kind = FindingKind::deadlock;
  return told(scenario, evidence, symbols);
}

}  // namespace

// release(2) that notifies once: one of two waiters sleeps beside a free permit.
Story semaphore_lost_wakeup() {
  TableSymbols symbols;
  const std::string file = "/home/me/semaphore.h";
  const auto spawn = symbols.author("release_wakes_all", 40, kTest);
  const auto join = symbols.author("release_wakes_all", 44, kTest);
  const auto lock = symbols.author("Semaphore::acquire", 22, file);
  const auto wait = symbols.author("Semaphore::acquire", 24, file);
  const auto unlock = symbols.author("Semaphore::acquire", 27, file);
  const auto release_lock = symbols.author("Semaphore::release", 30, file);
  const auto notify = symbols.author("Semaphore::release", 31, file);
  const auto guard = symbols.library("std::unique_lock::unique_lock");
  Scenario scenario(3);
  scenario.start(0, 1, {spawn});
  scenario.start(0, 2, {spawn});
  for (const ThreadIndex thread : {ThreadIndex{1}, ThreadIndex{2}}) {
    scenario.choice(ChoiceKind::thread, thread);
    scenario.event(thread, thread_start, 0, {});
    scenario.event(thread, mutex_lock, kMutex, {guard, lock});
    scenario.wait(thread, kCondvar, kMutex, {wait});
  }
  scenario.event(0, mutex_lock, kMutex, {guard, release_lock});
  scenario.choice(ChoiceKind::notified_waiter, 0);
  scenario.event(0, condvar_notify_one, kCondvar, {notify}).operation.peer = 1;
  scenario.event(0, mutex_unlock, kMutex, {notify});
  scenario.wake(1, kCondvar, kMutex, {wait});
  scenario.event(1, mutex_unlock, kMutex, {unlock});
  scenario.event(1, thread_exit, 0, {});
  scenario.event(0, thread_join, 0, {join}).operation.peer = 1;
  scenario.blocked(0, thread_join, 0, {join}).peer = 2;
  scenario.blocked(2, condvar_wait, kCondvar, {wait}).second_object = kMutex;
  Evidence evidence;
  evidence.kind = FindingKind::lost_wakeup;
  return told(scenario, evidence, symbols);
}

// Two accounts locked in opposite orders.
Story transfer_deadlock() {
  TableSymbols symbols;
  symbols.variables = {{0x9000, "savings"}, {0x9040, "current"}};
  const auto spawn = symbols.author("main", 30);
  const auto first = symbols.author("transfer", 12);
  const auto second = symbols.author("transfer", 13);
  Scenario scenario(3);
  scenario.record.objects = {{0}, {0x9000}, {0}, {0x9040}};
  scenario.start(0, 1, {spawn});
  scenario.start(0, 2, {spawn});
  scenario.event(1, mutex_lock, kMutex, {first});
  scenario.choice(ChoiceKind::thread, 2);
  scenario.event(2, mutex_lock, kOtherMutex, {first});
  scenario.blocked(0, thread_join, 0, {spawn}).peer = 1;
  scenario.blocked(1, mutex_lock, kOtherMutex, {second});
  scenario.blocked(2, mutex_lock, kMutex, {second});
  Evidence evidence;
  evidence.kind = FindingKind::deadlock;
  return told(scenario, evidence, symbols);
}

// An increment without a lock; the variable is a global.
Story counter_race() {
  TableSymbols symbols;
  symbols.variables = {{0x9000, "hits"}};
  const auto spawn = symbols.author("main", 30);
  const auto add = symbols.author("count_hit", 7);
  const auto call = symbols.author("lambda in main", 31);
  Scenario scenario(3);
  scenario.start(0, 1, {spawn});
  scenario.start(0, 2, {spawn});
  scenario.event(1, thread_start, 0, {});
  scenario.event(1, thread_exit, 0, {});
  scenario.event(2, thread_start, 0, {});
  scenario.record.threads[2].state = ThreadState::runnable;
  scenario.record.threads[0].state = ThreadState::runnable;
  Evidence evidence;
  evidence.kind = FindingKind::data_race;
  evidence.fault = MemoryFault{MemoryFault::Kind::data_race,
                               {2, false, false, 4, 0x9000, 4, {add, call}},
                               {1, true, false, 3, 0x9000, 4, {add, call}}};
  return told(scenario, evidence, symbols);
}

// A deadline of five seconds that passes, then a failed assertion.
Story timed_wait() {
  TableSymbols symbols;
  const auto lock = symbols.author("Latch::wait_for", 18);
  const auto wait = symbols.author("Latch::wait_for", 19);
  const auto check = symbols.author("main", 52);
  Scenario scenario(1);
  scenario.event(0, mutex_lock, kMutex, {lock});
  scenario.event(0, condvar_timed_wait, kCondvar, {wait}).operation.second_object = kMutex;
  scenario.now = 5'000'000'000;
  scenario.choice(ChoiceKind::timeout_first, 1);
  scenario.wake(0, kCondvar, kMutex, {wait}).outcome = Outcome::timed_out;
  scenario.event(0, mutex_unlock, kMutex, {wait});
  scenario.record.threads[0].state = ThreadState::runnable;
  Evidence evidence;
  evidence.kind = FindingKind::wrong_result;
  evidence.thread = 0;
  evidence.message = "wait_for() returned false although the latch was open";
  evidence.stack = {check};
  return told(scenario, evidence, symbols);
}

// A thousand rounds of polling.
Story spinning_threads() {
  TableSymbols symbols;
  const auto poll = symbols.author("Flag::wait", 9);
  const auto pause = symbols.author("Flag::wait", 10);
  Scenario scenario(2);
  scenario.start(0, 1, {symbols.author("main", 20)});
  for (int i = 0; i < 1'000; ++i) {
    scenario.event(1, atomic_load, kMutex, {poll});
    scenario.event(1, yield, 0, {pause});
  }
  scenario.record.threads[1].state = ThreadState::runnable;
  scenario.blocked(0, thread_join, 0, {}).peer = 1;
  Evidence evidence;
  evidence.kind = FindingKind::busy_wait;
  return told(scenario, evidence, symbols);
}

// More lanes than fit side by side.
Story eight_philosophers() { return philosophers(8); }

// Lanes that would fit, if their steps were not so long.
Story four_philosophers() { return philosophers(4); }

// Whatever a program under test may be called or say.
Story hostile_names() {
  TableSymbols symbols;
  const auto place = symbols.author("operator<", 3, "/home/me/a \"b\";#c.h");
  Scenario scenario(2);
  scenario.record.threads[1].name = "end; <b>\"x\"</b> #1\n\x1b[31m\xff";
  scenario.record.labels = {"Note over T0: %% \\ `rm` ${x} \xc3\xa9\t{\"a\":1}"};
  scenario.start(0, 1, {place});
  scenario.event(1, label, 0, {place});
  Evidence evidence;
  evidence.kind = FindingKind::crash;
  evidence.thread = 1;
  evidence.message = "SIGSEGV\r\n\"quoted\" ]]> -->";
  evidence.stack = {place};
  return told(scenario, evidence, symbols);
}

std::vector<NamedStory> all_stories() {
  return {{"semaphore_lost_wakeup", semaphore_lost_wakeup},
          {"transfer_deadlock", transfer_deadlock},
          {"counter_race", counter_race},
          {"timed_wait", timed_wait},
          {"spinning_threads", spinning_threads},
          {"eight_philosophers", eight_philosophers},
          {"four_philosophers", four_philosophers},
          {"hostile_names", hostile_names}};
}

}  // namespace explorer
