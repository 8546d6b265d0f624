// accept: core robust senior
//
// Style: nothing is shared by pointer. A pool that is destroyed by its own worker does there what
// is still to be done, and leaves word on that worker's stack that the pool is gone.
#pragma once

#include <atomic>
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

enum class RejectionPolicy : std::uint8_t {
  abort,
  caller_runs,
  discard,
  discard_oldest,
};

class RejectedExecution : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class ThreadPool {
 public:
  using RejectionHandler = std::function<void(RejectionPolicy applied)>;

  ThreadPool(std::size_t workers, std::size_t queue_capacity,
             RejectionPolicy policy = RejectionPolicy::abort, RejectionHandler on_rejected = {})
      : state_(&here_) {
    if (workers == 0 || queue_capacity == 0)
      throw std::invalid_argument("ThreadPool: nothing to work with");
    state_->capacity = queue_capacity;
    state_->policy = policy;
    state_->handler = std::move(on_rejected);
    try {
      threads_.reserve(workers);
      for (std::size_t i = 0; i < workers; ++i) {
        threads_.emplace_back([s = state_] { work(*s); });
      }
    } catch (...) {
      stop();
      join();
      throw;
    }
  }

  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;
  ~ThreadPool() {
    stop();
    if (mine == state_) {
      for (;;) {
        std::shared_ptr<Task> task;
        {
          std::lock_guard lock(here_.mutex);
          if (here_.queue.empty()) break;
          task = std::move(here_.queue.front());
          here_.queue.pop_front();
        }
        task->run();
      }
      *my_end = true;
    }
    join();
  }

  template <class F, class... Args>
  std::future<std::invoke_result_t<std::decay_t<F>, std::decay_t<Args>...>> submit(F&& f,
                                                                                   Args&&... args) {
    using R = std::invoke_result_t<std::decay_t<F>, std::decay_t<Args>...>;
    auto task = std::make_shared<Job<R, std::decay_t<F>, std::decay_t<Args>...>>(
        std::forward<F>(f), std::forward<Args>(args)...);
    auto future = task->promise.get_future();
    State* s = state_;
    std::shared_ptr<Task> victim;
    RejectionPolicy applied = s->policy;
    {
      std::unique_lock lock(s->mutex);
      if (s->stopping) {
        applied = RejectionPolicy::abort;
        ++s->rejected;
      } else if (s->queue.size() < s->capacity) {
        s->queue.push_back(std::move(task));
        s->work.notify_one();
        return future;
      } else {
        ++s->rejected;
        if (applied == RejectionPolicy::discard_oldest) {
          victim = std::move(s->queue.front());
          s->queue.pop_front();
          s->queue.push_back(std::move(task));
        } else if (applied == RejectionPolicy::caller_runs) {
          ++s->running;
        }
      }
    }
    if (s->handler) s->handler(applied);
    switch (applied) {
      case RejectionPolicy::abort:
        throw RejectedExecution("ThreadPool: refused");
      case RejectionPolicy::caller_runs:
        task->run();
        task.reset();
        done(*s);
        break;
      case RejectionPolicy::discard:
        task->drop();
        break;
      case RejectionPolicy::discard_oldest:
        victim->drop();
        break;
    }
    return future;
  }

  void shutdown() { stop(); }

  [[nodiscard]] std::vector<std::function<void()>> shutdown_now() {
    std::deque<std::shared_ptr<Task>> rest;
    {
      std::lock_guard lock(state_->mutex);
      state_->stopping = true;
      rest.swap(state_->queue);
      state_->work.notify_all();
      if (state_->over()) state_->ended.notify_all();
    }
    std::vector<std::function<void()>> out;
    out.reserve(rest.size());
    for (auto& t : rest) {
      out.emplace_back([t = std::move(t)] { t->run(); });
    }
    return out;
  }

  template <class Rep, class Period>
  [[nodiscard]] bool await_termination(const std::chrono::duration<Rep, Period>& timeout) {
    State* s = state_;
    std::unique_lock lock(s->mutex);
    using Seconds = std::chrono::duration<long double>;
    if (Seconds(timeout) > Seconds(std::chrono::hours(24 * 365))) {
      s->ended.wait(lock, [&] { return s->over(); });
      return true;
    }
    if (!(Seconds(timeout) > Seconds(0))) return s->over();
    const auto deadline =
        std::chrono::steady_clock::now() + std::chrono::ceil<std::chrono::nanoseconds>(timeout);
    return s->ended.wait_until(lock, deadline, [&] { return s->over(); });
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
  struct Task {
    virtual ~Task() = default;
    virtual void run() = 0;
    virtual void drop() = 0;
  };
  template <class R, class F, class... A>
  struct Job : Task {
    template <class G, class... B>
    explicit Job(G&& g, B&&... b)
        : call(std::in_place, std::forward<G>(g), std::forward<B>(b)...) {}
    ~Job() override {
      if (call) drop();
    }
    void run() override {
      if (!call) return;
      auto go = [this]() -> R {
        return std::apply(
            [](F& f, A&... a) -> R { return std::invoke(std::move(f), std::move(a)...); }, *call);
      };
      if constexpr (std::is_void_v<R>) {
        try {
          go();
        } catch (...) {
          call.reset();
          promise.set_exception(std::current_exception());
          return;
        }
        call.reset();
        promise.set_value();
      } else if constexpr (std::is_reference_v<R>) {
        std::remove_reference_t<R>* result = nullptr;
        try {
          R r = go();
          result = &r;
        } catch (...) {
          call.reset();
          promise.set_exception(std::current_exception());
          return;
        }
        call.reset();
        promise.set_value(static_cast<R>(*result));
      } else {
        std::optional<R> result;
        try {
          result.emplace(go());
        } catch (...) {
          call.reset();
          promise.set_exception(std::current_exception());
          return;
        }
        call.reset();
        try {
          promise.set_value(std::move(*result));
        } catch (...) {
          promise.set_exception(std::current_exception());
        }
      }
    }
    void drop() override {
      call.reset();
      promise.set_exception(std::make_exception_ptr(RejectedExecution("ThreadPool: discarded")));
    }
    std::optional<std::tuple<F, A...>> call;
    std::promise<R> promise;
  };
  struct State {
    std::mutex mutex;
    std::condition_variable work;
    std::condition_variable ended;
    std::deque<std::shared_ptr<Task>> queue;
    std::size_t capacity = 0;
    std::size_t running = 0;
    std::uint64_t rejected = 0;
    bool stopping = false;
    RejectionPolicy policy = RejectionPolicy::abort;
    RejectionHandler handler;
    [[nodiscard]] bool over() const { return stopping && queue.empty() && running == 0; }
  };

  static void done(State& s) {
    std::lock_guard lock(s.mutex);
    --s.running;
    if (s.over()) s.ended.notify_all();
  }

  static inline thread_local State* mine = nullptr;
  static inline thread_local bool* my_end = nullptr;
  static void work(State& s) {
    bool gone = false;
    mine = &s;
    my_end = &gone;
    for (;;) {
      std::shared_ptr<Task> task;
      {
        std::unique_lock lock(s.mutex);
        s.work.wait(lock, [&] { return s.stopping || !s.queue.empty(); });
        if (s.queue.empty()) return;
        task = std::move(s.queue.front());
        s.queue.pop_front();
        ++s.running;
      }
      task->run();
      task.reset();
      if (gone) return;
      done(s);
    }
  }

  void stop() {
    std::lock_guard lock(state_->mutex);
    state_->stopping = true;
    state_->work.notify_all();
    if (state_->over()) state_->ended.notify_all();
  }

  void join() {
    for (auto& t : threads_) {
      if (t.get_id() == std::this_thread::get_id()) {
        t.detach();
      } else if (t.joinable()) {
        t.join();
      }
    }
  }

  State here_;
  State* state_;
  std::vector<std::thread> threads_;
};

}  // namespace kata
