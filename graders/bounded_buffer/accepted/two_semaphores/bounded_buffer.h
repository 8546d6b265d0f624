// accept: core robust senior
// Style: Dijkstra's. A semaphore counts the free places and one the elements; close() adds a
// permit to each, which everybody who finds it hands on.
#pragma once

#include <algorithm>
#include <chrono>
#include <concepts>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <utility>

namespace kata {

enum class PutResult : std::uint8_t { accepted, full, closed };

template <std::movable T>
class BoundedBuffer {
 public:
  explicit BoundedBuffer(std::size_t capacity) : places_(capacity) {
    if (capacity == 0) throw std::invalid_argument("BoundedBuffer: capacity must not be 0");
  }

  BoundedBuffer(const BoundedBuffer&) = delete;
  BoundedBuffer& operator=(const BoundedBuffer&) = delete;

  ~BoundedBuffer() {
    std::deque<T> left;
    std::lock_guard lock(mutex_);
    closed_ = true;
    left.swap(items_);
  }

  template <class U = T>
    requires std::convertible_to<U, T>
  [[nodiscard]] PutResult put(U&& item) {
    places_.acquire();
    return enter(std::forward<U>(item));
  }

  template <class U = T>
    requires std::convertible_to<U, T>
  [[nodiscard]] PutResult offer(U&& item) {
    if (!places_.try_acquire()) return refusal();
    return enter(std::forward<U>(item));
  }

  template <class U = T, class Rep, class Period>
    requires std::convertible_to<U, T>
  [[nodiscard]] PutResult offer_for(U&& item, const std::chrono::duration<Rep, Period>& timeout) {
    return offer_until(std::forward<U>(item), deadline_after(timeout));
  }

  template <class U = T, class Clock, class Duration>
    requires std::convertible_to<U, T>
  [[nodiscard]] PutResult offer_until(U&& item,
                                      const std::chrono::time_point<Clock, Duration>& deadline) {
    if (!places_.acquire_before(deadline)) return refusal();
    return enter(std::forward<U>(item));
  }

  [[nodiscard]] std::optional<T> take() {
    elements_.acquire();
    return leave();
  }

  [[nodiscard]] std::optional<T> poll() {
    if (!elements_.try_acquire()) return std::nullopt;
    return leave();
  }

  template <class Rep, class Period>
  [[nodiscard]] std::optional<T> poll_for(const std::chrono::duration<Rep, Period>& timeout) {
    return poll_until(deadline_after(timeout));
  }

  template <class Clock, class Duration>
  [[nodiscard]] std::optional<T> poll_until(
      const std::chrono::time_point<Clock, Duration>& deadline) {
    if (!elements_.acquire_before(deadline)) return std::nullopt;
    return leave();
  }

  void close() {
    std::lock_guard lock(mutex_);
    if (std::exchange(closed_, true)) return;
    places_.release();
    elements_.release();
  }

  [[nodiscard]] bool drained() const {
    std::lock_guard lock(mutex_);
    return closed_ && items_.empty();
  }

  [[nodiscard]] std::size_t size() const {
    std::lock_guard lock(mutex_);
    return items_.size();
  }

 private:
  class Semaphore {
   public:
    explicit Semaphore(std::size_t permits) : permits_(permits) {}

    void acquire() {
      std::unique_lock lock(mutex_);
      released_.wait(lock, [&] { return permits_ > 0; });
      --permits_;
    }

    bool try_acquire() {
      std::lock_guard lock(mutex_);
      return permits_ > 0 && permits_-- > 0;
    }

    template <class Clock, class Duration>
    bool acquire_before(const std::chrono::time_point<Clock, Duration>& deadline) {
      std::unique_lock lock(mutex_);
      wait_until(lock, released_, deadline, [&] { return permits_ > 0; });
      return permits_ > 0 && permits_-- > 0;
    }

    void release() {
      std::lock_guard lock(mutex_);
      ++permits_;
      released_.notify_one();
    }

   private:
    std::mutex mutex_;
    std::condition_variable released_;
    std::size_t permits_;
  };

  // Requires: a permit of places_, which is used up or given back.
  template <class U>
  PutResult enter(U&& item) {
    std::lock_guard lock(mutex_);
    if (closed_) {
      places_.release();  // Whoever else waits finds out next.
      return PutResult::closed;
    }
    try {
      items_.emplace_back(std::forward<U>(item));
    } catch (...) {
      places_.release();
      throw;
    }
    elements_.release();
    return PutResult::accepted;
  }

  // Requires: a permit of elements_, which is used up or given back.
  std::optional<T> leave() {
    std::lock_guard lock(mutex_);
    std::optional<T> item;
    try {
      if (!items_.empty()) item.emplace(std::move(items_.front()));
    } catch (...) {
      elements_.release();
      throw;
    }
    if (item) {
      items_.pop_front();
      places_.release();
    } else {
      elements_.release();  // The permit that close() added: for the next one that looks.
    }
    return item;
  }

  PutResult refusal() const {
    std::lock_guard lock(mutex_);
    return closed_ ? PutResult::closed : PutResult::full;
  }

  template <class Clock, class Duration, class Ready>
  static void wait_until(std::unique_lock<std::mutex>& lock, std::condition_variable& changed,
                         const std::chrono::time_point<Clock, Duration>& deadline, Ready ready) {
    using Moment = typename Clock::time_point;
    const Moment limit(clamped<typename Clock::duration>(deadline.time_since_epoch()));
    while (!ready() && Clock::now() < limit) {
      changed.wait_until(lock, std::min<Moment>(limit, Clock::now() + std::chrono::hours(24)));
    }
  }

  template <class Rep, class Period>
  static std::chrono::steady_clock::time_point deadline_after(
      const std::chrono::duration<Rep, Period>& timeout) {
    using Clock = std::chrono::steady_clock;
    const auto now = Clock::now();
    const auto length = clamped<Clock::duration>(timeout);
    return length >= Clock::time_point::max() - now ? Clock::time_point::max() : now + length;
  }

  template <class Target, class Rep, class Period>
  static Target clamped(const std::chrono::duration<Rep, Period>& length) {
    using Wide = std::chrono::duration<long double>;
    constexpr Wide kMargin = std::chrono::hours(1);
    if (Wide(length) >= Wide(Target::max()) - kMargin) return Target::max();
    if (Wide(length) <= Wide(Target::min()) + kMargin) return Target::min();
    return std::chrono::ceil<Target>(length);
  }

  mutable std::mutex mutex_;
  Semaphore places_;       // A permit for each that is free; one more from close() on.
  Semaphore elements_{0};  // A permit for each that is inside; one more from close() on.
  std::deque<T> items_;
  bool closed_ = false;
};

}  // namespace kata
