// accept: core robust
//
// C++20 throughout: jthreads whose stop token ends the waits, a move-only wrapper for tasks, a
// condition_variable_any. The number of workers still there says when it is over. A jthread cannot
// join itself, so the pool must not be destroyed by a task.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <future>
#include <list>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <stop_token>
#include <thread>
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
    if (workers < 1 || queue_capacity < 1) throw std::invalid_argument("ThreadPool");
    alive_ = workers;
    // If one cannot be started, the vector's destructor stops and joins those before it.
    for (std::size_t i = 0; i < workers; ++i) {
      workers_.emplace_back([this](const std::stop_token& stop) { work(stop); });
    }
  }

  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;
  ~ThreadPool() { shutdown(); }

  template <class F, class... Args>
  std::future<std::invoke_result_t<std::decay_t<F>, std::decay_t<Args>...>> submit(F&& f,
                                                                                   Args&&... args) {
    using Result = std::invoke_result_t<std::decay_t<F>, std::decay_t<Args>...>;
    std::promise<Result> promise;
    std::future<Result> future = promise.get_future();
    auto call = [f = std::decay_t<F>(std::forward<F>(f)),
                 ... args = std::decay_t<Args>(std::forward<Args>(args))]() mutable -> Result {
      return std::invoke(std::move(f), std::move(args)...);
    };
    admit(std::make_unique<TaskOf<decltype(call), Result>>(std::move(call), std::move(promise)));
    return future;
  }

  void shutdown() {
    {
      std::lock_guard lock(mutex_);
      open_ = false;
    }
    for (std::jthread& worker : workers_) worker.request_stop();
  }

  [[nodiscard]] std::vector<std::function<void()>> shutdown_now() {
    std::list<std::shared_ptr<Task>> taken;
    {
      std::lock_guard lock(mutex_);
      open_ = false;
      taken.swap(waiting_);
    }
    shutdown();
    std::vector<std::function<void()>> left;
    for (auto& task : taken) left.emplace_back([task] { task->finish(nullptr); });
    return left;
  }

  template <class Rep, class Period>
  [[nodiscard]] bool await_termination(const std::chrono::duration<Rep, Period>& timeout) {
    using std::chrono::duration;
    using Clock = std::chrono::steady_clock;
    std::unique_lock lock(mutex_);
    const auto gone = [this] { return alive_ == 0; };
    if (duration<double>(timeout) > duration<double>(std::chrono::hours(24 * 365))) {
      ended_.wait(lock, gone);
      return true;
    }
    if (timeout <= timeout.zero()) return gone();
    return ended_.wait_until(lock, Clock::now() + std::chrono::ceil<Clock::duration>(timeout),
                             gone);
  }

  [[nodiscard]] std::size_t queued() const {
    std::lock_guard lock(mutex_);
    return waiting_.size();
  }

  [[nodiscard]] std::uint64_t rejected() const {
    std::lock_guard lock(mutex_);
    return rejected_;
  }

 private:
  struct Task {
    Task() = default;
    Task(const Task&) = delete;
    Task& operator=(const Task&) = delete;
    virtual ~Task() = default;
    // Runs it, or, given an exception, makes that its outcome.
    virtual void finish(std::exception_ptr instead) = 0;
  };

  template <class Call, class Result>
  struct TaskOf final : Task {
    TaskOf(Call made, std::promise<Result> given)
        : call(std::move(made)), promise(std::move(given)) {}
    void finish(std::exception_ptr instead) override {
      if (instead) return promise.set_exception(std::move(instead));
      try {
        if constexpr (std::is_void_v<Result>) {
          call();
          promise.set_value();
        } else {
          promise.set_value(call());
        }
      } catch (...) {
        promise.set_exception(std::current_exception());
      }
    }
    Call call;
    std::promise<Result> promise;
  };

  void admit(std::shared_ptr<Task> task) {
    std::unique_lock lock(mutex_);
    if (open_ && waiting_.size() < capacity_) {
      waiting_.push_back(std::move(task));
      lock.unlock();
      came_.notify_one();
      return;
    }
    ++rejected_;
    const RejectionPolicy applied = open_ ? policy_ : RejectionPolicy::abort;
    if (applied == RejectionPolicy::discard_oldest) {
      waiting_.push_back(std::move(task));
      task = std::move(waiting_.front());
      waiting_.pop_front();
    }
    lock.unlock();
    if (on_rejected_) on_rejected_(applied);
    const RejectedExecution reason("no room");
    if (applied == RejectionPolicy::abort) throw reason;
    task->finish(applied == RejectionPolicy::caller_runs ? nullptr
                                                         : std::make_exception_ptr(reason));
  }

  void work(const std::stop_token& stop) {
    for (;;) {
      std::shared_ptr<Task> task;
      {
        std::unique_lock lock(mutex_);
        came_.wait(lock, stop, [this] { return !waiting_.empty(); });
        if (waiting_.empty()) {
          if (--alive_ == 0) ended_.notify_all();
          return;
        }
        task = std::move(waiting_.front());
        waiting_.pop_front();
      }
      task->finish(nullptr);
    }
  }

  const std::size_t capacity_;
  const RejectionPolicy policy_;
  const RejectionHandler on_rejected_;
  mutable std::mutex mutex_;
  std::condition_variable_any came_;
  std::condition_variable ended_;
  std::list<std::shared_ptr<Task>> waiting_;
  std::size_t alive_ = 0;
  std::uint64_t rejected_ = 0;
  bool open_ = true;
  std::vector<std::jthread> workers_;  // The last member: joined before the others are destroyed.
};

}  // namespace kata
