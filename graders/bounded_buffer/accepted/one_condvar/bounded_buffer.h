// accept: core robust
// Not senior: producers and consumers sleep in the same place, so everybody has to be woken each
// time, and nothing keeps elements that call back out of the container's own destructor.
//
// Style: the shortest monitor there is. One mutex, one condition variable, notify_all after each
// change, after the mutex has been let go.
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
  explicit BoundedBuffer(std::size_t capacity) : capacity_(capacity) {
    if (capacity == 0) throw std::invalid_argument("BoundedBuffer: capacity must not be 0");
  }

  BoundedBuffer(const BoundedBuffer&) = delete;
  BoundedBuffer& operator=(const BoundedBuffer&) = delete;

  template <class U = T>
    requires std::convertible_to<U, T>
  [[nodiscard]] PutResult put(U&& item) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return may_enter(); });
    return enter(std::forward<U>(item));
  }

  template <class U = T>
    requires std::convertible_to<U, T>
  [[nodiscard]] PutResult offer(U&& item) {
    std::unique_lock lock(mutex_);
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
    std::unique_lock lock(mutex_);
    wait_until(lock, changed_, deadline, [&] { return may_enter(); });
    return enter(std::forward<U>(item));
  }

  [[nodiscard]] std::optional<T> take() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return may_leave(); });
    return leave();
  }

  [[nodiscard]] std::optional<T> poll() {
    std::unique_lock lock(mutex_);
    return leave();
  }

  template <class Rep, class Period>
  [[nodiscard]] std::optional<T> poll_for(const std::chrono::duration<Rep, Period>& timeout) {
    return poll_until(deadline_after(timeout));
  }

  template <class Clock, class Duration>
  [[nodiscard]] std::optional<T> poll_until(
      const std::chrono::time_point<Clock, Duration>& deadline) {
    std::unique_lock lock(mutex_);
    wait_until(lock, changed_, deadline, [&] { return may_leave(); });
    return leave();
  }

  void close() {
    std::lock_guard lock(mutex_);
    closed_ = true;
    changed_.notify_all();
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
  bool may_enter() const { return closed_ || items_.size() < capacity_; }
  bool may_leave() const { return closed_ || !items_.empty(); }

  template <class U>
  PutResult enter(U&& item) {
    if (closed_) return PutResult::closed;
    if (items_.size() >= capacity_) return PutResult::full;
    items_.emplace_back(std::forward<U>(item));
    changed_.notify_all();
    return PutResult::accepted;
  }

  std::optional<T> leave() {
    // The only object that is returned, so that compilers make it where the caller wants it: a move
    // after pop_front() could throw and lose the element.
    std::optional<T> item;
    if (items_.empty()) return item;
    item.emplace(std::move(items_.front()));
    items_.pop_front();
    changed_.notify_all();
    return item;
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
  std::condition_variable changed_;
  std::deque<T> items_;
  bool closed_ = false;
  const std::size_t capacity_;
};

}  // namespace kata
