// expect: wrong_result in full_is_full
//
// Room for n permits is looked for under the lock and used one permit at a time, under the lock
// again. Two of these share what was there for one: the second runs out of room half way, throws,
// and has changed something all the same.
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
    if (n > max_ - available()) throw std::overflow_error("Semaphore::release");
    for (; n > 0; --n) release_one();
  }

  [[nodiscard]] std::ptrdiff_t available() const {
    std::lock_guard lock(mutex_);
    return count_;
  }

 private:
  using Seconds = std::chrono::duration<long double>;  // Any duration fits.

  void release_one() {
    std::lock_guard lock(mutex_);
    if (count_ == max_) throw std::overflow_error("Semaphore::release");
    ++count_;
    changed_.notify_one();
  }

  template <class Left>
  bool wait(Left left) {
    std::unique_lock lock(mutex_);
    while (count_ == 0) {
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
