// expect: lost_wakeup in quick_releases_wake_as_many
//
// Who gave waiters with a deadline a condition variable of their own and rings theirs only if
// nobody waits without one. Two quick releases ring twice for the same sleeper.
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
      : permits_(permits), max_(max) {
    if (permits < 0 || max < 1 || permits > max) {
      throw std::invalid_argument("need 0 <= permits <= max, max >= 1");
    }
  }

  Semaphore(const Semaphore&) = delete;
  Semaphore& operator=(const Semaphore&) = delete;

  void acquire() {
    std::unique_lock lock(mutex_);
    ++sleepers_;
    not_empty_.wait(lock, [this] { return permits_ > 0; });
    --sleepers_;
    --permits_;
  }

  [[nodiscard]] bool try_acquire() {
    std::lock_guard lock(mutex_);
    if (permits_ == 0) return false;
    --permits_;
    return true;
  }

  template <class Rep, class Period>
  [[nodiscard]] bool try_acquire_for(const std::chrono::duration<Rep, Period>& timeout) {
    const auto now = std::chrono::steady_clock::now();
    if (Seconds(timeout) >= Seconds(kForever)) return try_acquire_until(now + kForever);
    if (timeout <= timeout.zero()) return try_acquire();
    return try_acquire_until(now + std::chrono::ceil<std::chrono::nanoseconds>(timeout));
  }

  template <class Clock, class Duration>
  [[nodiscard]] bool try_acquire_until(const std::chrono::time_point<Clock, Duration>& deadline) {
    std::unique_lock lock(mutex_);
    ++timed_sleepers_;
    while (permits_ == 0) {
      const auto now = Clock::now();
      const Seconds left = Seconds(deadline.time_since_epoch()) - Seconds(now.time_since_epoch());
      if (left <= Seconds(0)) {
        --timed_sleepers_;
        return false;
      }
      // An hour at a time: no conversion inside the library can overflow then.
      if (left > std::chrono::hours(1)) {
        timed_.wait_for(lock, std::chrono::hours(1));
      } else {
        timed_.wait_until(lock, deadline);
      }
    }
    --timed_sleepers_;
    --permits_;
    return true;
  }

  void release(std::ptrdiff_t n = 1) {
    if (n < 0) throw std::invalid_argument("n must not be negative");
    std::lock_guard lock(mutex_);
    if (n > max_ - permits_) throw std::overflow_error("more permits than max");
    permits_ += n;
    // One call each, whatever the counter was before. Under the lock, since a woken thread may be
    // the last user of this object.
    for (std::ptrdiff_t i = n < sleepers_ + timed_sleepers_ ? n : sleepers_ + timed_sleepers_;
         i > 0; --i)
      (sleepers_ > 0 ? not_empty_ : timed_).notify_one();
  }

  [[nodiscard]] std::ptrdiff_t available() const {
    std::lock_guard lock(mutex_);
    return permits_;
  }

 private:
  // Wide enough for any duration or time point, fine enough for nanoseconds.
  using Seconds = std::chrono::duration<long double>;
  // A century is for ever here, and can be added to the clock's reading without overflow.
  static constexpr std::chrono::hours kForever{24 * 365 * 100};

  mutable std::mutex mutex_;
  std::condition_variable not_empty_, timed_;
  std::ptrdiff_t timed_sleepers_ = 0;
  std::ptrdiff_t permits_;
  std::ptrdiff_t sleepers_ = 0;
  const std::ptrdiff_t max_;
};

}  // namespace kata
