// The test that a careful engineer would ask for in a pull request: what a pool does with a few
// tasks, with too many, and at its end. It is what the grader is compared with, run once and run
// again and again under ThreadSanitizer.
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <functional>
#include <future>
#include <memory>
#include <optional>
#include <stdexcept>
#include <thread>
#include <vector>

#include "thread_pool.h"

namespace {

using kata::RejectedExecution;
using kata::RejectionPolicy;
using kata::ThreadPool;
using namespace std::chrono_literals;

// A pool of one worker, which is busy until told otherwise, and one place in the queue, taken.
class FullPool {
 public:
  explicit FullPool(RejectionPolicy policy, ThreadPool::RejectionHandler handler = {})
      : pool(1, 1, policy, std::move(handler)) {
    std::promise<void> begun;
    running = pool.submit([this, &begun] {
      begun.set_value();
      gate_.get_future().wait();
    });
    begun.get_future().wait();
    waiting = pool.submit([] { return 1; });
  }
  void open() { gate_.set_value(); }

 private:
  std::promise<void> gate_;

 public:
  ThreadPool pool;
  std::future<void> running;
  std::future<int> waiting;
};

TEST(PlainThreadPool, runs_tasks_and_returns_their_results) {
  ThreadPool pool(2, 10);
  auto sum = pool.submit([](int a, int b) { return a + b; }, 2, 3);
  auto moved =
      pool.submit([](std::unique_ptr<int> value) { return *value; }, std::make_unique<int>(7));
  auto failing = pool.submit([]() -> int { throw std::runtime_error("task"); });
  EXPECT_EQ(sum.get(), 5);
  EXPECT_EQ(moved.get(), 7);
  EXPECT_THROW(failing.get(), std::runtime_error);
  EXPECT_EQ(pool.submit([] { return 4; }).get(), 4);
  EXPECT_EQ(pool.rejected(), 0U);
}

TEST(PlainThreadPool, checks_its_arguments) {
  EXPECT_THROW(ThreadPool(0, 1), std::invalid_argument);
  EXPECT_THROW(ThreadPool(1, 0), std::invalid_argument);
}

TEST(PlainThreadPool, works_with_all_of_its_workers) {
  ThreadPool pool(2, 10);
  std::promise<void> first;
  std::promise<void> second;
  auto one = pool.submit([&] {
    first.set_value();
    return second.get_future().wait_for(10s);
  });
  auto two = pool.submit([&] {
    second.set_value();
    return first.get_future().wait_for(10s);
  });
  EXPECT_EQ(one.get(), std::future_status::ready);
  EXPECT_EQ(two.get(), std::future_status::ready);
}

TEST(PlainThreadPool, abort_throws_when_the_queue_is_full) {
  FullPool full(RejectionPolicy::abort);
  EXPECT_EQ(full.pool.queued(), 1U);
  EXPECT_THROW((void)full.pool.submit([] {}), RejectedExecution);
  EXPECT_EQ(full.pool.rejected(), 1U);
  full.open();
  EXPECT_EQ(full.waiting.get(), 1);
}

TEST(PlainThreadPool, the_caller_runs_what_does_not_fit) {
  std::atomic<int> told = 0;
  FullPool full(RejectionPolicy::caller_runs, [&](RejectionPolicy policy) {
    EXPECT_EQ(policy, RejectionPolicy::caller_runs);
    ++told;
  });
  auto where = full.pool.submit([] { return std::this_thread::get_id(); });
  EXPECT_EQ(where.get(), std::this_thread::get_id());
  EXPECT_EQ(told, 1);
  full.open();
}

TEST(PlainThreadPool, discards_what_it_was_told_to_discard) {
  FullPool newest(RejectionPolicy::discard);
  EXPECT_THROW(newest.pool.submit([] {}).get(), RejectedExecution);
  newest.open();
  EXPECT_EQ(newest.waiting.get(), 1);
  FullPool oldest(RejectionPolicy::discard_oldest);
  auto replacement = oldest.pool.submit([] { return 2; });
  EXPECT_THROW(oldest.waiting.get(), RejectedExecution);
  oldest.open();
  EXPECT_EQ(replacement.get(), 2);
}

TEST(PlainThreadPool, finishes_its_work_after_shutdown) {
  ThreadPool pool(2, 100);
  std::atomic<int> done = 0;
  for (int i = 0; i < 20; ++i) (void)pool.submit([&] { ++done; });
  EXPECT_FALSE(pool.await_termination(0ms));
  pool.shutdown();
  pool.shutdown();
  EXPECT_THROW((void)pool.submit([] {}), RejectedExecution);
  EXPECT_TRUE(pool.await_termination(10s));
  EXPECT_EQ(done, 20);
}

TEST(PlainThreadPool, shutdown_now_returns_what_has_not_begun) {
  FullPool full(RejectionPolicy::abort);
  const std::vector<std::function<void()>> rest = full.pool.shutdown_now();
  ASSERT_EQ(rest.size(), 1U);
  rest.front()();
  EXPECT_EQ(full.waiting.get(), 1);
  full.open();
  EXPECT_TRUE(full.pool.await_termination(10s));
}

TEST(PlainThreadPool, its_destructor_finishes_what_was_accepted) {
  std::atomic<int> done = 0;
  {
    ThreadPool pool(2, 100);
    for (int i = 0; i < 50; ++i) (void)pool.submit([&] { ++done; });
  }
  EXPECT_EQ(done, 50);
}

TEST(PlainThreadPool, tasks_submit_tasks) {
  ThreadPool pool(2, 10);
  auto inner = pool.submit([&] { return pool.submit([] { return 3; }); }).get();
  EXPECT_EQ(inner.get(), 3);
}

TEST(PlainThreadPool, loses_nothing_between_several_submitters) {
  constexpr int kEach = 100;
  std::atomic<int> done = 0;
  std::atomic<int> refused = 0;
  ThreadPool pool(2, 8);
  std::vector<std::thread> submitters;
  for (int i = 0; i < 3; ++i) {
    submitters.emplace_back([&] {
      std::vector<std::future<void>> futures;
      for (int n = 0; n < kEach; ++n) {
        try {
          futures.push_back(pool.submit([&] { ++done; }));
        } catch (const RejectedExecution&) {
          ++refused;
        }
        EXPECT_LE(pool.queued(), 8U);
      }
      for (auto& future : futures) future.get();
    });
  }
  for (std::thread& submitter : submitters) submitter.join();
  EXPECT_EQ(done + refused, 3 * kEach);
  EXPECT_EQ(pool.rejected(), static_cast<std::uint64_t>(refused));
}

TEST(PlainThreadPool, several_threads_may_wait_for_the_end) {
  ThreadPool pool(2, 10);
  auto waits = [&] { return pool.await_termination(10s); };
  auto one = std::async(std::launch::async, waits);
  auto two = std::async(std::launch::async, waits);
  (void)pool.submit([] {});
  pool.shutdown();
  EXPECT_TRUE(one.get());
  EXPECT_TRUE(two.get());
}

}  // namespace
