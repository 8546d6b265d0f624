// expect: data_race in never_admits_more
//
// Whoever knows counters but not memory models: a plain integer that everybody changes, and a
// polite yield while it is zero. Two threads can read the same 1 and both go in; the compiler may
// keep the counter in a register for good.
#pragma once

#include <chrono>
#include <cstddef>
#include <limits>
#include <stdexcept>
#include <thread>

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
    while (count_ <= 0) std::this_thread::yield();
    --count_;
  }

  [[nodiscard]] bool try_acquire() {
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
    if (n > max_ - count_) throw std::overflow_error("Semaphore::release");
    count_ += n;
  }

  [[nodiscard]] std::ptrdiff_t available() const { return count_; }

 private:
  using Seconds = std::chrono::duration<long double>;  // Any duration fits.

  template <class Left>
  bool wait(Left left) {
    while (!try_acquire()) {
      if (left() <= Seconds(0)) return false;
      std::this_thread::yield();
    }
    return true;
  }

  std::ptrdiff_t count_;
  const std::ptrdiff_t max_;
};

}  // namespace kata
