#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <stop_token>
#include <thread>

#include "explorer/controls.h"
#include "scenario.h"

namespace {

using namespace std::chrono_literals;
using explorer::FindingKind;
using selftest::Registration;

struct Flag {
  std::mutex mutex;
  std::condition_variable changed;
  bool set = false;
};

void patient(explorer::Options& options) { options.clock = explorer::Clock::patient; }

const Registration guarded({"a_guarded_wait_is_correct", FindingKind::none,
                            [] {
                              Flag flag;
                              std::thread a([&] {
                                std::unique_lock lock(flag.mutex);
                                flag.changed.wait(lock, [&] { return flag.set; });
                              });
                              {
                                const std::lock_guard lock(flag.mutex);
                                flag.set = true;
                              }
                              flag.changed.notify_one();
                              a.join();
                            },
                            nullptr, true});

const Registration unguarded({"a_wait_without_a_loop_is_unguarded", FindingKind::unguarded_wait,
                              [] {
                                Flag flag;
                                std::thread a([&] {
                                  std::unique_lock lock(flag.mutex);
                                  if (!flag.set) flag.changed.wait(lock);
                                  if (!flag.set) explorer::fail("woken for nothing");
                                });
                                {
                                  const std::lock_guard lock(flag.mutex);
                                  flag.set = true;
                                }
                                flag.changed.notify_one();
                                a.join();
                              }});

const Registration no_condition({"a_notify_before_the_wait_is_lost", FindingKind::lost_wakeup,
                                 [] {
                                   Flag flag;
                                   std::thread a([&] {
                                     std::unique_lock lock(flag.mutex);
                                     flag.changed.wait(lock);
                                   });
                                   flag.changed.notify_one();
                                   a.join();
                                 },
                                 [](explorer::Options& o) { o.spurious_wakes = 0; }});

const Registration set_without_lock({"a_flag_set_without_the_lock_races", FindingKind::data_race,
                                     [] {
                                       // On the heap: Clang does not instrument the fields of
                                       // local objects in the function that owns them.
                                       const auto flag = std::make_unique<Flag>();
                                       std::thread a([&] {
                                         std::unique_lock lock(flag->mutex);
                                         flag->changed.wait(lock, [&] { return flag->set; });
                                       });
                                       flag->set = true;
                                       flag->changed.notify_one();
                                       a.join();
                                     }});

const Registration one_for_two({"notify_one_does_not_wake_two", FindingKind::lost_wakeup, [] {
                                  Flag flag;
                                  const auto wait = [&] {
                                    std::unique_lock lock(flag.mutex);
                                    flag.changed.wait(lock, [&] { return flag.set; });
                                  };
                                  std::thread a(wait);
                                  std::thread b(wait);
                                  {
                                    const std::lock_guard lock(flag.mutex);
                                    flag.set = true;
                                  }
                                  flag.changed.notify_one();
                                  a.join();
                                  b.join();
                                }});

const Registration all_for_two({"notify_all_wakes_two", FindingKind::none, [] {
                                  Flag flag;
                                  const auto wait = [&] {
                                    std::unique_lock lock(flag.mutex);
                                    flag.changed.wait(lock, [&] { return flag.set; });
                                  };
                                  std::thread a(wait);
                                  std::thread b(wait);
                                  {
                                    const std::lock_guard lock(flag.mutex);
                                    flag.set = true;
                                  }
                                  flag.changed.notify_all();
                                  a.join();
                                  b.join();
                                }});

const Registration never_notified({"a_condition_that_nobody_sets_is_a_deadlock",
                                   FindingKind::deadlock, [] {
                                     Flag flag;
                                     std::unique_lock lock(flag.mutex);
                                     flag.changed.wait(lock, [&] { return flag.set; });
                                   }});

const Registration stolen({"a_newcomer_may_steal_what_was_announced", FindingKind::wrong_result,
                           [] {
                             std::mutex mutex;
                             std::condition_variable changed;
                             int items = 0;
                             const auto take = [&] {
                               std::unique_lock lock(mutex);
                               if (items == 0) changed.wait(lock);
                               if (items == 0) explorer::fail("took what was not there");
                               --items;
                             };
                             std::thread a(take);
                             std::thread b(take);
                             for (int i = 0; i < 2; ++i) {
                               const std::lock_guard lock(mutex);
                               ++items;
                               changed.notify_one();
                             }
                             a.join();
                             b.join();
                           },
                           [](explorer::Options& o) { o.spurious_wakes = 0; }});

const Registration steady_timeout({"wait_for_times_out_on_the_steady_clock", FindingKind::none,
                                   [] {
                                     Flag flag;
                                     std::unique_lock lock(flag.mutex);
                                     const auto begin = std::chrono::steady_clock::now();
                                     if (flag.changed.wait_for(lock, 1h,
                                                               [&] { return flag.set; })) {
                                       explorer::fail("nobody set the flag");
                                     }
                                     if (std::chrono::steady_clock::now() - begin < 1h) {
                                       explorer::fail("timed out too early");
                                     }
                                   },
                                   nullptr, true});

const Registration system_timeout({"wait_until_times_out_on_the_system_clock", FindingKind::none,
                                   [] {
                                     Flag flag;
                                     std::unique_lock lock(flag.mutex);
                                     const auto end = std::chrono::system_clock::now() + 24h;
                                     while (!flag.set && flag.changed.wait_until(lock, end) ==
                                                             std::cv_status::no_timeout) {
                                     }
                                     if (std::chrono::system_clock::now() < end) {
                                       explorer::fail("timed out too early");
                                     }
                                   },
                                   nullptr, true});

void set_after_a_minute() {
  Flag flag;
  std::thread a([&] {
    std::this_thread::sleep_for(1min);
    const std::lock_guard lock(flag.mutex);
    flag.set = true;
    flag.changed.notify_one();
  });
  {
    std::unique_lock lock(flag.mutex);
    if (!flag.changed.wait_for(lock, 1h, [&] { return flag.set; })) explorer::fail("too late");
  }
  a.join();
}

const Registration in_time({"a_patient_clock_lets_the_event_come_first", FindingKind::none,
                            set_after_a_minute, patient});
const Registration too_late({"an_adversarial_clock_lets_the_timeout_come_first",
                             FindingKind::wrong_result, set_after_a_minute});

const Registration without_lock({"waiting_without_the_lock_is_misuse", FindingKind::misuse, [] {
                                   Flag flag;
                                   std::unique_lock lock(flag.mutex);
                                   flag.mutex.unlock();
                                   flag.changed.wait(lock);
                                 }});

const Registration destroyed({"destroying_a_condvar_in_use_is_misuse", FindingKind::misuse,
                              [] {
                                std::mutex mutex;
                                auto changed = std::make_unique<std::condition_variable>();
                                std::thread a([&mutex, &condvar = *changed] {
                                  std::unique_lock lock(mutex);
                                  condvar.wait(lock);
                                });
                                std::this_thread::sleep_for(1s);
                                changed.reset();
                                a.join();
                              },
                              patient});

const Registration any({"condition_variable_any_works_with_any_lock", FindingKind::none, [] {
                          std::recursive_mutex mutex;
                          std::condition_variable_any changed;
                          bool set = false;
                          std::thread a([&] {
                            std::unique_lock lock(mutex);
                            changed.wait(lock, [&] { return set; });
                          });
                          {
                            const std::lock_guard lock(mutex);
                            set = true;
                          }
                          changed.notify_all();
                          a.join();
                        }});

const Registration stop({"a_stop_request_ends_a_wait", FindingKind::none, [] {
                           std::mutex mutex;
                           std::condition_variable_any changed;
                           std::jthread waiter([&](const std::stop_token& token) {
                             std::unique_lock lock(mutex);
                             if (changed.wait(lock, token, [] { return false; })) {
                               explorer::fail("the condition never holds");
                             }
                           });
                         }});

template <bool kUnderLock>
void notify_and_free() {
  Flag* flag = new Flag;
  std::thread a([flag] {
    std::unique_lock lock(flag->mutex);
    flag->set = true;
    if (!kUnderLock) lock.unlock();
    flag->changed.notify_one();
  });
  {
    std::unique_lock lock(flag->mutex);
    flag->changed.wait(lock, [&] { return flag->set; });
  }
  delete flag;
  a.join();
}

const Registration freed({"notifying_after_the_unlock_may_touch_a_freed_condvar",
                          FindingKind::use_after_free, notify_and_free<false>});
const Registration kept({"notifying_under_the_lock_touches_no_freed_condvar", FindingKind::none,
                         notify_and_free<true>, nullptr, true});

}  // namespace
