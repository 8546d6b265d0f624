// Stop tokens, stop callbacks and jthreads.
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>

#include "explorer/controls.h"
#include "scenario.h"

namespace {

using namespace std::chrono_literals;
using explorer::FindingKind;
using selftest::Registration;

void fewer_steps(explorer::Options& options) { options.step_limit = 2'000; }

struct Mailbox {
  std::mutex mutex;
  std::condition_variable_any arrived;
  bool full = false;
};

// Stops a thread that waits for mail; `kTakes` says whether it believes that there is some then.
template <bool kTakes>
void stop_a_waiter() {
  Mailbox box;
  std::jthread reader([&](const std::stop_token& token) {
    std::unique_lock lock(box.mutex);
    const bool got = box.arrived.wait(lock, token, [&] { return box.full; });
    if ((kTakes || got) && !box.full) explorer::fail("took mail that is not there");
  });
  reader.request_stop();
}

const Registration stopped({"a_stop_request_ends_a_wait_without_what_it_waits_for",
                            FindingKind::none, stop_a_waiter<false>});
const Registration believed({"a_wait_ended_by_a_stop_request_has_nothing",
                             FindingKind::wrong_result, stop_a_waiter<true>});

const Registration deaf({"a_wait_without_the_token_is_not_stopped", FindingKind::deadlock, [] {
                           Mailbox box;
                           const std::jthread reader([&](const std::stop_token&) {
                             std::unique_lock lock(box.mutex);
                             box.arrived.wait(lock, [&] { return box.full; });
                           });
                         }});

const Registration unstoppable({"a_jthread_that_never_looks_at_its_token_does_not_end",
                                FindingKind::busy_wait,
                                [] {
                                  const std::jthread ticker([](const std::stop_token&) {
                                    for (;;) std::this_thread::sleep_for(1s);
                                  });
                                },
                                fewer_steps});

const Registration stoppable({"a_jthread_that_looks_at_its_token_between_sleeps_ends",
                              FindingKind::none, [] {
                                const std::jthread ticker([](const std::stop_token& token) {
                                  while (!token.stop_requested()) std::this_thread::sleep_for(1s);
                                });
                              }});

const Registration under_lock({"a_callback_that_wants_the_lock_of_the_requester_deadlocks",
                               FindingKind::deadlock, [] {
                                 std::mutex mutex;
                                 std::stop_source source;
                                 const std::stop_callback callback(source.get_token(), [&] {
                                   const std::lock_guard lock(mutex);
                                 });
                                 const std::lock_guard lock(mutex);
                                 source.request_stop();
                               }});

// Removes a callback while another thread may be running it.
template <bool kUnderLock>
void remove_a_callback() {
  std::mutex mutex;
  std::stop_source source;
  std::atomic<bool> inside{false};
  std::optional<std::stop_callback<std::function<void()>>> callback;
  callback.emplace(source.get_token(), [&] {
    inside = true;
    const std::lock_guard lock(mutex);
    inside = false;
  });
  std::thread requester([&] { source.request_stop(); });
  if (kUnderLock) mutex.lock();
  callback.reset();
  if (inside) explorer::fail("the callback outlived its removal");
  if (kUnderLock) mutex.unlock();
  requester.join();
}

const Registration removed({"removing_a_callback_waits_until_it_has_run", FindingKind::none,
                            remove_a_callback<false>});
const Registration removed_locked({"removing_a_callback_under_a_lock_that_it_wants_deadlocks",
                                   FindingKind::deadlock, remove_a_callback<true>});

const Registration from_within({"a_callback_may_remove_itself", FindingKind::none, [] {
                                  std::stop_source source;
                                  std::optional<std::stop_callback<std::function<void()>>> callback;
                                  int calls = 0;
                                  callback.emplace(source.get_token(), [&] {
                                    ++calls;
                                    callback.reset();
                                  });
                                  source.request_stop();
                                  if (calls != 1) explorer::fail("not called once");
                                }});

const Registration reckless({"a_callback_that_touches_what_is_gone_is_found",
                             FindingKind::use_after_free, [] {
                               std::stop_source source;
                               int* calls = new int(0);
                               const std::stop_callback callback(source.get_token(),
                                                                 [calls] { ++*calls; });
                               std::thread requester([&] { source.request_stop(); });
                               delete calls;
                               requester.join();
                             }});

}  // namespace
