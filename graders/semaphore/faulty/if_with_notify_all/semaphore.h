// expect: wrong_result or unguarded_wait in release_lets_a_waiter_go
//
// Who has heard that notify_all is the safe choice, and took it for a replacement of the loop.
// One release wakes all, and all of them go in.
#pragma once

#include <algorithm>
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
    if (count_ <= 0) changed_.wait(lock);
    --count_;
  }

  [[nodiscard]] bool try_acquire() {
    std::lock_guard lock(mutex_);
    if (count_ <= 0) return false;
    --count_;
    return true;
  }

  template <class Rep, class Period>
  [[nodiscard]] bool try_acquire_for(const std::chrono::duration<Rep, Period>& timeout) {
    const auto start = std::chrono::steady_clock::now();
    return wait(
        [&] { return Seconds(timeout) - Seconds(std::chrono::steady_clock::now() - start); });
  }

  template <class Clock, class Duration>
  [[nodiscard]] bool try_acquire_until(const std::chrono::time_point<Clock, Duration>& deadline) {
    return wait([&] {
      return Seconds(deadline.time_since_epoch()) - Seconds(Clock::now().time_since_epoch());
    });
  }

  void release(std::ptrdiff_t n = 1) {
    if (n < 0) throw std::invalid_argument("Semaphore::release");
    std::lock_guard lock(mutex_);
    if (n > max_ - count_) throw std::overflow_error("Semaphore::release");
    count_ += n;
    changed_.notify_all();
  }

  [[nodiscard]] std::ptrdiff_t available() const {
    std::lock_guard lock(mutex_);
    return count_;
  }

 private:
  using Seconds = std::chrono::duration<long double>;  // Any duration fits.

  template <class Left>
  bool wait(Left left) {
    std::unique_lock lock(mutex_);
    while (count_ <= 0) {
      const Seconds rest = left();
      if (rest <= Seconds(0)) return false;
      changed_.wait_for(lock, step(rest));
    }
    --count_;
    return true;
  }

  static std::chrono::nanoseconds step(Seconds rest) {
    return std::chrono::ceil<std::chrono::nanoseconds>(std::min(rest, Seconds(3600)));
  }

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::ptrdiff_t count_;
  const std::ptrdiff_t max_;
};

}  // namespace kata
