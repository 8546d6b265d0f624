#include <pthread.h>

#include <cfenv>
#include <mutex>
#include <stop_token>
#include <thread>
#include <vector>

#include "explorer/controls.h"
#include "scenario.h"

namespace {

using explorer::FindingKind;
using selftest::Registration;

const Registration join_orders({"join_orders_what_the_thread_did", FindingKind::none,
                                [] {
                                  int value = 0;
                                  std::thread a([&] { value = 1; });
                                  a.join();
                                  if (value != 1) explorer::fail("not written");
                                },
                                nullptr, true});

const Registration race({"two_plain_writes_race", FindingKind::data_race, [] {
                           int value = 0;
                           std::thread a([&] { value = 1; });
                           value = 2;
                           a.join();
                         }});

const Registration joining_thread({"jthread_joins_and_stops", FindingKind::none, [] {
                                     bool stopped = false;
                                     {
                                       std::jthread a([&](const std::stop_token& token) {
                                         while (!token.stop_requested()) std::this_thread::yield();
                                         stopped = true;
                                       });
                                     }
                                     if (!stopped) explorer::fail("did not stop");
                                   }});

const Registration stop_callback({"a_stop_callback_runs_once", FindingKind::none, [] {
                                    std::stop_source source;
                                    int calls = 0;
                                    {
                                      std::thread a([&] { source.request_stop(); });
                                      const std::stop_callback callback(source.get_token(),
                                                                        [&] { ++calls; });
                                      a.join();
                                    }
                                    if (calls != 1) explorer::fail("the callback did not run once");
                                  }});

const Registration rounding({"threads_round_as_they_chose_themselves", FindingKind::none,
                             [] {
                               std::mutex mutex;
                               const auto round = [&](int mode) {
                                 std::fesetround(mode);
                                 {
                                   const std::lock_guard lock(mutex);
                                 }
                                 if (std::fegetround() != mode) explorer::fail("rounds otherwise");
                               };
                               std::thread a([&] { round(FE_UPWARD); });
                               round(FE_TONEAREST);
                               a.join();
                             },
                             nullptr, true});

const Registration many({"sixteen_threads_run_and_end", FindingKind::none,
                         [] {
                           std::vector<std::thread> threads;
                           std::vector<std::size_t> values(16);
                           for (std::size_t i = 0; i < 16; ++i) {
                             threads.emplace_back([&values, i] { values[i] = i; });
                           }
                           for (std::thread& thread : threads) thread.join();
                         },
                         [](explorer::Options& o) { o.max_schedules = 200; }});

const Registration nested({"threads_may_start_threads", FindingKind::none, [] {
                             int value = 0;
                             std::thread a([&] {
                               std::thread b([&] { value = 1; });
                               b.join();
                               ++value;
                             });
                             a.join();
                             if (value != 2) explorer::fail("an effect was lost");
                           }});

void* nothing(void*) { return nullptr; }

const Registration never_joined({"a_thread_never_joined_is_a_leak", FindingKind::leak, [] {
                                   pthread_t thread;
                                   pthread_create(&thread, nullptr, nothing, nullptr);
                                 }});

const Registration detached({"a_detached_thread_that_ends_is_no_leak", FindingKind::none,
                             [] { std::thread([] {}).detach(); }});

const Registration detached_forever({"a_detached_thread_left_waiting_is_a_leak", FindingKind::leak,
                                     [] {
                                       pthread_mutex_t* mutex = new pthread_mutex_t;
                                       pthread_mutex_init(mutex, nullptr);
                                       pthread_mutex_lock(mutex);
                                       std::thread([mutex] { pthread_mutex_lock(mutex); }).detach();
                                     }});

const Registration joined_twice({"joining_twice_is_misuse", FindingKind::misuse, [] {
                                   pthread_t thread;
                                   pthread_create(&thread, nullptr, nothing, nullptr);
                                   pthread_join(thread, nullptr);
                                   pthread_join(thread, nullptr);
                                 }});

struct Cleanup {
  bool* ran;
  ~Cleanup() { *ran = true; }
};

void* leave_early(void* ran) {
  const Cleanup cleanup{static_cast<bool*>(ran)};
  pthread_exit(ran);
}

const Registration exits({"pthread_exit_unwinds_and_returns_its_value", FindingKind::none, [] {
                            bool ran = false;
                            pthread_t thread;
                            pthread_create(&thread, nullptr, leave_early, &ran);
                            void* result = nullptr;
                            pthread_join(thread, &result);
                            if (!ran) explorer::fail("the stack was not unwound");
                            if (result != &ran) explorer::fail("the result was lost");
                          }});

const Registration destroyed_running({"destroying_a_joinable_thread_crashes", FindingKind::crash,
                                      [] { const std::thread a([] {}); }});

}  // namespace
