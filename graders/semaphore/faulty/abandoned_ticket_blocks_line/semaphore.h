// expect: lost_wakeup in who_gives_up_steps_aside
//
// Numbers as at the bakery: "now serving" goes up by one per permit. A waiter whose time is up
// walks away with its number; the permit that should pass it by is called for a number nobody
// holds.
#pragma once

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <mutex>
#include <stdexcept>

namespace kata {

class Semaphore {
 public:
  explicit Semaphore(std::ptrdiff_t permits,
                     std::ptrdiff_t max = std::numeric_limits<std::ptrdiff_t>::max())
      : serving_(static_cast<std::uint64_t>(permits)), max_(max) {
    if (permits < 0 || max < 1 || permits > max) throw std::invalid_argument("Semaphore");
  }

  Semaphore(const Semaphore&) = delete;
  Semaphore& operator=(const Semaphore&) = delete;

  void acquire() {
    std::unique_lock lock(mutex_);
    const std::uint64_t ticket = next_++;
    changed_.wait(lock, [&] { return ticket < serving_; });
  }

  [[nodiscard]] bool try_acquire() {
    std::lock_guard lock(mutex_);
    if (next_ >= serving_) return false;
    ++next_;
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
    if (n > max_ - free()) throw std::overflow_error("Semaphore::release");
    serving_ += static_cast<std::uint64_t>(n);
    changed_.notify_all();
  }

  [[nodiscard]] std::ptrdiff_t available() const {
    std::lock_guard lock(mutex_);
    return free();
  }

 private:
  using Seconds = std::chrono::duration<long double>;  // Any duration fits.

  [[nodiscard]] std::ptrdiff_t free() const {
    return serving_ > next_ ? static_cast<std::ptrdiff_t>(serving_ - next_) : 0;
  }

  template <class Left>
  bool wait(Left left) {
    std::unique_lock lock(mutex_);
    if (next_ >= serving_ && left() <= Seconds(0)) return false;
    const std::uint64_t ticket = next_++;
    while (ticket >= serving_) {
      const Seconds rest = left();
      if (rest <= Seconds(0)) {
        if (ticket + 1 == next_) --next_;  // The last in line can hand its number back.
        return false;
      }
      changed_.wait_for(lock, step(rest));
    }
    return true;
  }

  static std::chrono::nanoseconds step(Seconds rest) {
    return std::chrono::ceil<std::chrono::nanoseconds>(std::min(rest, Seconds(3600)));
  }

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::uint64_t next_ = 0;  // The number the next to come draws.
  std::uint64_t serving_;   // All numbers below it have been called.
  const std::ptrdiff_t max_;
};

}  // namespace kata
