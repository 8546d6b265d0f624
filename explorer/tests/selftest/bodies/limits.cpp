// What the explorer does not see, as it is today: see the limits in its README. A test that fails
// here because the explorer has learnt something is good news.
#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <memory>
#include <mutex>
#include <thread>

#include "explorer/controls.h"
#include "scenario.h"

namespace {

using namespace std::chrono_literals;
using explorer::FindingKind;
using selftest::Registration;

// Real machines let both threads read 0: each store may wait in a buffer. Here every load returns
// the latest store.
const Registration stale({"limit_a_relaxed_load_returns_no_stale_value", FindingKind::none,
                          [] {
                            std::atomic<int> x{0};
                            std::atomic<int> y{0};
                            int seen_by_a = -1;
                            std::thread a([&] {
                              x.store(1, std::memory_order_relaxed);
                              seen_by_a = y.load(std::memory_order_relaxed);
                            });
                            y.store(1, std::memory_order_relaxed);
                            const int seen_here = x.load(std::memory_order_relaxed);
                            a.join();
                            if (seen_by_a == 0 && seen_here == 0) explorer::fail("both are stale");
                          },
                          nullptr, true});

// The C library writes to the text: its code is not instrumented.
const Registration unseen({"limit_what_a_library_writes_races_unseen", FindingKind::none, [] {
                             const auto text = std::make_unique<std::array<char, 16>>();
                             const auto print = [to = text->data()](int number) {
                               std::snprintf(to, 16, "%d", number);
                             };
                             std::thread a([&] { print(1); });
                             print(2);
                             a.join();
                           }});

struct Counter {
  std::atomic<int> users{0};
  int count = 0;  // The first field would be seen.
};

#if defined(__clang__)
constexpr FindingKind kWhatACompilerShows = FindingKind::none;
#else
constexpr FindingKind kWhatACompilerShows = FindingKind::data_race;
#endif

// Clang takes a function's accesses to the fields of its own objects for private. The thread's
// function is another one, and what it does is seen; two accesses make a race.
const Registration field({"limit_clang_shows_no_accesses_to_fields_of_own_objects",
                          kWhatACompilerShows, [] {
                            Counter counter;
                            std::thread a([&] { ++counter.count; });
                            ++counter.count;
                            a.join();
                          }});

// The same, where the object is somebody else's.
const Registration field_on_heap({"accesses_to_fields_on_the_heap_are_seen", FindingKind::data_race,
                                  [] {
                                    const auto counter = std::make_unique<Counter>();
                                    std::thread a([&] { ++counter->count; });
                                    ++counter->count;
                                    a.join();
                                  }});

// Linux would let it wait for a day.
const Registration begun(
    {"limit_a_wait_that_has_begun_does_not_see_that_the_clock_is_set", FindingKind::none,
     [] {
       std::mutex mutex;
       std::condition_variable never;
       const auto begin = std::chrono::steady_clock::now();
       std::thread a([&] {
         std::unique_lock lock(mutex);
         never.wait_until(lock, std::chrono::system_clock::now() + 1min);
       });
       explorer::await_quiet(100);
       explorer::set_system_clock(-24h);
       a.join();
       if (std::chrono::steady_clock::now() > begin + 1min) explorer::fail("it takes a day");
     },
     [](explorer::Options& options) { options.clock = explorer::Clock::patient; }, true});

}  // namespace
