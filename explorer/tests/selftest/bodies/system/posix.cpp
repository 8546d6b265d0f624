// Raw pthreads, as C programs use them.
#include <pthread.h>
#include <semaphore.h>
#include <time.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <thread>

#include "explorer/controls.h"
#include "scenario.h"

namespace {

using namespace std::chrono_literals;
using explorer::FindingKind;
using selftest::Registration;

const Registration shared({"readers_share_and_writers_exclude", FindingKind::none, [] {
                             std::shared_mutex mutex;
                             int value = 0;
                             std::thread writer([&] {
                               const std::unique_lock lock(mutex);
                               ++value;
                             });
                             std::thread reader([&] {
                               const std::shared_lock lock(mutex);
                               if (value < 0) explorer::fail("never negative");
                             });
                             {
                               const std::shared_lock lock(mutex);
                               if (value < 0) explorer::fail("never negative");
                             }
                             writer.join();
                             reader.join();
                           }});

const Registration shared_write({"writing_under_a_shared_lock_races", FindingKind::data_race, [] {
                                   std::shared_mutex mutex;
                                   int value = 0;
                                   const auto add = [&] {
                                     const std::shared_lock lock(mutex);
                                     ++value;
                                   };
                                   std::thread a(add);
                                   add();
                                   a.join();
                                 }});

const Registration upgrade({"upgrading_a_shared_lock_deadlocks", FindingKind::deadlock, [] {
                              std::shared_mutex mutex;
                              mutex.lock_shared();
                              mutex.lock();
                            }});

const Registration shared_timed({"shared_timed_locks_give_up_in_virtual_time", FindingKind::none,
                                 [] {
                                   std::shared_timed_mutex mutex;
                                   mutex.lock();
                                   std::thread a([&] {
                                     if (mutex.try_lock_shared_for(1h)) explorer::fail("got it");
                                     if (mutex.try_lock_for(1h)) explorer::fail("got it");
                                   });
                                   a.join();
                                   mutex.unlock();
                                 }});

const Registration errorcheck({"an_errorcheck_mutex_reports_relocking", FindingKind::none, [] {
                                 pthread_mutexattr_t attributes;
                                 pthread_mutexattr_init(&attributes);
                                 pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_ERRORCHECK);
                                 pthread_mutex_t mutex;
                                 pthread_mutex_init(&mutex, &attributes);
                                 pthread_mutex_lock(&mutex);
                                 if (pthread_mutex_lock(&mutex) != EDEADLK) {
                                   explorer::fail("relocking was not refused");
                                 }
                                 pthread_mutex_unlock(&mutex);
                                 if (pthread_mutex_unlock(&mutex) != EPERM) {
                                   explorer::fail("unlocking was not refused");
                                 }
                                 pthread_mutex_destroy(&mutex);
                               }});

const Registration destroyed({"destroying_a_locked_mutex_is_misuse", FindingKind::misuse, [] {
                                pthread_mutex_t mutex;
                                pthread_mutex_init(&mutex, nullptr);
                                pthread_mutex_lock(&mutex);
                                pthread_mutex_destroy(&mutex);
                              }});

const Registration monotonic({"a_condvar_may_use_the_monotonic_clock", FindingKind::none, [] {
                                pthread_condattr_t attributes;
                                pthread_condattr_init(&attributes);
                                pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
                                pthread_cond_t condvar;
                                pthread_cond_init(&condvar, &attributes);
                                pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
                                pthread_mutex_lock(&mutex);
                                timespec end{};
                                clock_gettime(CLOCK_MONOTONIC, &end);
                                end.tv_sec += 3600;
                                int error = 0;
                                while (error == 0) {
                                  error = pthread_cond_timedwait(&condvar, &mutex, &end);
                                }
                                timespec now{};
                                clock_gettime(CLOCK_MONOTONIC, &now);
                                if (error != ETIMEDOUT || now.tv_sec < end.tv_sec) {
                                  explorer::fail("timed out too early");
                                }
                                pthread_mutex_unlock(&mutex);
                                pthread_cond_destroy(&condvar);
                              }});

const Registration barrier({"a_posix_barrier_orders_phases", FindingKind::none, [] {
                              pthread_barrier_t barrier;
                              pthread_barrier_init(&barrier, nullptr, 2);
                              int values[2] = {0, 0};
                              const auto work = [&](int me) {
                                values[me] = 1;
                                pthread_barrier_wait(&barrier);
                                if (values[1 - me] != 1) explorer::fail("ran ahead");
                              };
                              std::thread a(work, 0);
                              work(1);
                              a.join();
                              pthread_barrier_destroy(&barrier);
                            }});

const Registration short_barrier({"a_barrier_that_one_never_reaches_is_a_deadlock",
                                  FindingKind::deadlock, [] {
                                    pthread_barrier_t barrier;
                                    pthread_barrier_init(&barrier, nullptr, 2);
                                    pthread_barrier_wait(&barrier);
                                  }});

const Registration spin({"a_posix_spin_lock_excludes", FindingKind::none, [] {
                           pthread_spinlock_t lock;
                           pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
                           int count = 0;
                           const auto add = [&] {
                             pthread_spin_lock(&lock);
                             ++count;
                             pthread_spin_unlock(&lock);
                           };
                           std::thread a(add);
                           add();
                           a.join();
                           if (count != 2) explorer::fail("an increment was lost");
                         }});

const Registration semaphore({"a_posix_semaphore_hands_over", FindingKind::none, [] {
                                sem_t items;
                                sem_init(&items, 0, 0);
                                int value = 0;
                                std::thread a([&] {
                                  value = 7;
                                  sem_post(&items);
                                });
                                while (sem_wait(&items) != 0) {
                                }
                                if (value != 7) explorer::fail("came too early");
                                a.join();
                                sem_destroy(&items);
                              }});

const Registration semaphore_empty({"a_posix_semaphore_never_posted_is_a_deadlock",
                                    FindingKind::deadlock, [] {
                                      sem_t items;
                                      sem_init(&items, 0, 0);
                                      sem_wait(&items);
                                    }});

const Registration semaphore_timeout({"a_posix_semaphore_times_out", FindingKind::none, [] {
                                        sem_t items;
                                        sem_init(&items, 0, 0);
                                        timespec end{};
                                        clock_gettime(CLOCK_REALTIME, &end);
                                        end.tv_sec += 60;
                                        if (sem_timedwait(&items, &end) == 0 ||
                                            errno != ETIMEDOUT) {
                                          explorer::fail("no permit was given");
                                        }
                                      }});

void set_flag(void* flag) { *static_cast<bool*>(flag) = true; }

const Registration keys({"key_destructors_run_before_join", FindingKind::none, [] {
                           bool destroyed = false;
                           pthread_key_t key;
                           pthread_key_create(&key, set_flag);
                           std::thread a([&] { pthread_setspecific(key, &destroyed); });
                           a.join();
                           if (!destroyed) explorer::fail("the destructor did not run");
                           pthread_key_delete(key);
                         }});

void write_late(void* value) { *static_cast<int*>(value) = 1; }

const Registration keys_race({"what_key_destructors_write_is_ordered_by_join_only",
                              FindingKind::data_race, [] {
                                const auto value = std::make_unique<int>(0);
                                pthread_key_t key;
                                pthread_key_create(&key, write_late);
                                std::thread a([&] { pthread_setspecific(key, value.get()); });
                                *value = 2;
                                a.join();
                                pthread_key_delete(key);
                              }});

const Registration keys_deleted({"a_key_deleted_early_runs_no_destructor",
                                 FindingKind::wrong_result, [] {
                                   bool destroyed = false;
                                   pthread_key_t key;
                                   pthread_key_create(&key, set_flag);
                                   std::thread a([&] { pthread_setspecific(key, &destroyed); });
                                   pthread_key_delete(key);
                                   a.join();
                                   if (!destroyed) explorer::fail("nobody cleaned up");
                                 }});

const Registration sleeping({"sleeping_takes_virtual_time_only", FindingKind::none, [] {
                               const auto begin = std::chrono::steady_clock::now();
                               std::this_thread::sleep_for(24h);
                               usleep(1000);
                               sleep(3600);
                               std::this_thread::sleep_until(std::chrono::system_clock::now() + 1h);
                               if (std::chrono::steady_clock::now() - begin < 26h) {
                                 explorer::fail("woke too early");
                               }
                             }});

const Registration trust_in_sleep({"sleeping_is_no_synchronisation", FindingKind::data_race, [] {
                                     int value = 0;
                                     std::thread a([&] { value = 1; });
                                     std::this_thread::sleep_for(1h);
                                     value = 2;
                                     a.join();
                                   }});

const Registration calendar({"the_c_clock_is_virtual_too", FindingKind::none, [] {
                               timespec before{};
                               timespec after{};
                               timespec_get(&before, TIME_UTC);
                               sleep(3600);
                               timespec_get(&after, TIME_UTC);
                               if (after.tv_sec - before.tv_sec < 3600) {
                                 explorer::fail("time did not pass");
                               }
                             }});

}  // namespace
