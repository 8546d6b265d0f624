// The threads, locks and thread-specific storage of C11.
#include <threads.h>
#include <time.h>

#include <memory>
#include <thread>

#include "explorer/controls.h"
#include "scenario.h"

namespace {

using explorer::FindingKind;
using selftest::Registration;

struct Counter {
  Counter() { mtx_init(&mutex, mtx_plain); }
  ~Counter() { mtx_destroy(&mutex); }
  Counter(const Counter&) = delete;
  Counter& operator=(const Counter&) = delete;

  mtx_t mutex{};
  int count = 0;
};

int add_locked(void* argument) {
  auto& counter = *static_cast<Counter*>(argument);
  mtx_lock(&counter.mutex);
  const int count = ++counter.count;
  mtx_unlock(&counter.mutex);
  return count;
}

int add_unlocked(void* argument) { return ++static_cast<Counter*>(argument)->count; }

int count_with(thrd_start_t add) {
  const auto counter = std::make_unique<Counter>();
  thrd_t thread{};
  thrd_create(&thread, add, counter.get());
  const int mine = add(counter.get());
  int yours = 0;
  thrd_join(thread, &yours);
  return mine + yours;
}

const Registration counted({"c11_threads_count_under_a_c11_lock", FindingKind::none,
                            [] {
                              if (count_with(add_locked) != 3) explorer::fail("not one and two");
                            },
                            nullptr, true});
const Registration raced({"c11_threads_without_their_lock_race", FindingKind::data_race,
                          [] { (void)count_with(add_unlocked); }});

const Registration relocked({"relocking_a_plain_c11_lock_is_a_deadlock", FindingKind::deadlock, [] {
                               Counter counter;
                               mtx_lock(&counter.mutex);
                               mtx_lock(&counter.mutex);
                             }});
const Registration recursive({"a_recursive_c11_lock_may_be_taken_again", FindingKind::none, [] {
                                mtx_t mutex;
                                mtx_init(&mutex, mtx_plain | mtx_recursive);
                                mtx_lock(&mutex);
                                if (mtx_trylock(&mutex) == thrd_success) mtx_unlock(&mutex);
                                mtx_lock(&mutex);
                                mtx_unlock(&mutex);
                                mtx_unlock(&mutex);
                                mtx_destroy(&mutex);
                              }});
const Registration timed({"a_c11_lock_is_waited_for_in_virtual_time", FindingKind::none, [] {
                            mtx_t mutex;
                            mtx_init(&mutex, mtx_timed);
                            mtx_lock(&mutex);
                            std::thread other([&] {
                              timespec end{};
                              timespec_get(&end, TIME_UTC);
                              end.tv_sec += 3600;
                              if (mtx_timedlock(&mutex, &end) != thrd_timedout) {
                                explorer::fail("nobody unlocks it");
                              }
                            });
                            other.join();
                            mtx_unlock(&mutex);
                          }});

// Opened by one thread, awaited by another.
struct Gate {
  Gate() {
    mtx_init(&mutex, mtx_plain);
    cnd_init(&opened);
  }
  ~Gate() {
    cnd_destroy(&opened);
    mtx_destroy(&mutex);
  }
  Gate(const Gate&) = delete;
  Gate& operator=(const Gate&) = delete;

  mtx_t mutex{};
  cnd_t opened{};
  bool open = false;
};

void pass(Gate& gate, bool look_first) {
  mtx_lock(&gate.mutex);
  if (!look_first) cnd_wait(&gate.opened, &gate.mutex);
  while (!gate.open) cnd_wait(&gate.opened, &gate.mutex);
  mtx_unlock(&gate.mutex);
}

void pass_while_it_opens(bool look_first) {
  Gate gate;
  std::thread other([&] { pass(gate, look_first); });
  mtx_lock(&gate.mutex);
  gate.open = true;
  mtx_unlock(&gate.mutex);
  cnd_signal(&gate.opened);
  other.join();
}

const Registration waits({"a_c11_condvar_wakes_who_looks_first", FindingKind::none,
                          [] { pass_while_it_opens(true); }});
const Registration misses({"a_c11_condvar_forgets_early_signals", FindingKind::lost_wakeup,
                           [] { pass_while_it_opens(false); }});

int initialised = 0;
void initialise() { ++initialised; }

const Registration once({"c11_initialises_once", FindingKind::none, [] {
                           initialised = 0;
                           once_flag flag = ONCE_FLAG_INIT;
                           std::thread other([&] { call_once(&flag, &initialise); });
                           call_once(&flag, &initialise);
                           if (initialised != 1) explorer::fail("not once");
                           other.join();
                         }});

void write_late(void* value) { ++*static_cast<int*>(value); }

void let_destructors_write(int threads) {
  const auto value = std::make_unique<int>(0);
  tss_t key{};
  tss_create(&key, &write_late);
  std::thread first([&] { tss_set(key, value.get()); });
  if (threads == 1) first.join();
  std::thread second([&] { tss_set(key, value.get()); });
  second.join();
  if (first.joinable()) first.join();
  tss_delete(key);
}

const Registration stored({"what_c11_destructors_write_is_ordered_by_join", FindingKind::none,
                           [] { let_destructors_write(1); }});
const Registration stored_racy({"what_c11_destructors_write_at_once_races", FindingKind::data_race,
                                [] { let_destructors_write(2); }});

const Registration sleeps({"c11_threads_sleep_in_virtual_time", FindingKind::none, [] {
                             timespec before{};
                             timespec after{};
                             timespec_get(&before, TIME_UTC);
                             const timespec day{86'400, 0};
                             thrd_yield();
                             if (thrd_sleep(&day, nullptr) != 0) explorer::fail("interrupted");
                             timespec_get(&after, TIME_UTC);
                             if (after.tv_sec - before.tv_sec < day.tv_sec) {
                               explorer::fail("woke too early");
                             }
                           }});

int leave_early(void*) { thrd_exit(7); }

const Registration exits({"a_c11_thread_exits_with_its_result", FindingKind::none, [] {
                            thrd_t thread{};
                            thrd_create(&thread, &leave_early, nullptr);
                            int result = 0;
                            thrd_join(thread, &result);
                            if (result != 7) explorer::fail("another result");
                          }});

}  // namespace
