// expect: crash in runs_what_it_is_given (known limit: explorer only)
//
// Looks at the first task, runs it, and takes it out of the queue when it is done, so that
// nothing is lost if it fails. Meanwhile it is still the first, and another worker runs it too.
#pragma once

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <system_error>
#include <thread>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace kata {

enum class RejectionPolicy : std::uint8_t { abort, caller_runs, discard, discard_oldest };

class RejectedExecution : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class ThreadPool {
 public:
  using RejectionHandler = std::function<void(RejectionPolicy applied)>;

  ThreadPool(std::size_t workers, std::size_t queue_capacity,
             RejectionPolicy policy = RejectionPolicy::abort, RejectionHandler on_rejected = {})
      : capacity_(queue_capacity), policy_(policy), on_rejected_(std::move(on_rejected)) {
    if (workers == 0) throw std::invalid_argument("ThreadPool: no workers");
    if (queue_capacity == 0) throw std::invalid_argument("ThreadPool: no queue");
    try {
      for (std::size_t i = 0; i < workers; ++i) {
        threads_.emplace_back([this] { work(); });
      }
    } catch (const std::system_error&) {
      join_all();
      throw;
    }
  }

  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;
  ~ThreadPool() { join_all(); }

  template <class F, class... Args>
  std::future<std::invoke_result_t<std::decay_t<F>, std::decay_t<Args>...>> submit(F&& f,
                                                                                   Args&&... args) {
    using Result = std::invoke_result_t<std::decay_t<F>, std::decay_t<Args>...>;
    auto task = std::make_shared<std::packaged_task<Result(bool)>>(
        [call = std::make_tuple(std::decay_t<F>(std::forward<F>(f)),
                                std::decay_t<Args>(std::forward<Args>(args))...)](
            bool cancelled) mutable -> Result {
          if (cancelled) throw RejectedExecution("discarded");
          return std::apply(
              [](auto&&... parts) -> Result {
                return std::invoke(std::forward<decltype(parts)>(parts)...);
              },
              std::move(call));
        });
    std::future<Result> future = task->get_future();
    place([task = std::move(task)](bool cancelled) { (*task)(cancelled); });
    return future;
  }

  void shutdown() {
    std::lock_guard lock(mutex_);
    stopping_ = true;
    changed_.notify_all();
  }

  [[nodiscard]] std::vector<std::function<void()>> shutdown_now() {
    std::vector<std::function<void()>> left;
    std::lock_guard lock(mutex_);
    stopping_ = true;
    changed_.notify_all();
    while (!queue_.empty()) {
      left.push_back([task = std::move(queue_.front())] { task(false); });
      queue_.pop_front();
    }
    return left;
  }

  template <class Rep, class Period>
  [[nodiscard]] bool await_termination(const std::chrono::duration<Rep, Period>& timeout) {
    const auto over = [this] { return stopping_ && queue_.empty() && active_ == 0; };
    std::unique_lock lock(mutex_);
    // In pieces of a day, so that no sum overflows.
    const auto start = std::chrono::steady_clock::now();
    using Seconds = std::chrono::duration<double>;
    constexpr Seconds kDay = std::chrono::hours(24);
    for (;;) {
      const Seconds left = Seconds(timeout) - (std::chrono::steady_clock::now() - start);
      if (over()) return true;
      if (left <= Seconds(0)) return false;
      changed_.wait_for(lock, std::min(left, kDay), over);
    }
  }

  [[nodiscard]] std::size_t queued() const {
    std::lock_guard lock(mutex_);
    return queue_.size();
  }

  [[nodiscard]] std::uint64_t rejected() const {
    std::lock_guard lock(mutex_);
    return rejected_;
  }

 private:
  using Task = std::function<void(bool cancelled)>;

  void place(Task task) {
    RejectionPolicy applied = policy_;
    {
      std::lock_guard lock(mutex_);
      if (!stopping_ && queue_.size() < capacity_) {
        queue_.push_back(std::move(task));
        changed_.notify_all();
        return;
      }
      ++rejected_;
      if (stopping_) {
        applied = RejectionPolicy::abort;
      } else if (policy_ == RejectionPolicy::discard_oldest) {
        std::swap(task, queue_.front());
        queue_.push_back(std::move(queue_.front()));
        queue_.pop_front();
      }
    }
    if (on_rejected_) on_rejected_(applied);
    if (applied == RejectionPolicy::abort) throw RejectedExecution("the pool takes no more");
    task(applied != RejectionPolicy::caller_runs);
  }

  void work() {
    std::unique_lock lock(mutex_);
    while (true) {
      while (queue_.empty() && !stopping_) changed_.wait(lock);
      if (queue_.empty()) break;
      Task task = queue_.front();
      ++active_;
      lock.unlock();
      task(false);
      task = nullptr;
      lock.lock();
      if (!queue_.empty()) queue_.pop_front();
      --active_;
      changed_.notify_all();
    }
  }

  void join_all() {
    shutdown();
    for (auto& thread : threads_) thread.join();
  }

  const std::size_t capacity_;
  const RejectionPolicy policy_;
  const RejectionHandler on_rejected_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Task> queue_;
  std::size_t active_ = 0;
  std::uint64_t rejected_ = 0;
  bool stopping_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace kata
