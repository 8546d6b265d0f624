// accept: core robust
// Not senior: whoever's compare-exchange comes first has the permit, and std::atomic has no timed
// wait, so the timed calls look again every now and then.
//
// Style: no mutex. One atomic counter, std::atomic::wait for the untimed path.
#pragma once

#include <algorithm>
#include <atomic>
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
    if (permits < 0 || max < 1 || permits > max) throw std::invalid_argument("out of range");
  }

  Semaphore(const Semaphore&) = delete;
  Semaphore& operator=(const Semaphore&) = delete;

  void acquire() {
    while (!try_acquire()) count_.wait(0);
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
    // Elapsed time against the limit: nothing is added that could overflow.
    const auto start = std::chrono::steady_clock::now();
    return poll(
        [&] { return Seconds(std::chrono::steady_clock::now() - start) >= Seconds(timeout); });
  }

  template <class Clock, class Duration>
  [[nodiscard]] bool try_acquire_until(const std::chrono::time_point<Clock, Duration>& deadline) {
    return poll([&] {
      return Seconds(Clock::now().time_since_epoch()) >= Seconds(deadline.time_since_epoch());
    });
  }

  void release(std::ptrdiff_t n = 1) {
    if (n < 0) throw std::invalid_argument("negative release");
    if (n == 0) return;
    std::ptrdiff_t seen = count_.load();
    do {
      if (n > max_ - seen) throw std::overflow_error("above the maximum");
    } while (!count_.compare_exchange_weak(seen, seen + n));
    if (n == 1) {
      count_.notify_one();
    } else {
      count_.notify_all();
    }
  }

  [[nodiscard]] std::ptrdiff_t available() const { return count_.load(); }

 private:
  using Seconds = std::chrono::duration<long double>;  // Any duration fits.

  template <class Expired>
  bool poll(Expired expired) {
    std::chrono::microseconds pause(50);
    while (!try_acquire()) {
      if (expired()) return try_acquire();
      std::this_thread::sleep_for(pause);
      pause = std::min(pause * 2, std::chrono::microseconds(2000));
    }
    return true;
  }

  std::atomic<std::ptrdiff_t> count_;
  const std::ptrdiff_t max_;
};

}  // namespace kata
