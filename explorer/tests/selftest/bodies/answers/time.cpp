// Virtual time: who may be early, and that it never runs back.
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "explorer/controls.h"
#include "scenario.h"

namespace {

using namespace std::chrono_literals;
using explorer::FindingKind;
using selftest::Registration;
using Clock = std::chrono::steady_clock;

// Fails if the one that sleeps is back before the one that works is done.
void sleep_beside_work() {
  std::atomic<bool> slept{false};
  std::thread a([&] {
    std::this_thread::sleep_for(1h);
    slept = true;
  });
  std::this_thread::yield();
  if (slept) explorer::fail("an hour has passed");
  a.join();
}

void patient(explorer::Options& options) { options.clock = explorer::Clock::patient; }

const Registration sleeps_long({"a_patient_clock_lets_sleepers_wait_for_all_others",
                                FindingKind::none, &sleep_beside_work, patient, true});
const Registration sleeps_short({"an_adversarial_clock_lets_a_sleeper_come_first",
                                 FindingKind::wrong_result, &sleep_beside_work});

const Registration past({"waiting_until_a_time_that_has_passed_does_not_turn_time_back",
                         FindingKind::none,
                         [] {
                           std::mutex mutex;
                           std::condition_variable never;
                           const auto begin = Clock::now();
                           std::this_thread::sleep_until(begin + 1h);
                           std::unique_lock lock(mutex);
                           never.wait_until(lock, begin + 1min);
                           if (Clock::now() < begin + 1h) explorer::fail("it is earlier again");
                           std::this_thread::sleep_until(begin + 2min);
                           if (Clock::now() < begin + 1h) explorer::fail("it is earlier again");
                         },
                         nullptr, true});

using SystemClock = std::chrono::system_clock;

const Registration set_back({"setting_the_system_clock_moves_it_and_no_other", FindingKind::none,
                             [] {
                               const auto steady = Clock::now();
                               const auto system = SystemClock::now();
                               explorer::set_system_clock(-1h);
                               if (Clock::now() != steady) explorer::fail("the steady clock moved");
                               if (SystemClock::now() != system - 1h)
                                 explorer::fail("it did not move");
                               std::this_thread::sleep_until(system);
                               if (Clock::now() != steady + 1h) explorer::fail("it slept too long");
                               explorer::set_system_clock(3h);
                               if (SystemClock::now() != system + 3h) explorer::fail("not forward");
                             },
                             nullptr, true});

// Waits for something that never comes, for a minute, while somebody sets the system clock back.
template <typename TheClock>
void wait_a_minute_while_the_clock_is_set() {
  std::mutex mutex;
  std::condition_variable never;
  const auto begin = Clock::now();
  std::thread administrator([] { explorer::set_system_clock(-24h); });
  {
    std::unique_lock lock(mutex);
    never.wait_until(lock, TheClock::now() + 1min, [] { return false; });
  }
  if (Clock::now() > begin + 2min) explorer::fail("a minute has taken a day");
  administrator.join();
}

const Registration minute({"a_wait_on_the_steady_clock_does_not_mind_the_system_clock",
                           FindingKind::none, &wait_a_minute_while_the_clock_is_set<Clock>, patient,
                           true});
const Registration day({"a_wait_on_the_system_clock_minds_that_it_is_set",
                        FindingKind::wrong_result,
                        &wait_a_minute_while_the_clock_is_set<SystemClock>});

}  // namespace
