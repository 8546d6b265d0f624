// expect: busy_wait in waiting_costs_nothing
//
// Who took "lock-free" for "fast". Every count is right; every waiter keeps a core busy for as
// long as it waits.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <limits>
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
    while (!try_acquire()) {
    }
  }

  [[nodiscard]] bool try_acquire() {
    std::ptrdiff_t seen = count_.load();
    while (seen > 0) {
      if (count_.compare_exchange_weak(seen, seen - 1)) return true;
    }
    return false;
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
    std::ptrdiff_t seen = count_.load();
    do {
      if (n > max_ - seen) throw std::overflow_error("Semaphore::release");
    } while (!count_.compare_exchange_weak(seen, seen + n));
  }

  [[nodiscard]] std::ptrdiff_t available() const { return count_.load(); }

 private:
  using Seconds = std::chrono::duration<long double>;  // Any duration fits.

  template <class Left>
  bool wait(Left left) {
    while (!try_acquire()) {
      if (left() <= Seconds(0)) return try_acquire();
    }
    return true;
  }

  std::atomic<std::ptrdiff_t> count_;
  const std::ptrdiff_t max_;
};

}  // namespace kata
