// accept: core robust senior
// Passes every tier, with notifications sent after the mutex has been let go.
//
// Style: hand-over queue of shared waiters. A release keeps the waiters it serves alive until it
// has notified them, so it needs neither the mutex nor this object for that.
#pragma once

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <limits>
#include <list>
#include <memory>
#include <mutex>
#include <stdexcept>

namespace kata {

class Semaphore {
 public:
  explicit Semaphore(std::ptrdiff_t permits,
                     std::ptrdiff_t max = std::numeric_limits<std::ptrdiff_t>::max())
      : free_(permits), max_(max) {
    if (permits < 0 || max < 1 || permits > max) throw std::invalid_argument("Semaphore(permits)");
  }

  Semaphore(const Semaphore&) = delete;
  Semaphore& operator=(const Semaphore&) = delete;

  void acquire() {
    if (const auto self = take_or_enqueue()) self->sleep();
  }

  [[nodiscard]] bool try_acquire() {
    std::lock_guard lock(mutex_);
    return take();
  }

  template <class Rep, class Period>
  [[nodiscard]] bool try_acquire_for(const std::chrono::duration<Rep, Period>& timeout) {
    const auto start = std::chrono::steady_clock::now();
    return timed(
        [&] { return Seconds(timeout) - Seconds(std::chrono::steady_clock::now() - start); });
  }

  template <class Clock, class Duration>
  [[nodiscard]] bool try_acquire_until(const std::chrono::time_point<Clock, Duration>& deadline) {
    return timed([&] {
      return Seconds(deadline.time_since_epoch()) - Seconds(Clock::now().time_since_epoch());
    });
  }

  void release(std::ptrdiff_t n = 1) {
    if (n < 0) throw std::invalid_argument("Semaphore::release");
    std::list<std::shared_ptr<Waiter>> served;
    {
      std::lock_guard lock(mutex_);
      if (n > max_ - free_) throw std::overflow_error("Semaphore::release");
      for (; n > 0 && !waiters_.empty(); --n) {
        // Splicing allocates nothing, so nothing can fail halfway through.
        served.splice(served.end(), waiters_, waiters_.begin());
      }
      free_ += n;
    }
    // From here on neither the mutex nor the semaphore is touched: it may be gone already.
    for (const auto& waiter : served) waiter->grant();
  }

  [[nodiscard]] std::ptrdiff_t available() const {
    std::lock_guard lock(mutex_);
    return free_;
  }

 private:
  using Seconds = std::chrono::duration<long double>;  // Any duration fits.

  class Waiter {
   public:
    void sleep() {
      std::unique_lock lock(mutex_);
      wake_.wait(lock, [this] { return granted_; });
    }

    // At most `length`; whether it was granted.
    bool sleep_for(std::chrono::nanoseconds length) {
      std::unique_lock lock(mutex_);
      return wake_.wait_for(lock, length, [this] { return granted_; });
    }

    void grant() {
      std::lock_guard lock(mutex_);
      granted_ = true;
      wake_.notify_one();
    }

   private:
    std::mutex mutex_;
    std::condition_variable wake_;
    bool granted_ = false;
  };

  bool take() {
    if (free_ == 0) return false;
    --free_;
    return true;
  }

  // Null: a permit was free and has been taken.
  std::shared_ptr<Waiter> take_or_enqueue() {
    std::lock_guard lock(mutex_);
    if (take()) return nullptr;
    return waiters_.emplace_back(std::make_shared<Waiter>());
  }

  template <class Left>
  bool timed(Left left) {
    const auto self = take_or_enqueue();
    if (self == nullptr) return true;
    for (Seconds rest = left(); rest > Seconds(0); rest = left()) {
      const Seconds step = std::min(rest, Seconds(std::chrono::hours(1)));
      if (self->sleep_for(std::chrono::ceil<std::chrono::nanoseconds>(step))) return true;
    }
    // Who is still in line has not been served. Who is not has been, even if the grant is still
    // on its way.
    std::lock_guard lock(mutex_);
    const auto place = std::find(waiters_.begin(), waiters_.end(), self);
    if (place == waiters_.end()) return true;
    waiters_.erase(place);
    return false;
  }

  mutable std::mutex mutex_;
  std::list<std::shared_ptr<Waiter>> waiters_;  // Not served yet, longest waiting first.
  std::ptrdiff_t free_;                         // More than 0 only while nobody waits.
  const std::ptrdiff_t max_;
};

}  // namespace kata
