// accept: core robust senior
//
// No condition variable at all: idle workers wait on an atomic that every change of what they could
// be interested in increments, and who awaits the end waits on another one. The lock is held for a
// few instructions at a time.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <optional>
#include <queue>
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
      : capacity_(queue_capacity), policy_(policy), on_rejected_(std::move(on_rejected)) {
    if (workers == 0 || queue_capacity == 0) throw std::invalid_argument("ThreadPool: nothing");
    try {
      while (threads_.size() < workers) threads_.emplace_back(&Core::work, core_);
    } catch (...) {
      stop_and_join();
      throw;
    }
  }

  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;
  ~ThreadPool() { stop_and_join(); }

  template <class F, class... Args>
  std::future<std::invoke_result_t<std::decay_t<F>, std::decay_t<Args>...>> submit(F&& f,
                                                                                   Args&&... args) {
    using Result = std::invoke_result_t<std::decay_t<F>, std::decay_t<Args>...>;
    using Call = std::tuple<std::decay_t<F>, std::decay_t<Args>...>;
    auto task =
        std::make_shared<Both<Result, Call>>(Call(std::forward<F>(f), std::forward<Args>(args)...));
    std::future<Result> future = task->promise.get_future();
    decide(std::move(task));
    return future;
  }

  void shutdown() { core_->stop(nullptr); }

  [[nodiscard]] std::vector<std::function<void()>> shutdown_now() {
    std::queue<Task> taken;
    core_->stop(&taken);
    std::vector<std::function<void()>> left;
    for (; !taken.empty(); taken.pop()) {
      left.emplace_back([task = std::move(taken.front())] { task->run(); });
    }
    return left;
  }

  template <class Rep, class Period>
  [[nodiscard]] bool await_termination(const std::chrono::duration<Rep, Period>& timeout) {
    using Length = std::chrono::duration<long double>;
    const auto start = std::chrono::steady_clock::now();
    std::unique_lock lock(core_->mutex);
    while (!core_->over()) {
      const Length left = Length(timeout) - (std::chrono::steady_clock::now() - start);
      if (left <= Length(0)) return false;
      core_->end.wait_for(lock, std::min<Length>(left, std::chrono::hours(1)));
    }
    return true;
  }

  [[nodiscard]] std::size_t queued() const {
    const std::scoped_lock lock(core_->mutex);
    return core_->queue.size();
  }

  [[nodiscard]] std::uint64_t rejected() const { return rejected_.load(); }

 private:
  struct Runnable {
    Runnable() = default;
    Runnable(const Runnable&) = delete;
    Runnable& operator=(const Runnable&) = delete;
    virtual ~Runnable() = default;
    virtual void run() = 0;
    virtual void refuse() = 0;
  };
  using Task = std::shared_ptr<Runnable>;

  template <class Result, class Call>
  struct Both final : Runnable {
    explicit Both(Call made) : call(std::move(made)) {}

    void run() override {
      try {
        Call mine = *std::exchange(call, std::nullopt);
        if constexpr (std::is_void_v<Result>) {
          std::apply(kInvoke, std::move(mine));
          promise.set_value();
        } else {
          promise.set_value(std::apply(kInvoke, std::move(mine)));
        }
      } catch (...) {
        promise.set_exception(std::current_exception());
      }
    }

    void refuse() override {
      call.reset();
      promise.set_exception(std::make_exception_ptr(RejectedExecution("dropped")));
    }

    static constexpr auto kInvoke = [](auto&&... parts) -> Result {
      return std::invoke(std::forward<decltype(parts)>(parts)...);
    };
    std::optional<Call> call;
    std::promise<Result> promise;
  };

  struct Core {
    std::mutex mutex;
    std::condition_variable end;
    std::queue<Task> queue;
    std::size_t busy = 0;
    bool stopping = false;
    std::atomic<std::uint32_t> changes{0};  // Incremented under the mutex.

    [[nodiscard]] bool over() const { return stopping && queue.empty() && busy == 0; }

    void stop(std::queue<Task>* take) {
      {
        const std::scoped_lock lock(mutex);
        stopping = true;
        if (take != nullptr) take->swap(queue);
        if (over()) end.notify_all();
        ++changes;
      }
      changes.notify_all();
    }

    static void work(const std::shared_ptr<Core>& self) {
      for (;;) {
        Task task;
        std::uint32_t seen = 0;
        {
          const std::scoped_lock lock(self->mutex);
          seen = self->changes.load();
          if (!self->queue.empty()) {
            task = std::move(self->queue.front());
            self->queue.pop();
            ++self->busy;
          } else if (self->stopping) {
            return;
          }
        }
        if (!task) {
          self->changes.wait(seen);
          continue;
        }
        task->run();
        task.reset();
        const std::scoped_lock lock(self->mutex);
        --self->busy;
        if (self->over()) self->end.notify_all();
      }
    }
  };

  void decide(Task task) {
    RejectionPolicy applied = policy_;
    {
      const std::scoped_lock lock(core_->mutex);
      if (core_->stopping) {
        applied = RejectionPolicy::abort;
      } else if (core_->queue.size() < capacity_ || applied == RejectionPolicy::discard_oldest) {
        core_->queue.push(std::move(task));
        ++core_->changes;
        if (core_->queue.size() > capacity_) {
          task = std::move(core_->queue.front());
          core_->queue.pop();
        }
      }
    }
    if (!task) return core_->changes.notify_one();
    ++rejected_;
    if (on_rejected_) on_rejected_(applied);
    if (applied == RejectionPolicy::abort) throw RejectedExecution("refused");
    if (applied == RejectionPolicy::caller_runs) {
      task->run();
    } else {
      task->refuse();
    }
  }

  void stop_and_join() {
    shutdown();
    for (std::thread& thread : threads_) {
      if (thread.get_id() == std::this_thread::get_id()) {
        thread.detach();
      } else {
        thread.join();
      }
    }
  }

  const std::size_t capacity_;
  const RejectionPolicy policy_;
  const RejectionHandler on_rejected_;
  std::atomic<std::uint64_t> rejected_{0};
  std::shared_ptr<Core> core_ = std::make_shared<Core>();
  std::vector<std::thread> threads_;
};

}  // namespace kata
