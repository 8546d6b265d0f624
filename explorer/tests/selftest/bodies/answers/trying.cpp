// POSIX semaphores and spin locks that are tried: what the answer is, and that it is never a guess.
#include <pthread.h>
#include <semaphore.h>

#include <cerrno>
#include <thread>

#include "explorer/controls.h"
#include "scenario.h"

namespace {

using explorer::FindingKind;
using selftest::Registration;

const Registration permits({"a_permit_is_tried_for_until_none_is_left", FindingKind::none,
                            [] {
                              sem_t permits;
                              sem_init(&permits, 0, 1);
                              if (sem_trywait(&permits) != 0) explorer::fail("there was one");
                              if (sem_trywait(&permits) == 0) explorer::fail("there was none");
                              if (errno != EAGAIN) explorer::fail("another error");
                              int left = -1;
                              sem_getvalue(&permits, &left);
                              if (left != 0) explorer::fail("a refusal took something");
                              sem_destroy(&permits);
                            },
                            nullptr, true});

// Of two that try for one permit, one gets it and is alone with what it guards.
const Registration rivals({"one_of_two_gets_the_permit_that_both_try_for", FindingKind::none,
                           [] {
                             sem_t permit;
                             sem_init(&permit, 0, 1);
                             int winners = 0;
                             const auto try_for_it = [&] {
                               if (sem_trywait(&permit) == 0) ++winners;
                             };
                             std::thread a(try_for_it);
                             try_for_it();
                             a.join();
                             if (winners != 1) explorer::fail("not exactly one got it");
                             sem_destroy(&permit);
                           },
                           nullptr, true});

const Registration unanswered({"whoever_ignores_that_there_was_no_permit_races",
                               FindingKind::data_race, [] {
                                 sem_t permit;
                                 sem_init(&permit, 0, 1);
                                 int count = 0;
                                 const auto add = [&] {
                                   sem_trywait(&permit);
                                   ++count;
                                   sem_post(&permit);
                                 };
                                 std::thread a(add);
                                 add();
                                 a.join();
                                 sem_destroy(&permit);
                               }});

const Registration held({"a_held_spin_lock_is_not_got_by_trying", FindingKind::none,
                         [] {
                           pthread_spinlock_t lock;
                           pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
                           int winners = 0;
                           const auto add = [&] {
                             const int error = pthread_spin_trylock(&lock);
                             if (error == EBUSY) return;
                             if (error != 0) explorer::fail("another error");
                             ++winners;
                             pthread_spin_unlock(&lock);
                           };
                           pthread_spin_lock(&lock);
                           std::thread a(add);
                           ++winners;
                           pthread_spin_unlock(&lock);
                           a.join();
                           add();
                           if (winners < 2) explorer::fail("a free lock was not got");
                         },
                         nullptr, true});

const Registration unheeded({"whoever_ignores_that_a_spin_lock_was_held_misuses_it",
                             FindingKind::misuse, [] {
                               pthread_spinlock_t lock;
                               pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
                               const auto enter = [&] {
                                 pthread_spin_trylock(&lock);
                                 pthread_spin_unlock(&lock);
                               };
                               std::thread a(enter);
                               enter();
                               a.join();
                             }});

const Registration twice({"a_spin_lock_taken_twice_is_a_deadlock", FindingKind::deadlock, [] {
                            pthread_spinlock_t lock;
                            pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
                            pthread_spin_lock(&lock);
                            pthread_spin_lock(&lock);
                          }});

}  // namespace
