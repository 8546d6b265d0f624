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

}  // namespace
