// expect: wrong_result in timed_out_takes_nothing
//
// Who counts time in milliseconds. What is left of a shorter timeout is no time at all.
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
      : free_(permits), max_(max) {
    if (permits < 0 || max < 1 || permits > max) {
      throw std::invalid_argument("Semaphore: 0 <= permits <= max and 1 <= max are required");
    }
  }

  Semaphore(const Semaphore&) = delete;
  Semaphore& operator=(const Semaphore&) = delete;

  void acquire() {
    std::unique_lock lock(mutex_);
    if (take_free()) return;
    Waiter self;
    queue_.push_back(self);
    self.wake.wait(lock, [&] { return self.granted; });
  }

  [[nodiscard]] bool try_acquire() {
    std::lock_guard lock(mutex_);
    return take_free();
  }

  template <class Rep, class Period>
  [[nodiscard]] bool try_acquire_for(const std::chrono::duration<Rep, Period>& timeout) {
    using Clock = std::chrono::steady_clock;
    const auto now = Clock::now();
    const auto exact = clamped<Clock::duration>(timeout);
    const auto length = std::chrono::duration_cast<std::chrono::milliseconds>(exact);
    const bool endless = length >= Clock::time_point::max() - now;
    return try_acquire_before<Clock>(endless ? Clock::time_point::max() : now + length);
  }

  template <class Clock, class Duration>
  [[nodiscard]] bool try_acquire_until(const std::chrono::time_point<Clock, Duration>& deadline) {
    using ClockDuration = typename Clock::duration;
    return try_acquire_before<Clock>(
        typename Clock::time_point(clamped<ClockDuration>(deadline.time_since_epoch())));
  }

  void release(std::ptrdiff_t n = 1) {
    if (n < 0) throw std::invalid_argument("Semaphore::release: n must not be negative");
    std::lock_guard lock(mutex_);
    if (n > max_ - free_) throw std::overflow_error("Semaphore::release: more permits than max");
    for (; n > 0 && !queue_.empty(); --n) {
      Waiter& first = queue_.pop_front();
      first.granted = true;
      first.wake.notify_one();
    }
    free_ += n;
  }

  [[nodiscard]] std::ptrdiff_t available() const {
    std::lock_guard lock(mutex_);
    return free_;
  }

 private:
  struct Waiter {
    std::condition_variable wake;
    bool granted = false;
    Waiter* previous = nullptr;
    Waiter* next = nullptr;
  };

  class Queue {
   public:
    [[nodiscard]] bool empty() const { return first_ == nullptr; }

    void push_back(Waiter& waiter) {
      waiter.previous = last_;
      (last_ != nullptr ? last_->next : first_) = &waiter;
      last_ = &waiter;
    }

    Waiter& pop_front() {
      Waiter& waiter = *first_;
      remove(waiter);
      return waiter;
    }

    void remove(Waiter& waiter) {
      (waiter.previous != nullptr ? waiter.previous->next : first_) = waiter.next;
      (waiter.next != nullptr ? waiter.next->previous : last_) = waiter.previous;
    }

   private:
    Waiter* first_ = nullptr;
    Waiter* last_ = nullptr;
  };

  bool take_free() {
    if (free_ == 0) return false;
    --free_;
    return true;
  }

  template <class Clock>
  bool try_acquire_before(typename Clock::time_point deadline) {
    std::unique_lock lock(mutex_);
    if (take_free()) return true;
    Waiter self;
    queue_.push_back(self);
    while (!self.granted) {
      const auto now = Clock::now();
      if (now >= deadline) {
        queue_.remove(self);
        return false;
      }
      self.wake.wait_until(lock, std::min<typename Clock::time_point>(deadline, now + kFarAhead));
    }
    return true;
  }

  template <class Target, class Rep, class Period>
  static Target clamped(const std::chrono::duration<Rep, Period>& duration) {
    using Wide = std::chrono::duration<long double>;
    constexpr Wide kMargin = std::chrono::hours(1);
    if (Wide(duration) >= Wide(Target::max()) - kMargin) return Target::max();
    if (Wide(duration) <= Wide(Target::min()) + kMargin) return Target::min();
    return std::chrono::ceil<Target>(duration);
  }

  static constexpr std::chrono::hours kFarAhead{24 * 365};

  mutable std::mutex mutex_;
  std::ptrdiff_t free_;
  Queue queue_;
  const std::ptrdiff_t max_;
};

}  // namespace kata
