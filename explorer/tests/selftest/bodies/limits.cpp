// What the explorer does not see, as it is today: see the limits in its README. A test that fails
// here because the explorer has learnt something is good news.
#include <array>
#include <atomic>
#include <cstdio>
#include <memory>
#include <thread>

#include "explorer/controls.h"
#include "scenario.h"

namespace {

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

}  // namespace
