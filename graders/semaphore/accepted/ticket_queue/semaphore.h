// accept: core robust
// Not senior: order is kept and nobody barges, but everybody sleeps on one condition variable, so
// each release wakes all of them to let one go.
//
// Style: as at the bakery. Waiters draw a ticket; release() calls the lowest numbers by taking them
// off the list of those still waiting.
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
      : free_(permits), max_(max) {
    if (permits < 0) throw std::invalid_argument("negative permits");
    if (max < 1 || permits > max) throw std::invalid_argument("bad maximum");
  }

  Semaphore(const Semaphore&) = delete;
  Semaphore& operator=(const Semaphore&) = delete;

  void acquire() {
    std::unique_lock lock(mutex_);
    if (take()) return;
    const std::uint64_t ticket = draw();
    called_.wait(lock, [&] { return !waiting_.contains(ticket); });
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
    if (n < 0) throw std::invalid_argument("n must not be negative");
    std::lock_guard lock(mutex_);
    if (free_ > max_ - n) throw std::overflow_error("too many permits");
    bool somebody = false;
    for (; n > 0 && !waiting_.empty(); --n) {
      waiting_.erase(waiting_.begin());
      somebody = true;
    }
    free_ += n;
    if (somebody) called_.notify_all();
  }

  [[nodiscard]] std::ptrdiff_t available() const {
    std::lock_guard lock(mutex_);
    return free_;
  }

 private:
  // Holds any duration without overflow, and nanoseconds exactly.
  using Seconds = std::chrono::duration<long double>;

  bool take() {
    if (free_ == 0) return false;
    --free_;
    return true;
  }

  std::uint64_t draw() {
    waiting_.insert(waiting_.end(), next_ticket_);
    return next_ticket_++;
  }

  // `left()` says how much time there is still.
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
      const Seconds step = std::min(rest, Seconds(std::chrono::hours(1)));
      called_.wait_for(lock, std::chrono::ceil<std::chrono::nanoseconds>(step));
    }
    return true;
  }

  mutable std::mutex mutex_;
  std::condition_variable called_;
  std::set<std::uint64_t> waiting_;  // Tickets not called yet.
  std::uint64_t next_ticket_ = 0;
  std::ptrdiff_t free_;  // More than 0 only while nobody is waiting.
  const std::ptrdiff_t max_;
};

}  // namespace kata
