// expect: wrong_result in one_release_disturbs_one
//
// Right in order, right in number, and every release wakes all sleepers so that all but one can
// go back to sleep. With a hundred waiters, a hundred releases cost five thousand wake-ups.
#pragma once

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <mutex>
#include <set>
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
    if (take()) return;
    const std::uint64_t ticket = draw();
    changed_.wait(lock, [&] { return !waiting_.contains(ticket); });
  }

  [[nodiscard]] bool try_acquire() {
    std::lock_guard lock(mutex_);
    return take();
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
    for (; n > 0 && !waiting_.empty(); --n) waiting_.erase(waiting_.begin());
    count_ += n;
    changed_.notify_all();
  }

  [[nodiscard]] std::ptrdiff_t available() const {
    std::lock_guard lock(mutex_);
    return count_;
  }

 private:
  using Seconds = std::chrono::duration<long double>;  // Any duration fits.

  bool take() {
    if (count_ == 0) return false;
    --count_;
    return true;
  }

  std::uint64_t draw() {
    waiting_.insert(next_ticket_);
    return next_ticket_++;
  }

  template <class Left>
  bool wait(Left left) {
    std::unique_lock lock(mutex_);
    if (take()) return true;
    const std::uint64_t ticket = draw();
    while (waiting_.contains(ticket)) {
      const Seconds rest = left();
      if (rest <= Seconds(0)) {
        waiting_.erase(ticket);
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
  std::set<std::uint64_t> waiting_;
  std::uint64_t next_ticket_ = 0;
  std::ptrdiff_t count_;
  const std::ptrdiff_t max_;
};

}  // namespace kata
