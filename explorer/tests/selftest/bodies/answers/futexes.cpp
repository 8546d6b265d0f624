// Futex system calls, as libraries below the C++ standard's make them.
#include <linux/futex.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdint>
#include <thread>

#include "explorer/controls.h"
#include "scenario.h"

namespace {

using explorer::FindingKind;
using selftest::Registration;

using Word = std::atomic<std::uint32_t>;
constexpr std::uint32_t kAnyBit = FUTEX_BITSET_MATCH_ANY;
constexpr std::uint32_t kManySteps = 1'000;

void without_spurious_wakes(explorer::Options& options) { options.spurious_wakes = 0; }

long wait(Word& word, std::uint32_t bits = kAnyBit) {
  return syscall(SYS_futex, &word, FUTEX_WAIT_BITSET_PRIVATE, 0, nullptr, nullptr, bits);
}
long wake(Word& word, int count, std::uint32_t bits = kAnyBit) {
  return syscall(SYS_futex, &word, FUTEX_WAKE_BITSET_PRIVATE, count, nullptr, nullptr, bits);
}

void settle() { static_cast<void>(explorer::await_quiet(kManySteps)); }

const Registration counted({"a_futex_wake_wakes_as_many_as_it_says", FindingKind::none,
                            [] {
                              Word word = 0;
                              std::thread a([&] { wait(word); });
                              std::thread b([&] { wait(word); });
                              settle();
                              if (wake(word, 1) != 1) explorer::fail("woke others as well");
                              settle();
                              if (wake(word, 5) != 1) explorer::fail("nobody was left");
                              a.join();
                              b.join();
                            },
                            &without_spurious_wakes, true});

// Two threads park, the first one first; fails if the wake-up reaches number `unlucky`.
void park_in_order(int unlucky) {
  Word word = 0;
  std::atomic<int> woken = 0;
  const auto park = [&](int number) {
    wait(word);
    int nobody = 0;
    woken.compare_exchange_strong(nobody, number);
  };
  std::thread first(park, 1);
  settle();
  std::thread second(park, 2);
  settle();
  wake(word, 1);
  settle();
  if (woken.load() == unlucky) explorer::fail("the unlucky one was woken");
  wake(word, 1);
  first.join();
  second.join();
}

const Registration wakes_first({"a_futex_wake_may_reach_who_waits_longest",
                                FindingKind::wrong_result, [] { park_in_order(1); },
                                &without_spurious_wakes});
const Registration wakes_last({"a_futex_wake_may_reach_who_came_last", FindingKind::wrong_result,
                               [] { park_in_order(2); }, &without_spurious_wakes});

const Registration by_bits({"a_futex_wake_concerns_those_who_share_a_bit", FindingKind::none,
                            [] {
                              Word word = 0;
                              std::atomic<int> woken = 0;
                              std::thread a([&] {
                                wait(word, 1);
                                woken.store(1);
                              });
                              settle();
                              std::thread b([&] { wait(word, 2); });
                              settle();
                              wake(word, 1, 2);
                              settle();
                              if (woken.load() == 1) explorer::fail("woke the wrong one");
                              wake(word, 1, 1);
                              a.join();
                              b.join();
                            },
                            &without_spurious_wakes, true});

const Registration out_of_time({"a_futex_wait_may_time_out_although_the_wake_up_is_near",
                                FindingKind::wrong_result, [] {
                                  Word word = 0;
                                  std::thread waiter([&] {
                                    const timespec second{1, 0};
                                    const long result =
                                        syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, 0, &second);
                                    if (result != 0 && errno == ETIMEDOUT) explorer::fail("late");
                                  });
                                  word.store(1);
                                  wake(word, 1);
                                  waiter.join();
                                }});

const Registration without_cause({"a_futex_wait_may_end_without_cause", FindingKind::unguarded_wait,
                                  [] {
                                    Word word = 0;
                                    std::thread waiter([&] {
                                      if (wait(word) == 0 && word.load() == 0) {
                                        explorer::fail("woken although nothing has changed");
                                      }
                                    });
                                    word.store(1);
                                    wake(word, 1);
                                    waiter.join();
                                  }});

}  // namespace
