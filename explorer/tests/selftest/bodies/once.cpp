#include <mutex>
#include <stdexcept>
#include <thread>
#include <vector>

#include "explorer/controls.h"
#include "scenario.h"

namespace {

using explorer::FindingKind;
using selftest::Registration;

const Registration once({"call_once_calls_once", FindingKind::none, [] {
                           std::once_flag flag;
                           int calls = 0;
                           const auto call = [&] {
                             std::call_once(flag, [&] { ++calls; });
                             if (calls != 1) explorer::fail("not called once");
                           };
                           std::thread a(call);
                           call();
                           a.join();
                         }});

const Registration twice({"a_flag_checked_by_hand_races", FindingKind::data_race, [] {
                            bool called = false;
                            const auto call = [&] {
                              if (!called) called = true;
                            };
                            std::thread a(call);
                            call();
                            a.join();
                          }});

const Registration exceptional({"call_once_tries_again_after_an_exception", FindingKind::none, [] {
                                  std::once_flag flag;
                                  int attempts = 0;
                                  const auto call = [&] {
                                    try {
                                      std::call_once(flag, [&] {
                                        if (++attempts == 1) throw std::runtime_error("no");
                                      });
                                    } catch (const std::runtime_error&) {
                                    }
                                  };
                                  std::thread a(call);
                                  call();
                                  a.join();
                                  if (attempts != 2) explorer::fail("not tried again");
                                }});

int& shared_static() {
  static int value = 1;
  return value;
}

const Registration local_static({"a_local_static_is_initialised_for_all", FindingKind::none, [] {
                                   std::thread a([] { (void)shared_static(); });
                                   (void)shared_static();
                                   a.join();
                                 }});

thread_local int calls_here = 5;

struct Counted {
  static inline int alive = 0;
  Counted() { ++alive; }
  ~Counted() { --alive; }
  int value = 3;
};

const Registration thread_locals({"thread_locals_start_anew_in_every_thread", FindingKind::none,
                                  [] {
                                    const auto count = [] {
                                      if (++calls_here != 6) explorer::fail("an old value");
                                    };
                                    std::thread a(count);
                                    count();
                                    a.join();
                                  }});

int touch() {
  thread_local Counted counted;
  return ++counted.value;
}

const Registration destructors({"thread_locals_are_destroyed_before_join", FindingKind::none, [] {
                                  Counted::alive = 0;
                                  std::thread a([] {
                                    if (touch() != 4) explorer::fail("an old value");
                                  });
                                  a.join();
                                  if (Counted::alive != 0) explorer::fail("not destroyed");
                                }});

const Registration crossed({"call_once_in_opposite_order_deadlocks", FindingKind::deadlock, [] {
                              std::once_flag one;
                              std::once_flag other;
                              const auto nest = [](std::once_flag& outer, std::once_flag& inner) {
                                std::call_once(outer, [&] { std::call_once(inner, [] {}); });
                              };
                              std::thread a([&] { nest(one, other); });
                              nest(other, one);
                              a.join();
                            }});

const Registration within({"call_once_within_itself_is_misuse", FindingKind::misuse, [] {
                             std::once_flag once;
                             std::call_once(once, [&] { std::call_once(once, [] {}); });
                           }});

struct Built {
  // Not a constant, so that the object needs a guard.
  Built() : value(explorer::holding_locks() + 1) {}
  unsigned value;
};

Built& built_once() {
  static Built built;
  return built;
}

const Registration built_static({"a_local_static_with_a_constructor_is_built_for_all",
                                 FindingKind::none,
                                 [] {
                                   const auto use = [] {
                                     if (built_once().value != 1) explorer::fail("not built");
                                   };
                                   std::thread a(use);
                                   use();
                                   a.join();
                                 },
                                 nullptr, true});

const Registration changed_static({"changing_a_local_static_afterwards_races",
                                   FindingKind::data_race, [] {
                                     const auto change = [] { ++built_once().value; };
                                     std::thread a(change);
                                     change();
                                     a.join();
                                   }});

// Leaves a trace of every copy of it that is alive.
struct Tracked {
  static inline int alive = 0;
  Tracked() : values(3, 1) { ++alive; }
  ~Tracked() { --alive; }
  std::vector<int> values;
};

Tracked& tracked() {
  static Tracked object;
  return object;
}

const Registration anew({"local_statics_start_anew_in_every_schedule", FindingKind::none,
                         [] {
                           if (Tracked::alive != 0) explorer::fail("left by the last schedule");
                           std::thread a([] { tracked(); });
                           tracked().values.front() = 1;
                           a.join();
                           if (tracked().values.size() != 3) explorer::fail("an old value");
                           tracked().values.push_back(1);
                         },
                         nullptr, true});

struct Refusing {
  Refusing() {
    if (explorer::choose(2) == 1) throw std::runtime_error("not this time");
  }
};

const Registration refused({"a_local_static_that_threw_is_tried_again", FindingKind::none, [] {
                              const auto use = [] {
                                try {
                                  static const Refusing object;
                                } catch (const std::runtime_error&) {
                                }
                              };
                              std::thread a(use);
                              use();
                              a.join();
                            }});

const Registration nested({"local_statics_may_build_each_other", FindingKind::none, [] {
                             const auto outer = []() -> Tracked& {
                               static Tracked& inner = tracked();
                               return inner;
                             };
                             std::thread a([&] { outer(); });
                             if (&outer() != &tracked()) explorer::fail("two of one");
                             a.join();
                             if (Tracked::alive != 1) explorer::fail("not one");
                           }});

}  // namespace
