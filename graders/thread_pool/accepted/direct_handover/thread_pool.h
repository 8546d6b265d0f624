// accept: core robust senior
//
// Hand-over: an idle worker lies on a stack with a condition variable of its own, and a submission
// puts the task into its hands. The queue holds tasks only while all workers are busy, so nobody
// ever wakes up to find nothing. Whoever was idle last, and is still warm, works first.
#pragma once

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <future>
#include <iterator>
#include <list>
#include <memory>
#include <mutex>
#include <ratio>
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
      : policy_(policy), on_rejected_(std::move(on_rejected)) {
    if (std::min(workers, queue_capacity) == 0) throw std::invalid_argument("ThreadPool: zero");
    shared_->capacity = queue_capacity;
    workers_.reserve(workers);
    try {
      std::generate_n(std::back_inserter(workers_), workers,
                      [this] { return std::thread([shared = shared_] { shared->work(); }); });
    } catch (...) {
      finish();
      throw;
    }
  }

  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;
  ~ThreadPool() { finish(); }

  template <class F, class... Args>
  std::future<std::invoke_result_t<std::decay_t<F>, std::decay_t<Args>...>> submit(F&& f,
                                                                                   Args&&... args) {
    using Result = std::invoke_result_t<std::decay_t<F>, std::decay_t<Args>...>;
    // Two closures over one call: the one that runs it and the one that gives it up.
    struct Deal {
      std::promise<Result> promise;
      std::tuple<std::decay_t<F>, std::decay_t<Args>...> call;
    };
    auto deal = std::make_unique<Deal>(Deal{{}, {std::forward<F>(f), std::forward<Args>(args)...}});
    auto future = deal->promise.get_future();
    admit(std::make_unique<Closure<Deal, Result>>(std::move(deal)));
    return future;
  }

  void shutdown() { shared_->close(); }

  [[nodiscard]] std::vector<std::function<void()>> shutdown_now() {
    std::vector<std::function<void()>> left;
    for (auto& task : shared_->close_and_take()) {
      left.emplace_back([task = std::shared_ptr(std::move(task))] { task->settle(nullptr); });
    }
    return left;
  }

  template <class Rep, class Period>
  [[nodiscard]] bool await_termination(const std::chrono::duration<Rep, Period>& timeout) {
    const auto years = std::chrono::duration<double, std::ratio<31'556'952>>(timeout).count();
    std::unique_lock lock(shared_->mutex);
    const auto over = [this] { return shared_->is_over(); };
    if (years < 1) {
      return shared_->over.wait_for(lock, std::chrono::ceil<std::chrono::nanoseconds>(timeout),
                                    over);
    }
    shared_->over.wait(lock, over);
    return true;
  }

  [[nodiscard]] std::size_t queued() const {
    std::lock_guard lock(shared_->mutex);
    return shared_->queue.size();
  }

  [[nodiscard]] std::uint64_t rejected() const {
    std::lock_guard lock(shared_->mutex);
    return shared_->rejected;
  }

 private:
  struct Task {
    Task() = default;
    Task(const Task&) = delete;
    Task& operator=(const Task&) = delete;
    virtual ~Task() = default;
    virtual void settle(const char* refusal) = 0;
  };
  using TaskPtr = std::unique_ptr<Task>;

  template <class Deal, class Result>
  struct Closure final : Task {
    explicit Closure(std::unique_ptr<Deal> made) : deal(std::move(made)) {}

    // The promise is moved out of the deal, which is gone before anybody sees a result.
    void settle(const char* refusal) override {
      std::unique_ptr<Deal> mine = std::move(deal);
      std::promise<Result> promise = std::move(mine->promise);
      try {
        if (refusal != nullptr) throw RejectedExecution(refusal);
        const auto invoke = [](auto&&... parts) -> Result {
          return std::invoke(std::forward<decltype(parts)>(parts)...);
        };
        if constexpr (std::is_void_v<Result>) {
          std::apply(invoke, std::move(mine->call));
          mine.reset();
          promise.set_value();
        } else {
          Result result = std::apply(invoke, std::move(mine->call));
          mine.reset();
          promise.set_value(std::forward<Result>(result));
        }
      } catch (...) {
        mine.reset();
        promise.set_exception(std::current_exception());
      }
    }

    std::unique_ptr<Deal> deal;
  };

  // One idle worker, on its own stack.
  struct Hand {
    std::condition_variable filled;
    TaskPtr task;
    bool sent_home = false;
  };

  struct Shared {
    std::mutex mutex;
    std::condition_variable over;
    std::vector<Hand*> idle;  // Not empty only if the queue is.
    std::list<TaskPtr> queue;
    std::size_t capacity = 0;
    std::size_t busy = 0;  // Workers with a task, on its way to them or in execution.
    std::uint64_t rejected = 0;
    bool closed = false;

    [[nodiscard]] bool is_over() const { return closed && queue.empty() && busy == 0; }

    void close() { close_and_take(false); }
    std::list<TaskPtr> close_and_take(bool take = true) {
      std::list<TaskPtr> taken;
      std::lock_guard lock(mutex);
      closed = true;
      if (take) taken.swap(queue);
      for (Hand* hand : idle) {
        hand->sent_home = true;
        hand->filled.notify_one();
      }
      idle.clear();
      if (is_over()) over.notify_all();
      return taken;
    }

    void work() {
      std::unique_lock lock(mutex);
      while (TaskPtr task = next(lock)) {
        lock.unlock();
        task->settle(nullptr);
        task.reset();
        lock.lock();
        --busy;
        if (is_over()) over.notify_all();
      }
    }

    // Requires: `lock` holds the mutex. Nothing: go home.
    TaskPtr next(std::unique_lock<std::mutex>& lock) {
      if (!queue.empty()) {
        TaskPtr task = std::move(queue.front());
        queue.pop_front();
        ++busy;
        return task;
      }
      if (closed) return nullptr;
      Hand hand;
      idle.push_back(&hand);
      hand.filled.wait(lock, [&] { return hand.task != nullptr || hand.sent_home; });
      return std::move(hand.task);
    }
  };

  void admit(TaskPtr task) {
    RejectionPolicy applied = policy_;
    {
      std::lock_guard lock(shared_->mutex);
      if (shared_->closed) {
        applied = RejectionPolicy::abort;
      } else if (!shared_->idle.empty()) {
        Hand* hand = shared_->idle.back();
        shared_->idle.pop_back();
        hand->task = std::move(task);
        hand->filled.notify_one();
        ++shared_->busy;
        return;
      } else if (shared_->queue.size() < shared_->capacity) {
        shared_->queue.push_back(std::move(task));
        return;
      } else if (policy_ == RejectionPolicy::discard_oldest) {
        shared_->queue.push_back(std::move(task));
        task = std::move(shared_->queue.front());
        shared_->queue.pop_front();
      }
      ++shared_->rejected;
    }
    if (on_rejected_) on_rejected_(applied);
    if (applied == RejectionPolicy::abort) throw RejectedExecution("refused");
    task->settle(applied == RejectionPolicy::caller_runs ? nullptr : "discarded");
  }

  void finish() {
    shutdown();
    const auto self = std::this_thread::get_id();
    for (auto& worker : workers_) worker.get_id() == self ? worker.detach() : worker.join();
  }

  const RejectionPolicy policy_;
  const RejectionHandler on_rejected_;
  const std::shared_ptr<Shared> shared_ = std::make_shared<Shared>();
  std::vector<std::thread> workers_;
};

}  // namespace kata
