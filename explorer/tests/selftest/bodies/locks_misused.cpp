// Locks and condition variables used as their contracts forbid, and threads that only try.
#include <pthread.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <shared_mutex>
#include <thread>

#include "explorer/controls.h"
#include "scenario.h"

namespace {

using namespace std::chrono_literals;
using explorer::FindingKind;
using selftest::Registration;

const Registration foreign_reader({"releasing_the_shared_lock_of_another_reader_is_misuse",
                                   FindingKind::misuse, [] {
                                     std::shared_mutex mutex;
                                     mutex.lock_shared();
                                     std::thread a([&] { mutex.unlock_shared(); });
                                     a.join();
                                   }});

const Registration foreign_writer({"releasing_a_lock_held_for_writing_elsewhere_is_misuse",
                                   FindingKind::misuse, [] {
                                     std::shared_mutex mutex;
                                     mutex.lock();
                                     std::thread a([&] { mutex.unlock(); });
                                     a.join();
                                   }});

const Registration released_twice({"releasing_a_shared_lock_twice_is_misuse", FindingKind::misuse,
                                   [] {
                                     std::shared_mutex mutex;
                                     mutex.lock_shared();
                                     mutex.unlock_shared();
                                     mutex.unlock_shared();
                                   }});

void read_twice(pthread_rwlock_t& lock) {
  pthread_rwlock_rdlock(&lock);
  pthread_rwlock_rdlock(&lock);
  pthread_rwlock_unlock(&lock);
  pthread_rwlock_unlock(&lock);
}

const Registration nested_readers({"a_posix_reader_may_lock_as_often_as_it_unlocks",
                                   FindingKind::none,
                                   [] {
                                     pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
                                     std::thread a([&] { read_twice(lock); });
                                     read_twice(lock);
                                     a.join();
                                     pthread_rwlock_wrlock(&lock);
                                     pthread_rwlock_unlock(&lock);
                                     pthread_rwlock_destroy(&lock);
                                   },
                                   nullptr, true});

const Registration two_mutexes({"waiting_on_a_condvar_with_two_mutexes_is_misuse",
                                FindingKind::misuse, [] {
                                  std::mutex mine;
                                  std::mutex yours;
                                  std::condition_variable changed;
                                  std::thread a([&] {
                                    std::unique_lock lock(yours);
                                    changed.wait_for(lock, 1h);
                                  });
                                  std::unique_lock lock(mine);
                                  changed.wait_for(lock, 1h);
                                  lock.unlock();
                                  a.join();
                                }});

const Registration one_after_the_other({"a_condvar_may_serve_one_mutex_after_the_other",
                                        FindingKind::none,
                                        [] {
                                          std::mutex first;
                                          std::mutex second;
                                          std::condition_variable changed;
                                          std::unique_lock one(first);
                                          changed.wait_for(one, 1h);
                                          std::unique_lock other(second);
                                          changed.wait_for(other, 1h);
                                        },
                                        nullptr, true});

void fewer_steps(explorer::Options& options) { options.step_limit = 2'000; }

void try_for_ever(std::mutex& mine, std::mutex& theirs) {
  mine.lock();
  while (!theirs.try_lock()) {
    mine.unlock();
    std::this_thread::yield();
    mine.lock();
  }
  theirs.unlock();
  mine.unlock();
}

const Registration trying_in_turn({"trying_ever_again_for_both_locks_gets_there", FindingKind::none,
                                   [] {
                                     std::mutex one;
                                     std::mutex other;
                                     std::thread a([&] { try_for_ever(one, other); });
                                     try_for_ever(other, one);
                                     a.join();
                                   }});

const Registration polite({"two_that_try_for_each_others_lock_are_a_livelock",
                           FindingKind::livelock,
                           [] {
                             std::mutex one;
                             std::mutex other;
                             const auto take = [](std::mutex& mine, std::mutex& theirs) {
                               const std::lock_guard lock(mine);
                               while (!theirs.try_lock()) std::this_thread::yield();
                               theirs.unlock();
                             };
                             std::thread a([&] { take(one, other); });
                             take(other, one);
                             a.join();
                           },
                           fewer_steps});

const Registration tried_for_ever({"trying_for_a_lock_never_released_is_a_busy_wait",
                                   FindingKind::busy_wait,
                                   [] {
                                     std::mutex mutex;
                                     mutex.lock();
                                     std::thread a([&] {
                                       while (!mutex.try_lock()) std::this_thread::yield();
                                     });
                                     a.join();
                                   },
                                   fewer_steps});

const Registration tried_under_locks({"two_that_try_for_a_third_ones_lock_are_busy_waiting",
                                      FindingKind::busy_wait,
                                      [] {
                                        std::mutex one;
                                        std::mutex other;
                                        std::mutex third;
                                        third.lock();
                                        const auto take = [&](std::mutex& mine) {
                                          const std::lock_guard lock(mine);
                                          while (!third.try_lock()) std::this_thread::yield();
                                        };
                                        std::thread a([&] { take(one); });
                                        std::thread b([&] { take(other); });
                                        a.join();
                                        b.join();
                                      },
                                      fewer_steps});

const Registration polled_in_vain({"sleeping_between_looks_at_what_never_comes_is_a_busy_wait",
                                   FindingKind::busy_wait,
                                   [] {
                                     std::atomic<bool> ready{false};
                                     while (!ready) std::this_thread::sleep_for(1ms);
                                   },
                                   fewer_steps});

const Registration timed_in_vain({"waiting_by_the_millisecond_for_what_never_comes_is_a_busy_wait",
                                  FindingKind::busy_wait,
                                  [] {
                                    std::mutex mutex;
                                    std::condition_variable changed;
                                    std::unique_lock lock(mutex);
                                    const bool ready = false;
                                    // NOLINTNEXTLINE(bugprone-infinite-loop)
                                    while (!ready) changed.wait_for(lock, 1ms);
                                  },
                                  fewer_steps});

const Registration polled({"sleeping_between_looks_at_what_comes_ends", FindingKind::none, [] {
                             std::atomic<bool> ready{false};
                             std::thread a([&] {
                               std::this_thread::sleep_for(1s);
                               ready = true;
                             });
                             while (!ready) std::this_thread::sleep_for(1ms);
                             a.join();
                           }});

// Waits with a recursive mutex that was locked so often.
void wait_holding(int locks) {
  pthread_mutexattr_t kind;
  pthread_mutexattr_init(&kind);
  pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_t mutex;
  pthread_mutex_init(&mutex, &kind);
  pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
  bool done = false;
  std::thread a([&] {
    pthread_mutex_lock(&mutex);
    done = true;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&mutex);
  });
  for (int i = 0; i < locks; ++i) pthread_mutex_lock(&mutex);
  while (!done) pthread_cond_wait(&changed, &mutex);
  for (int i = 0; i < locks; ++i) pthread_mutex_unlock(&mutex);
  a.join();
}

const Registration recursive_once({"a_recursive_mutex_locked_once_may_be_waited_with",
                                   FindingKind::none, [] { wait_holding(1); }, nullptr, true});
const Registration recursive_twice({"a_recursive_mutex_locked_twice_stays_locked_in_a_wait",
                                    FindingKind::misuse, [] { wait_holding(2); }});

}  // namespace
