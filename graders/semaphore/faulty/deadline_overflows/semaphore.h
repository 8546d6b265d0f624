// expect: wrong_result in longest_times_wait
//
// Who adds now and the timeout and never asks whether the sum exists. "As long as it takes",
// written as duration::max(), becomes a moment in the distant past and the call gives up at once.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <limits>
#include <mutex>
#include <stdexcept>

namespace kata {

class Semaphore {
 public:
  explicit Semaphore(std::ptrdiff_t permits,
                     std::ptrdiff_t max = std::numeric_limits<std::ptrdiff_t>::max())
      : count_(permits), max_(max) {
    if (permits < 0 || max < 1 || permits > max) throw std::invalid_argument("Semaphore");
  }

  Semaphore(const Semaphore&) = delete;
  Semaphore& operator=(const Semaphore&) = delete;

  void acquire() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return count_ > 0; });
    --count_;
  }

  [[nodiscard]] bool try_acquire() {
    std::lock_guard lock(mutex_);
    if (count_ == 0) return false;
    --count_;
    return true;
  }

  template <class Rep, class Period>
  [[nodiscard]] bool try_acquire_for(const std::chrono::duration<Rep, Period>& timeout) {
    return try_acquire_until(std::chrono::steady_clock::now() + timeout);
  }

  template <class Clock, class Duration>
  [[nodiscard]] bool try_acquire_until(const std::chrono::time_point<Clock, Duration>& deadline) {
    std::unique_lock lock(mutex_);
    if (!changed_.wait_until(lock, deadline, [this] { return count_ > 0; })) return false;
    --count_;
    return true;
  }

  void release(std::ptrdiff_t n = 1) {
    if (n < 0) throw std::invalid_argument("Semaphore::release");
    std::lock_guard lock(mutex_);
    if (n > max_ - count_) throw std::overflow_error("Semaphore::release");
    count_ += n;
    if (n == 1) {
      changed_.notify_one();
    } else {
      changed_.notify_all();
    }
  }

  [[nodiscard]] std::ptrdiff_t available() const {
    std::lock_guard lock(mutex_);
    return count_;
  }

 private:
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::ptrdiff_t count_;
  const std::ptrdiff_t max_;
};

}  // namespace kata
