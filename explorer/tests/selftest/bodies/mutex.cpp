#include <atomic>
#include <chrono>
#include <memory>
#include <mutex>
#include <thread>

#include "explorer/controls.h"
#include "scenario.h"

namespace {

using explorer::FindingKind;
using selftest::Registration;

const Registration mutual_exclusion({"a_mutex_excludes", FindingKind::none,
                                     [] {
                                       std::mutex mutex;
                                       int count = 0;
                                       const auto add = [&] {
                                         const std::lock_guard lock(mutex);
                                         ++count;
                                       };
                                       std::thread a(add);
                                       std::thread b(add);
                                       a.join();
                                       b.join();
                                       if (count != 2) explorer::fail("an increment was lost");
                                     },
                                     nullptr, true});

const Registration missing_lock({"an_unlocked_access_races", FindingKind::data_race, [] {
                                   std::mutex mutex;
                                   int count = 0;
                                   std::thread a([&] {
                                     const std::lock_guard lock(mutex);
                                     ++count;
                                   });
                                   ++count;
                                   a.join();
                                 }});

const Registration opposite_order({"locks_in_opposite_order_deadlock", FindingKind::deadlock, [] {
                                     std::mutex first;
                                     std::mutex second;
                                     std::thread a([&] {
                                       const std::lock_guard one(first);
                                       const std::lock_guard two(second);
                                     });
                                     {
                                       const std::lock_guard two(second);
                                       const std::lock_guard one(first);
                                     }
                                     a.join();
                                   }});

const Registration scoped_lock({"scoped_lock_avoids_the_deadlock", FindingKind::none, [] {
                                  std::mutex first;
                                  std::mutex second;
                                  std::thread a(
                                      [&] { const std::scoped_lock both(first, second); });
                                  {
                                    const std::scoped_lock both(second, first);
                                  }
                                  a.join();
                                }});

const Registration relock({"relocking_a_mutex_deadlocks", FindingKind::deadlock, [] {
                             std::mutex mutex;
                             mutex.lock();
                             mutex.lock();
                           }});

const Registration recursive({"a_recursive_mutex_may_be_relocked", FindingKind::none,
                              [] {
                                std::recursive_mutex mutex;
                                int count = 0;
                                const auto add = [&] {
                                  const std::lock_guard outer(mutex);
                                  const std::lock_guard inner(mutex);
                                  ++count;
                                };
                                std::thread a(add);
                                add();
                                a.join();
                                if (count != 2) explorer::fail("an increment was lost");
                              },
                              nullptr, true});

const Registration foreign_unlock({"unlocking_for_another_thread_is_misuse", FindingKind::misuse,
                                   [] {
                                     std::mutex mutex;
                                     mutex.lock();
                                     std::thread a([&] { mutex.unlock(); });
                                     a.join();
                                   }});

const Registration try_lock({"try_lock_never_blocks", FindingKind::none, [] {
                               std::mutex mutex;
                               int count = 0;
                               std::thread a([&] {
                                 if (mutex.try_lock()) {
                                   ++count;
                                   mutex.unlock();
                                 }
                               });
                               mutex.lock();
                               ++count;
                               mutex.unlock();
                               a.join();
                               if (count == 0) explorer::fail("nobody got the mutex");
                             }});

const Registration trust_in_try_lock({"try_lock_may_fail", FindingKind::wrong_result, [] {
                                        std::mutex mutex;
                                        std::thread a([&] { const std::lock_guard l(mutex); });
                                        if (!mutex.try_lock()) explorer::fail("not locked");
                                        mutex.unlock();
                                        a.join();
                                      }});

const Registration timed({"try_lock_for_gives_up_in_virtual_time", FindingKind::none,
                          [] {
                            using namespace std::chrono_literals;
                            std::timed_mutex mutex;
                            mutex.lock();
                            std::thread a([&] {
                              const auto begin = std::chrono::steady_clock::now();
                              if (mutex.try_lock_for(1h)) explorer::fail("locked twice");
                              if (std::chrono::steady_clock::now() - begin < 1h) {
                                explorer::fail("gave up too early");
                              }
                            });
                            a.join();
                            mutex.unlock();
                          },
                          nullptr, true});

const Registration timed_success({"try_lock_until_gets_a_mutex_released_in_time", FindingKind::none,
                                  [] {
                                    using namespace std::chrono_literals;
                                    std::timed_mutex mutex;
                                    int count = 0;
                                    std::thread a([&] {
                                      const auto end = std::chrono::system_clock::now() + 2h;
                                      if (!mutex.try_lock_until(end)) explorer::fail("too late");
                                      ++count;
                                      mutex.unlock();
                                    });
                                    mutex.lock();
                                    std::this_thread::sleep_for(1h);
                                    ++count;
                                    mutex.unlock();
                                    a.join();
                                  },
                                  [](explorer::Options& o) {
                                    o.clock = explorer::Clock::patient;
                                  }});

const Registration timed_too_short({"a_timeout_may_come_first", FindingKind::wrong_result, [] {
                                      using namespace std::chrono_literals;
                                      std::timed_mutex mutex;
                                      std::thread a([&] {
                                        if (!mutex.try_lock_for(2h)) explorer::fail("too late");
                                        mutex.unlock();
                                      });
                                      mutex.lock();
                                      mutex.unlock();
                                      a.join();
                                    }});

const Registration freed({"locking_a_freed_mutex_is_found", FindingKind::use_after_free, [] {
                            auto mutex = std::make_unique<std::mutex>();
                            std::thread a([raw = mutex.get()] { const std::lock_guard l(*raw); });
                            mutex.reset();
                            a.join();
                          }});

const Registration freed_later({"a_mutex_may_be_freed_after_the_last_unlock", FindingKind::none,
                                [] {
                                  auto mutex = std::make_unique<std::mutex>();
                                  int users = 2;
                                  const auto use = [raw = mutex.get(), &users] {
                                    const std::lock_guard lock(*raw);
                                    return --users == 0;
                                  };
                                  std::atomic<int> last{0};
                                  std::thread a([&] { last += use() ? 1 : 0; });
                                  last += use() ? 2 : 0;
                                  while (last == 0) std::this_thread::yield();
                                  mutex.reset();
                                  a.join();
                                },
                                nullptr, true});

}  // namespace
