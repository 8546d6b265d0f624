// What the explorer may do to a program, and must not: each of these fails, or passes, for one
// particular answer to one particular question.
#include <pthread.h>

#include <condition_variable>
#include <mutex>
#include <shared_mutex>
#include <thread>

#include "explorer/controls.h"
#include "scenario.h"

namespace {

using explorer::FindingKind;
using selftest::Registration;

void without_spurious_wakes(explorer::Options& options) { options.spurious_wakes = 0; }

// Two threads park, the first one first; fails if notify_one wakes number `unlucky`.
void park_in_order(int unlucky) {
  std::mutex mutex;
  std::condition_variable arrived;
  std::condition_variable bell;
  int parked = 0;
  int woken = 0;
  const auto park = [&](int number) {
    std::unique_lock lock(mutex);
    parked = number;
    arrived.notify_one();
    bell.wait(lock);
    if (woken == 0) woken = number;
    arrived.notify_one();
  };
  std::unique_lock lock(mutex);
  std::thread first(park, 1);
  arrived.wait(lock, [&] { return parked == 1; });
  std::thread second(park, 2);
  arrived.wait(lock, [&] { return parked == 2; });
  bell.notify_one();
  arrived.wait(lock, [&] { return woken != 0; });
  if (woken == unlucky) explorer::fail("the unlucky one was woken");
  bell.notify_one();
  lock.unlock();
  first.join();
  second.join();
}

const Registration wakes_first({"notify_one_may_wake_who_waits_longest", FindingKind::wrong_result,
                                [] { park_in_order(1); }, &without_spurious_wakes});
const Registration wakes_last({"notify_one_may_wake_who_came_last", FindingKind::wrong_result,
                               [] { park_in_order(2); }, &without_spurious_wakes});

const Registration try_fails({"try_lock_may_fail_although_nobody_holds_the_mutex",
                              FindingKind::wrong_result, [] {
                                std::mutex mutex;
                                if (!mutex.try_lock()) explorer::fail("refused");
                                mutex.unlock();
                              }});

const Registration held_twice({"a_mutex_locked_twice_is_held_until_the_second_unlock",
                               FindingKind::none,
                               [] {
                                 std::recursive_mutex mutex;
                                 bool halfway = false;
                                 std::thread a([&] {
                                   mutex.lock();
                                   mutex.lock();
                                   halfway = true;
                                   mutex.unlock();
                                   halfway = false;
                                   mutex.unlock();
                                 });
                                 mutex.lock();
                                 if (halfway) explorer::fail("got in halfway");
                                 mutex.unlock();
                                 a.join();
                               },
                               nullptr, true});

const Registration used_later({"a_destroyed_mutex_may_not_be_locked", FindingKind::misuse, [] {
                                 pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
                                 pthread_mutex_lock(&mutex);
                                 pthread_mutex_unlock(&mutex);
                                 pthread_mutex_destroy(&mutex);
                                 pthread_mutex_lock(&mutex);
                                 pthread_mutex_unlock(&mutex);
                               }});

void* do_nothing(void*) { return nullptr; }

const Registration joined_after_all({"a_detached_thread_may_not_be_joined", FindingKind::misuse,
                                     [] {
                                       pthread_t thread{};
                                       pthread_create(&thread, nullptr, &do_nothing, nullptr);
                                       pthread_detach(thread);
                                       pthread_join(thread, nullptr);
                                     }});

const Registration tried_beside({"attempts_at_a_held_reader_writer_lock_fail", FindingKind::none,
                                 [] {
                                   std::shared_mutex mutex;
                                   mutex.lock_shared();
                                   std::thread a([&] {
                                     if (!mutex.try_lock()) return;
                                     explorer::fail("writes beside a reader");
                                   });
                                   a.join();
                                   mutex.unlock_shared();
                                   mutex.lock();
                                   std::thread b([&] {
                                     if (!mutex.try_lock_shared()) return;
                                     explorer::fail("reads beside a writer");
                                   });
                                   b.join();
                                   mutex.unlock();
                                 },
                                 nullptr, true});

}  // namespace
