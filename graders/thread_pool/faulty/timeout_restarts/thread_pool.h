// expect: wrong_result in await_termination_tells
//
// Who awaits the end is told of every task's end, and then waits for the full time again. As long
// as tasks come and go, time is never up.
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
#include <optional>
#include <stdexcept>
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
      : capacity_(queue_capacity),
        policy_(policy),
        on_rejected_(std::move(on_rejected)),
        state_(std::make_shared<State>()) {
    if (workers == 0 || queue_capacity == 0) {
      throw std::invalid_argument("ThreadPool: workers and queue_capacity must be positive");
    }
    workers_.reserve(workers);
    try {
      for (std::size_t i = 0; i < workers; ++i) start_worker();
    } catch (...) {
      end_workers();  // No destructor runs for an object that was never complete.
      throw;
    }
  }

  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;
  ~ThreadPool() { end_workers(); }

  template <class F, class... Args>
  std::future<std::invoke_result_t<std::decay_t<F>, std::decay_t<Args>...>> submit(F&& f,
                                                                                   Args&&... args) {
    // Made before the lock is taken: copying runs the caller's code and may throw.
    auto task = std::make_unique<Job<std::decay_t<F>, std::decay_t<Args>...>>(
        std::forward<F>(f), std::forward<Args>(args)...);
    auto future = task->future();
    accept_or_reject(std::move(task));
    return future;
  }

  void shutdown() {
    std::lock_guard lock(state_->mutex);
    state_->stopping = true;
    state_->work.notify_all();
    state_->tell_if_terminated();
  }

  [[nodiscard]] std::vector<std::function<void()>> shutdown_now() {
    std::deque<std::unique_ptr<Task>> taken;
    {
      std::lock_guard lock(state_->mutex);
      state_->stopping = true;
      taken.swap(state_->queue);
      state_->work.notify_all();
      state_->tell_if_terminated();
    }
    std::vector<std::function<void()>> left;
    left.reserve(taken.size());
    for (auto& task : taken) {
      left.emplace_back([task = std::shared_ptr<Task>(std::move(task))] { task->run(); });
    }
    return left;
  }

  template <class Rep, class Period>
  [[nodiscard]] bool await_termination(const std::chrono::duration<Rep, Period>& timeout) {
    using Clock = std::chrono::steady_clock;
    using Wide = std::chrono::duration<long double>;
    constexpr std::chrono::hours kForEver{24 * 365 * 100};
    const auto length =
        std::chrono::ceil<Clock::duration>(std::clamp<Wide>(timeout, Wide(0), Wide(kForEver)));
    std::unique_lock lock(state_->mutex);
    while (!state_->is_terminated()) {
      if (state_->terminated.wait_for(lock, length) == std::cv_status::timeout) {
        return state_->is_terminated();
      }
    }
    return true;
  }

  [[nodiscard]] std::size_t queued() const {
    std::lock_guard lock(state_->mutex);
    return state_->queue.size();
  }

  [[nodiscard]] std::uint64_t rejected() const {
    std::lock_guard lock(state_->mutex);
    return state_->rejected;
  }

 private:
  // What waits in the queue. Destroyed without run() or drop(), it leaves a broken promise, which
  // makes its future ready as well.
  class Task {
   public:
    Task() = default;
    Task(const Task&) = delete;
    Task& operator=(const Task&) = delete;
    virtual ~Task() = default;
    virtual void run() = 0;
    virtual void drop() = 0;  // Never to be run: says so to the future.
  };

  template <class F, class... Args>
  class Job final : public Task {
   public:
    using Result = std::invoke_result_t<F, Args...>;

    template <class... Parts>
    explicit Job(Parts&&... parts) : call_(std::in_place, std::forward<Parts>(parts)...) {}

    std::future<Result> future() { return promise_.get_future(); }

    void run() override {
      // What was captured goes before the promise is kept: whoever sees the result finds it gone.
      try {
        if constexpr (std::is_void_v<Result>) {
          call();
          call_.reset();
          promise_.set_value();
        } else {
          Result result = call();
          call_.reset();
          promise_.set_value(std::forward<Result>(result));
        }
      } catch (...) {
        call_.reset();
        promise_.set_exception(std::current_exception());
      }
    }

    void drop() override {
      call_.reset();
      promise_.set_exception(
          std::make_exception_ptr(RejectedExecution("ThreadPool: the task was discarded")));
    }

   private:
    Result call() {
      return std::apply(
          [](F&& f, Args&&... args) -> Result {
            return std::invoke(std::forward<F>(f), std::forward<Args>(args)...);
          },
          std::move(*call_));
    }

    std::optional<std::tuple<F, Args...>> call_;
    std::promise<Result> promise_;
  };

  struct State {
    std::mutex mutex;
    std::condition_variable work;        // A task has come, or there will be none any more.
    std::condition_variable terminated;  // is_terminated() has become true.
    std::deque<std::unique_ptr<Task>> queue;
    std::size_t running = 0;  // Tasks that have left the queue and are not destroyed yet.
    std::uint64_t rejected = 0;
    bool stopping = false;

    // All of them require the mutex to be held.
    [[nodiscard]] bool is_terminated() const { return stopping && queue.empty() && running == 0; }
    void tell_if_terminated() {
      if (is_terminated()) terminated.notify_all();
    }
  };

  void start_worker() {
    workers_.emplace_back([state = state_] { work(*state); });
  }

  static void work(State& state) {
    std::unique_lock lock(state.mutex);
    for (;;) {
      state.work.wait(lock, [&] { return !state.queue.empty() || state.stopping; });
      if (state.queue.empty()) return;  // Stopping, and this only when all is done.
      std::unique_ptr<Task> task = std::move(state.queue.front());
      state.queue.pop_front();
      ++state.running;
      lock.unlock();
      task->run();
      task.reset();
      lock.lock();
      --state.running;
      state.terminated.notify_all();
    }
  }

  void accept_or_reject(std::unique_ptr<Task> task) {
    RejectionPolicy applied = policy_;
    {
      std::lock_guard lock(state_->mutex);
      if (state_->stopping) {
        applied = RejectionPolicy::abort;
      } else if (state_->queue.size() < capacity_) {
        state_->queue.push_back(std::move(task));
        state_->work.notify_one();
        return;
      } else if (policy_ == RejectionPolicy::discard_oldest) {
        // Nobody is woken: there are as many tasks as before.
        state_->queue.push_back(std::move(task));
        task = std::move(state_->queue.front());
        state_->queue.pop_front();
      }
      ++state_->rejected;
    }
    settle(std::move(task), applied);
  }

  // The end of a task that gets no place in the queue.
  void settle(std::unique_ptr<Task> task, RejectionPolicy applied) {
    if (on_rejected_) on_rejected_(applied);
    switch (applied) {
      case RejectionPolicy::abort:
        task.reset();
        throw RejectedExecution("ThreadPool: the task was refused");
      case RejectionPolicy::caller_runs:
        task->run();
        break;
      case RejectionPolicy::discard:
      case RejectionPolicy::discard_oldest:
        task->drop();
        break;
    }
  }

  void end_workers() {
    shutdown();
    for (std::thread& worker : workers_) {
      // A thread can't join itself. It goes on as it is: nothing it needs belongs to the pool.
      if (worker.get_id() == std::this_thread::get_id()) {
        worker.detach();
      } else {
        worker.join();
      }
    }
  }

  const std::size_t capacity_;
  const RejectionPolicy policy_;
  const RejectionHandler on_rejected_;
  const std::shared_ptr<State> state_;
  std::vector<std::thread> workers_;
};

}  // namespace kata
