#include <atomic>
#include <cstdint>
#include <memory>
#include <thread>

#include "explorer/controls.h"
#include "scenario.h"

namespace {

using explorer::FindingKind;
using selftest::Registration;

template <typename T>
void count_to_two() {
  std::atomic<T> value{0};
  std::thread a([&] { value.fetch_add(1); });
  value += 1;
  a.join();
  if (value != 2) explorer::fail("an increment was lost");
}

const Registration small({"atomics_of_one_byte_count", FindingKind::none,
                          count_to_two<std::uint8_t>, nullptr, true});
const Registration two({"atomics_of_two_bytes_count", FindingKind::none,
                        count_to_two<std::uint16_t>, nullptr, true});
const Registration four({"atomics_of_four_bytes_count", FindingKind::none, count_to_two<int>,
                         nullptr, true});
const Registration eight({"atomics_of_eight_bytes_count", FindingKind::none,
                          count_to_two<std::uint64_t>, nullptr, true});

const Registration lost({"a_load_and_a_store_lose_an_increment", FindingKind::wrong_result, [] {
                           std::atomic<int> value{0};
                           std::thread a([&] { value.store(value.load() + 1); });
                           value.store(value.load() + 1);
                           a.join();
                           if (value != 2) explorer::fail("an increment was lost");
                         }});

const Registration cas({"compare_exchange_loops_lose_nothing", FindingKind::none, [] {
                          std::atomic<int> value{0};
                          const auto add = [&] {
                            int seen = value.load();
                            while (!value.compare_exchange_weak(seen, seen + 1)) {
                            }
                          };
                          std::thread a(add);
                          add();
                          a.join();
                          if (value != 2) explorer::fail("an increment was lost");
                        }});

template <std::memory_order kStore, std::memory_order kLoad>
void publish() {
  const auto data = std::make_unique<int>(0);
  std::atomic<bool> ready{false};
  std::thread a([&] {
    *data = 42;
    ready.store(true, kStore);
  });
  if (ready.load(kLoad) && *data != 42) explorer::fail("saw old data");
  a.join();
}

const Registration release({"release_and_acquire_publish", FindingKind::none,
                            publish<std::memory_order_release, std::memory_order_acquire>, nullptr,
                            true});
const Registration relaxed_store({"a_relaxed_store_does_not_publish", FindingKind::data_race,
                                  publish<std::memory_order_relaxed, std::memory_order_acquire>});
const Registration relaxed_load({"a_relaxed_load_does_not_see", FindingKind::data_race,
                                 publish<std::memory_order_release, std::memory_order_relaxed>});

// An exchange that fails is a load, of the order that is given for failure.
template <std::memory_order kFailure>
void publish_to_a_failed_exchange() {
  const auto data = std::make_unique<int>(0);
  std::atomic<int> state{0};
  std::thread a([&] {
    *data = 42;
    state.store(1, std::memory_order_release);
  });
  int expected = 2;
  state.compare_exchange_strong(expected, 3, std::memory_order_acquire, kFailure);
  if (expected == 1 && *data != 42) explorer::fail("saw old data");
  a.join();
}

const Registration acquired({"a_failed_exchange_acquires_if_asked_to", FindingKind::none,
                             publish_to_a_failed_exchange<std::memory_order_acquire>, nullptr,
                             true});
const Registration unacquired({"a_failed_exchange_does_not_acquire_as_if_it_succeeded",
                               FindingKind::data_race,
                               publish_to_a_failed_exchange<std::memory_order_relaxed>});

const Registration fences({"fences_publish_through_relaxed_atomics", FindingKind::none,
                           [] {
                             const auto data = std::make_unique<int>(0);
                             std::atomic<bool> ready{false};
                             std::thread a([&] {
                               *data = 42;
                               std::atomic_thread_fence(std::memory_order_release);
                               ready.store(true, std::memory_order_relaxed);
                             });
                             if (ready.load(std::memory_order_relaxed)) {
                               std::atomic_thread_fence(std::memory_order_acquire);
                               if (*data != 42) explorer::fail("saw old data");
                             }
                             a.join();
                           },
                           nullptr, true});

const Registration referenced({"atomic_ref_excludes_no_other_access", FindingKind::data_race, [] {
                                 const auto value = std::make_unique<int>(0);
                                 std::thread a([&] { std::atomic_ref(*value).fetch_add(1); });
                                 ++*value;
                                 a.join();
                               }});

const Registration read_beside({"an_atomic_read_races_with_a_plain_write", FindingKind::data_race,
                                [] {
                                  const auto value = std::make_unique<int>(0);
                                  std::thread a([&] { (void)std::atomic_ref(*value).load(); });
                                  *value = 1;
                                  a.join();
                                }});
const Registration written_beside({"an_atomic_write_races_with_a_plain_read",
                                   FindingKind::data_race, [] {
                                     const auto value = std::make_unique<int>(0);
                                     std::thread a([&] { std::atomic_ref(*value).store(1); });
                                     if (*value == 2) explorer::fail("nobody wrote that");
                                     a.join();
                                   }});

// Clang's hooks do not say that an exchange is a weak one.
#ifdef __clang__
constexpr FindingKind kWeakExchange = FindingKind::none;
#else
constexpr FindingKind kWeakExchange = FindingKind::wrong_result;
#endif
const Registration weak({"a_weak_exchange_may_fail_although_the_value_is_right", kWeakExchange,
                         [] {
                           std::atomic<int> value{0};
                           int expected = 0;
                           if (!value.compare_exchange_weak(expected, 1)) {
                             explorer::fail("refused without cause");
                           }
                         },
                         nullptr, kWeakExchange == FindingKind::none});

const Registration spin_lock({"a_spin_lock_excludes", FindingKind::none, [] {
                                std::atomic_flag flag;
                                int count = 0;
                                const auto add = [&] {
                                  while (flag.test_and_set(std::memory_order_acquire)) {
                                  }
                                  ++count;
                                  flag.clear(std::memory_order_release);
                                };
                                std::thread a(add);
                                add();
                                a.join();
                                if (count != 2) explorer::fail("an increment was lost");
                              }});

const Registration waiting({"atomic_wait_sees_the_notify", FindingKind::none, [] {
                              std::atomic<int> value{0};
                              std::thread a([&] { value.wait(0); });
                              value = 1;
                              value.notify_one();
                              a.join();
                            }});

const Registration no_notify({"a_store_without_notify_loses_the_wakeup", FindingKind::lost_wakeup,
                              [] {
                                std::atomic<int> value{0};
                                std::thread a([&] { value.wait(0); });
                                value = 1;
                                a.join();
                              },
                              [](explorer::Options& o) { o.spurious_wakes = 0; }});

const Registration spinning({"a_loop_that_nobody_ends_is_a_busy_wait", FindingKind::busy_wait,
                             [] {
                               std::atomic<bool> flag{false};
                               while (!flag.load()) std::this_thread::yield();
                             },
                             [](explorer::Options& o) { o.step_limit = 2'000; }});

const Registration ticking({"a_loop_that_changes_something_all_the_time_is_a_livelock",
                            FindingKind::livelock,
                            [] {
                              std::atomic<bool> over{false};
                              std::atomic<unsigned> ticks{0};
                              // Known to nobody else, the loop would be undefined and compiled
                              // away.
                              std::thread([&] { ticks.store(over.load() ? 2 : 1); }).join();
                              while (!over.load()) ticks.store(ticks.load() + 1);
                            },
                            [](explorer::Options& o) { o.step_limit = 2'000; }});

const Registration polling({"polling_a_flag_that_is_set_ends", FindingKind::none, [] {
                              std::atomic<bool> flag{false};
                              std::thread a([&] { flag = true; });
                              while (!flag.load()) {
                              }
                              a.join();
                            }});

const Registration shared({"shared_ptr_counts_across_threads", FindingKind::none, [] {
                             auto value = std::make_shared<int>(1);
                             std::thread a([copy = value] { (void)*copy; });
                             value.reset();
                             a.join();
                           }});

}  // namespace
