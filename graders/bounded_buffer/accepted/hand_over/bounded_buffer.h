// accept: core robust senior
// Style: queues of waiting threads. Who waits is served in order of arrival, by a condition
// variable of its own, and what has been promised to it is kept for it: no newcomer overtakes.
#pragma once

#include <algorithm>
#include <chrono>
#include <concepts>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <list>
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

  ~BoundedBuffer() {
    std::deque<T> left;
    std::lock_guard lock(mutex_);
    closed_ = true;
    left.swap(items_);
  }

  template <class U = T>
    requires std::convertible_to<U, T>
  [[nodiscard]] PutResult put(U&& item) {
    std::unique_lock lock(mutex_);
    wait_in(producers_, lock, Forever::max(), [&] { return may_enter(); });
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
    wait_in(producers_, lock, deadline, [&] { return may_enter(); });
    return enter(std::forward<U>(item));
  }

  [[nodiscard]] std::optional<T> take() {
    std::unique_lock lock(mutex_);
    wait_in(consumers_, lock, Forever::max(), [&] { return may_leave(); });
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
    wait_in(consumers_, lock, deadline, [&] { return may_leave(); });
    return leave();
  }

  void close() {
    std::lock_guard lock(mutex_);
    closed_ = true;
    for (Line* line : {&producers_, &consumers_}) {
      while (!line->waiters.empty()) line->grant();
      line->promised = 0;
    }
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
  using Forever = std::chrono::steady_clock::time_point;

  // Those who wait for the same thing, longest waiting first. What is granted to one that waits is
  // kept for it: `promised` counts what nobody else may have.
  struct Waiter {
    std::condition_variable wake;
    bool granted = false;
  };

  struct Line {
    std::list<Waiter*> waiters;
    std::size_t promised = 0;

    void grant() {
      if (waiters.empty()) return;
      Waiter* first = waiters.front();
      waiters.pop_front();
      first->granted = true;
      ++promised;
      first->wake.notify_one();
    }
  };

  // What nobody has been promised.
  bool may_enter() const { return closed_ || items_.size() + producers_.promised < capacity_; }
  bool may_leave() const { return closed_ || items_.size() > consumers_.promised; }

  template <class Clock, class Duration, class Ready>
  void wait_in(Line& line, std::unique_lock<std::mutex>& lock,
               const std::chrono::time_point<Clock, Duration>& deadline, Ready ready) {
    if (ready()) return;
    Waiter self;
    const auto place = line.waiters.insert(line.waiters.end(), &self);
    wait_until(lock, self.wake, deadline, [&] { return self.granted; });
    if (!self.granted) {
      line.waiters.erase(place);
    } else if (line.promised > 0) {
      --line.promised;  // It is this thread's now, which holds the lock.
    }
  }

  template <class U>
  PutResult enter(U&& item) {
    if (!may_enter()) return PutResult::full;
    if (closed_) return PutResult::closed;
    try {
      items_.emplace_back(std::forward<U>(item));
    } catch (...) {
      producers_.grant();
      throw;
    }
    consumers_.grant();
    return PutResult::accepted;
  }

  std::optional<T> leave() {
    std::optional<T> item;
    if (!may_leave() || items_.empty()) return item;
    try {
      item.emplace(std::move(items_.front()));
    } catch (...) {
      consumers_.grant();
      throw;
    }
    items_.pop_front();
    if (!closed_) producers_.grant();
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
  Line producers_;
  Line consumers_;
  std::deque<T> items_;
  bool closed_ = false;
  const std::size_t capacity_;
};

}  // namespace kata
