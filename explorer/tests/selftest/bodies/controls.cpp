// What a body may ask of the explorer about its other threads.
#include "explorer/controls.h"

#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "scenario.h"

namespace {

using explorer::FindingKind;
using explorer::Options;
using explorer::Standing;
using explorer::ThreadNumber;
using selftest::Registration;
using namespace std::chrono_literals;

constexpr std::uint32_t kSteps = 100;

void check(bool holds, const char* otherwise) {
  if (!holds) explorer::fail(otherwise);
}

void calm(Options& options) {
  options.spurious_wakes = 0;
  options.clock = explorer::Clock::patient;
}

// A gate that `passers` wait for.
struct Gate {
  std::mutex mutex;
  std::condition_variable opened;
  int passes = 0;

  void pass() {
    std::unique_lock lock(mutex);
    opened.wait(lock, [this] { return passes > 0; });
    --passes;
  }
  bool pass_within(std::chrono::hours time) {
    std::unique_lock lock(mutex);
    return opened.wait_for(lock, time, [this] { return passes > 0; });
  }
  void let_pass(int count) {
    {
      const std::lock_guard lock(mutex);
      passes += count;
    }
    opened.notify_all();
  }
};

const Registration quiet_parks(
    {"quiet_is_when_everybody_is_blocked_or_has_ended", FindingKind::none,
     [] {
       Gate gate;
       std::thread a([&] { gate.pass(); });
       std::thread b([&] { std::this_thread::yield(); });
       check(explorer::await_quiet(kSteps), "it is not quiet");
       check(explorer::look_at(1).standing == Standing::blocked, "who waits is not blocked");
       check(explorer::look_at(2).standing == Standing::ended, "who yields has not ended");
       gate.let_pass(1);
       a.join();
       b.join();
     },
     calm, true});

const Registration quiet_is_not_ordered({"quiet_orders_nothing", FindingKind::data_race, [] {
                                           int value = 0;
                                           int* shared = &value;
                                           std::thread a([shared] { *shared = 1; });
                                           explorer::await_quiet(kSteps);
                                           *shared = 2;
                                           a.join();
                                         }});

const Registration time_stands_still({"time_stands_still_until_it_is_quiet", FindingKind::none,
                                      [] {
                                        std::thread a([] { std::this_thread::sleep_for(1h); });
                                        explorer::await_quiet(kSteps);
                                        check(explorer::look_at(1).standing == Standing::sleeping,
                                              "the sleeper does not sleep");
                                        check(explorer::now() == 0ns, "time has passed");
                                        a.join();
                                        check(explorer::now() >= 1h, "no time has passed");
                                      },
                                      calm, true});

const Registration spinner({"who_runs_in_circles_is_given_up", FindingKind::none,
                            [] {
                              std::atomic<bool> stop{false};
                              std::thread a([&] {
                                while (!stop) std::this_thread::yield();
                              });
                              check(!explorer::await_quiet(kSteps), "a spinning thread is quiet");
                              check(explorer::look_at(1).restless, "the spinning one is at rest");
                              stop = true;
                              a.join();
                            },
                            calm});

const Registration spinner_with_lock({"no_time_passes_while_who_runs_in_circles_keeps_another_out",
                                      FindingKind::none,
                                      [] {
                                        Gate gate;
                                        std::atomic<bool> stop{false};
                                        std::thread a([&] {
                                          while (!stop) {
                                            const std::lock_guard lock(gate.mutex);
                                            std::this_thread::yield();
                                          }
                                        });
                                        std::thread b([&] {
                                          check(gate.pass_within(1h), "it was let pass too late");
                                        });
                                        check(!explorer::await_quiet(kSteps), "somebody spins");
                                        gate.let_pass(1);
                                        stop = true;
                                        a.join();
                                        b.join();
                                      },
                                      calm});

const Registration short_spin({"who_spins_until_another_one_is_done_is_not_given_up",
                               FindingKind::none,
                               [] {
                                 std::atomic<bool> done{false};
                                 std::atomic<int> turns{0};
                                 std::thread a([&] {
                                   while (!done) std::this_thread::yield();
                                 });
                                 std::thread b([&] {
                                   for (int i = 0; i < 80; ++i) ++turns;
                                   done = true;
                                 });
                                 check(explorer::await_quiet(kSteps), "somebody is restless");
                                 a.join();
                                 b.join();
                               },
                               calm});

const Registration ends({"as_many_as_are_awaited_have_ended", FindingKind::none,
                         [] {
                           Gate gate;
                           std::array<std::thread, 2> threads;
                           for (std::thread& thread : threads) {
                             thread = std::thread([&] { gate.pass(); });
                           }
                           const std::array<ThreadNumber, 2> both{1, 2};
                           gate.let_pass(1);
                           explorer::await_ends(both, 1);
                           const bool first = explorer::look_at(1).standing == Standing::ended;
                           const bool second = explorer::look_at(2).standing == Standing::ended;
                           check(first != second, "not exactly one has ended");
                           gate.let_pass(1);
                           explorer::await_ends(both, 2);
                           for (std::thread& thread : threads) thread.join();
                         },
                         calm, true});

const Registration never_ends({"awaiting_an_end_that_never_comes_is_a_deadlock",
                               FindingKind::deadlock, [] {
                                 Gate gate;
                                 std::thread a([&] { gate.pass(); });
                                 const std::array<ThreadNumber, 1> one{1};
                                 explorer::await_ends(one, 1);
                                 a.join();
                               }});

const Registration wake_ups({"wake_ups_are_counted_exactly", FindingKind::none,
                             [] {
                               Gate gate;
                               std::thread a([&] { gate.pass(); });
                               explorer::await_quiet(kSteps);
                               check(explorer::look_at(1).wake_ups == 0, "a sleeper woke up");
                               gate.let_pass(0);
                               explorer::await_quiet(kSteps);
                               check(explorer::look_at(1).wake_ups == 1, "not one wake-up in vain");
                               gate.let_pass(1);
                               a.join();
                               check(explorer::look_at(1).wake_ups == 2, "not two wake-ups");
                             },
                             calm});

// The order in which two threads end is not lost on a search that leaves out what is equivalent.
const Registration every_order({"every_order_of_ends_is_tried", FindingKind::wrong_result,
                                [] {
                                  std::thread a([] {});
                                  std::thread b([] {});
                                  const std::array<ThreadNumber, 2> both{1, 2};
                                  explorer::await_ends(both, 1);
                                  check(explorer::look_at(2).standing != Standing::ended ||
                                            explorer::look_at(1).standing == Standing::ended,
                                        "the second ended alone");
                                  a.join();
                                  b.join();
                                },
                                calm});

const Registration uncontrolled({"what_is_not_under_control_takes_no_step", FindingKind::none,
                                 [] {
                                   {
                                     const explorer::Uncontrolled outside;
                                     std::mutex mutex;
                                     const std::lock_guard lock(mutex);
                                     std::this_thread::yield();
                                   }
                                   check(explorer::look_at(0).steps == 1, "there were steps");
                                 },
                                 calm, true});

}  // namespace
