// Wide atomics, shared pointers and locks that code under test declares itself.
#include <atomic>
#include <cstdint>
#include <memory>
#include <thread>

#include "explorer/controls.h"
#include "scenario.h"

// What <sanitizer/tsan_interface.h> declares, where it is installed.
extern "C" {
void __tsan_mutex_post_lock(void* lock, unsigned flags, int depth);
int __tsan_mutex_pre_unlock(void* lock, unsigned flags);
void __tsan_acquire(void* address);
void __tsan_release(void* address);
}

namespace {

using explorer::FindingKind;
using selftest::Registration;

struct alignas(16) Pair {
  std::uint64_t first;
  std::uint64_t second;
};

// Each thread adds to both halves.
template <bool kAtOnce>
void add_to_a_pair() {
  std::atomic<Pair> pair{Pair{0, 0}};
  const auto add = [&] {
    Pair seen = pair.load();
    Pair next{seen.first + 1, seen.second + 2};
    if (!kAtOnce) return pair.store(next);
    while (!pair.compare_exchange_weak(seen, next)) next = {seen.first + 1, seen.second + 2};
  };
  std::thread a(add);
  add();
  a.join();
  const Pair sum = pair.load();
  if (sum.first != 2 || sum.second != 4) explorer::fail("an addition was lost");
}

const Registration wide({"atomics_of_sixteen_bytes_exchange_both_halves", FindingKind::none,
                         add_to_a_pair<true>});
const Registration wide_lost({"a_load_and_a_store_of_sixteen_bytes_lose_an_addition",
                              FindingKind::wrong_result, add_to_a_pair<false>});

const Registration shared({"an_atomic_shared_pointer_is_no_race", FindingKind::none, [] {
                             std::atomic<std::shared_ptr<int>> current(std::make_shared<int>(1));
                             std::thread a([&] { current = std::make_shared<int>(2); });
                             const std::shared_ptr<int> mine = current.load();
                             if (*mine != 1 && *mine != 2) explorer::fail("neither of the two");
                             std::shared_ptr<int> expected = mine;
                             current.compare_exchange_strong(expected, std::make_shared<int>(3));
                             a.join();
                           }});

const Registration pointee({"what_an_atomic_shared_pointer_points_to_is_not_protected",
                            FindingKind::data_race, [] {
                              std::atomic<std::shared_ptr<int>> current(std::make_shared<int>(1));
                              std::thread a([&] { ++*current.load(); });
                              ++*current.load();
                              a.join();
                            }});

const Registration plain({"a_plain_shared_pointer_assigned_by_two_races", FindingKind::data_race,
                          [] {
                            const auto current =
                                std::make_unique<std::shared_ptr<int>>(std::make_shared<int>(1));
                            std::thread a([&] { *current = std::make_shared<int>(2); });
                            // NOLINTNEXTLINE(performance-unnecessary-copy-initialization)
                            const std::shared_ptr<int> mine = *current;
                            a.join();
                          }});

// A spin lock that excludes without ordering, and says or does not say that it is a lock.
template <bool kDeclared>
void add_under_a_lock_of_ones_own() {
  std::atomic<bool> taken{false};
  const auto sum = std::make_unique<int>(0);
  const auto add = [&] {
    while (taken.exchange(true, std::memory_order_relaxed)) {
    }
    if (kDeclared) __tsan_mutex_post_lock(&taken, 0, 0);
    ++*sum;
    if (kDeclared) __tsan_mutex_pre_unlock(&taken, 0);
    taken.store(false, std::memory_order_relaxed);
  };
  std::thread a(add);
  add();
  a.join();
  if (*sum != 2) explorer::fail("an addition was lost");
}

const Registration declared({"a_lock_that_declares_itself_orders", FindingKind::none,
                             add_under_a_lock_of_ones_own<true>});
const Registration undeclared({"a_relaxed_lock_does_not_order", FindingKind::data_race,
                               add_under_a_lock_of_ones_own<false>});

const Registration annotated({"a_declared_release_is_seen_by_a_declared_acquire", FindingKind::none,
                              [] {
                                std::atomic<bool> ready{false};
                                const auto value = std::make_unique<int>(0);
                                std::thread a([&] {
                                  *value = 1;
                                  __tsan_release(&ready);
                                  ready.store(true, std::memory_order_relaxed);
                                });
                                if (ready.load(std::memory_order_relaxed)) {
                                  __tsan_acquire(&ready);
                                  if (*value != 1) explorer::fail("an old value");
                                }
                                a.join();
                              }});

}  // namespace
