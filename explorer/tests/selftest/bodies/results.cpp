// Tasks, shared futures and promises kept at the end of their thread.
#include <condition_variable>
#include <future>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>

#include "explorer/controls.h"
#include "scenario.h"

namespace {

using explorer::FindingKind;
using selftest::Registration;

void few(explorer::Options& options) { options.max_schedules = 300; }

const Registration run_twice({"a_task_run_twice_crashes", FindingKind::crash, [] {
                                std::packaged_task<int()> task([] { return 7; });
                                std::thread a([&] { task(); });
                                a.join();
                                task();
                              }});

const Registration never_run({"a_task_destroyed_unrun_breaks_its_promise",
                              FindingKind::wrong_result, [] {
                                std::future<int> result;
                                std::thread a([&] {
                                  std::packaged_task<int()> task([] { return 7; });
                                  result = task.get_future();
                                });
                                a.join();
                                try {
                                  result.get();
                                } catch (const std::future_error&) {
                                  explorer::fail("nobody ran the task");
                                }
                              }});

// Two threads use the one object that a shared future gives both.
template <bool kWrite>
void share_a_result() {
  std::promise<std::unique_ptr<int>> promise;
  const std::shared_future<std::unique_ptr<int>> result = promise.get_future().share();
  const auto use = [](const std::shared_future<std::unique_ptr<int>>& mine) {
    if (kWrite) {
      ++*mine.get();
    } else if (*mine.get() != 7) {
      explorer::fail("another value");
    }
  };
  std::thread a(use, result);
  promise.set_value(std::make_unique<int>(7));
  use(result);
  a.join();
}

const Registration shared_read({"a_shared_result_may_be_read_by_all", FindingKind::none,
                                share_a_result<false>, few});
const Registration shared_written({"writing_to_a_shared_result_races", FindingKind::data_race,
                                   share_a_result<true>});

struct Note {
  int* place = nullptr;
  ~Note() {
    if (place != nullptr) *place = 7;
  }
};
thread_local Note last_note;

const Registration kept_at_exit({"a_promise_kept_at_the_end_of_its_thread_publishes",
                                 FindingKind::none,
                                 [] {
                                   const auto value = std::make_unique<int>(0);
                                   std::promise<int> promise;
                                   std::future<int> future = promise.get_future();
                                   std::thread a([&] {
                                     last_note.place = value.get();
                                     promise.set_value_at_thread_exit(1);
                                   });
                                   if (future.get() != 1) explorer::fail("another value");
                                   if (*value != 7) explorer::fail("the thread had not ended");
                                   a.join();
                                 },
                                 few});

const Registration task_at_exit({"a_task_made_ready_at_the_end_of_its_thread_publishes",
                                 FindingKind::none,
                                 [] {
                                   std::packaged_task<int()> task([] { return 7; });
                                   std::future<int> future = task.get_future();
                                   std::thread a([&] { task.make_ready_at_thread_exit(); });
                                   if (future.get() != 7) explorer::fail("another value");
                                   a.join();
                                 },
                                 few});

const Registration kept_too_early({"what_follows_a_kept_promise_is_not_published",
                                   FindingKind::data_race, [] {
                                     const auto value = std::make_unique<int>(0);
                                     std::promise<int> promise;
                                     std::future<int> future = promise.get_future();
                                     std::thread a([&] {
                                       promise.set_value(1);
                                       *value = 7;
                                     });
                                     future.get();
                                     if (*value == 1) explorer::fail("nobody wrote that");
                                     a.join();
                                   }});

const Registration notified_at_exit({"a_condvar_may_be_notified_at_the_end_of_a_thread",
                                     FindingKind::none, [] {
                                       std::mutex mutex;
                                       std::condition_variable changed;
                                       bool done = false;
                                       std::thread a([&] {
                                         std::unique_lock lock(mutex);
                                         done = true;
                                         std::notify_all_at_thread_exit(changed, std::move(lock));
                                       });
                                       {
                                         std::unique_lock lock(mutex);
                                         changed.wait(lock, [&] { return done; });
                                       }
                                       a.join();
                                     }});

}  // namespace
