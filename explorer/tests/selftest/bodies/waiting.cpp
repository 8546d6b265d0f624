// Semaphores, latches, barriers and futures: libstdc++ makes them of atomics and futexes.
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <barrier>
#include <chrono>
#include <exception>
#include <future>
#include <latch>
#include <semaphore>
#include <stdexcept>
#include <string>
#include <thread>

#include "explorer/controls.h"
#include "scenario.h"

namespace {

using namespace std::chrono_literals;
using explorer::FindingKind;
using selftest::Registration;

void few(explorer::Options& options) { options.max_schedules = 300; }

const Registration semaphore({"a_semaphore_admits_one_at_a_time", FindingKind::none, [] {
                                std::counting_semaphore<2> permits(1);
                                int count = 0;
                                const auto add = [&] {
                                  permits.acquire();
                                  ++count;
                                  permits.release();
                                };
                                std::thread a(add);
                                add();
                                a.join();
                                if (count != 2) explorer::fail("an increment was lost");
                              }});

const Registration two_permits({"two_permits_do_not_exclude", FindingKind::data_race, [] {
                                  std::counting_semaphore<2> permits(2);
                                  int count = 0;
                                  const auto add = [&] {
                                    permits.acquire();
                                    ++count;
                                    permits.release();
                                  };
                                  std::thread a(add);
                                  add();
                                  a.join();
                                }});

// What std::counting_semaphore of libstdc++ does when somebody is quicker to take a permit: it
// waits for the number to change that it has found there, although a permit is left.
void lose_and_wait(std::atomic<int>& permits) {
  int found = 2;
  (void)permits.compare_exchange_strong(found, 1);
  (void)syscall(SYS_futex, &permits, FUTEX_WAIT_PRIVATE, found, nullptr, nullptr, 0);
}

const Registration lost_once({"who_lost_a_permit_to_somebody_looks_again", FindingKind::none, [] {
                                std::atomic<int> permits = 1;
                                lose_and_wait(permits);
                              }});

const Registration lost_for_good({"who_goes_on_to_wait_where_it_lost_sleeps", FindingKind::deadlock,
                                  [] {
                                    std::atomic<int> permits = 1;
                                    while (permits == 1) lose_and_wait(permits);
                                  }});

const Registration never_released({"a_permit_never_released_is_a_deadlock", FindingKind::deadlock,
                                   [] {
                                     std::binary_semaphore permits(1);
                                     permits.acquire();
                                     permits.acquire();
                                   }});

const Registration acquire_for({"try_acquire_for_gives_up_in_virtual_time", FindingKind::none, [] {
                                  std::binary_semaphore permits(0);
                                  const auto begin = std::chrono::steady_clock::now();
                                  if (permits.try_acquire_for(1h)) explorer::fail("no permit");
                                  if (std::chrono::steady_clock::now() - begin < 1h) {
                                    explorer::fail("gave up too early");
                                  }
                                }});

const Registration latch({"a_latch_opens_when_all_arrived", FindingKind::none,
                          [] {
                            std::latch done(2);
                            int a_value = 0;
                            int b_value = 0;
                            std::thread a([&] {
                              a_value = 1;
                              done.count_down();
                            });
                            std::thread b([&] {
                              b_value = 1;
                              done.count_down();
                            });
                            done.wait();
                            if (a_value + b_value != 2) explorer::fail("opened too early");
                            a.join();
                            b.join();
                          },
                          few});

const Registration short_latch({"a_latch_that_counts_too_few_is_a_deadlock", FindingKind::deadlock,
                                [] {
                                  std::latch done(2);
                                  std::thread a([&] { done.count_down(); });
                                  done.wait();
                                  a.join();
                                }});

const Registration barrier({"a_barrier_orders_phases", FindingKind::none,
                            [] {
                              std::barrier phase(2);
                              int values[2] = {0, 0};
                              const auto work = [&](int me) {
                                values[me] = 1;
                                phase.arrive_and_wait();
                                if (values[1 - me] != 1) explorer::fail("ran ahead");
                              };
                              std::thread a(work, 0);
                              work(1);
                              a.join();
                            },
                            few});

const Registration promise({"a_future_waits_for_its_promise", FindingKind::none,
                            [] {
                              std::promise<int> promise;
                              std::future<int> future = promise.get_future();
                              std::thread a([&] { promise.set_value(7); });
                              if (future.get() != 7) explorer::fail("another value");
                              a.join();
                            },
                            few});

const Registration async({"async_returns_its_result", FindingKind::none,
                          [] {
                            auto result = std::async(std::launch::async, [] { return 7; });
                            if (result.get() != 7) explorer::fail("another value");
                          },
                          few});

const Registration exception({"an_exception_crosses_threads", FindingKind::none,
                              [] {
                                std::packaged_task<int()> task(
                                    []() -> int { throw std::runtime_error("no"); });
                                std::future<int> result = task.get_future();
                                std::thread a(std::move(task));
                                try {
                                  result.get();
                                  explorer::fail("nothing was thrown");
                                } catch (const std::runtime_error&) {
                                }
                                a.join();
                              },
                              few});

const Registration shared_future({"a_shared_future_serves_two", FindingKind::none,
                                  [] {
                                    std::promise<int> promise;
                                    const std::shared_future<int> future =
                                        promise.get_future().share();
                                    std::thread a([future] {
                                      if (future.get() != 7) explorer::fail("another value");
                                    });
                                    promise.set_value(7);
                                    if (future.get() != 7) explorer::fail("another value");
                                    a.join();
                                  },
                                  few});

const Registration future_timeout({"a_future_times_out_in_virtual_time", FindingKind::none, [] {
                                     std::promise<int> promise;
                                     const std::future<int> future = promise.get_future();
                                     const auto begin = std::chrono::steady_clock::now();
                                     if (future.wait_for(24h) != std::future_status::timeout) {
                                       explorer::fail("nothing was promised");
                                     }
                                     if (std::chrono::steady_clock::now() - begin < 24h) {
                                       explorer::fail("timed out too early");
                                     }
                                   }});

const Registration unkept({"a_promise_never_kept_is_a_deadlock", FindingKind::deadlock, [] {
                             std::promise<int> promise;
                             promise.get_future().wait();
                           }});

// Has a destructor of its own, which is code under test.
class Refusal : public std::runtime_error {
 public:
  Refusal() : std::runtime_error("refused"), reason_(40, 'x') {}
  [[nodiscard]] const std::string& reason() const { return reason_; }

 private:
  std::string reason_;
};

const Registration last_reference({"the_last_of_two_threads_destroys_their_exception",
                                   FindingKind::none,
                                   [] {
                                     std::packaged_task<void()> task([] { throw Refusal(); });
                                     std::future<void> result = task.get_future();
                                     std::thread a([work = std::move(task)]() mutable {
                                       work();
                                       work = {};
                                     });
                                     try {
                                       result.get();
                                     } catch (const Refusal& refusal) {
                                       if (refusal.reason().size() != 40) {
                                         explorer::fail("changed");
                                       }
                                     }
                                     result = {};
                                     a.join();
                                   },
                                   few});

const Registration written_exception({"an_exception_shared_by_threads_races_like_any_object",
                                      FindingKind::data_race, [] {
                                        const std::exception_ptr shared =
                                            std::make_exception_ptr(1);
                                        const auto change = [shared] {
                                          try {
                                            std::rethrow_exception(shared);
                                          } catch (int& value) {
                                            value = 2;
                                            std::this_thread::yield();
                                          }
                                        };
                                        std::thread a(change);
                                        change();
                                        a.join();
                                      }});

}  // namespace
