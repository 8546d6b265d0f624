// Reference solution: a deque under one mutex, and a condition variable for each of the two things
// that threads wait for.
//
// Waiting and deciding are apart. A call waits until it thinks that it is its turn or that time is
// up; what happens is then decided in enter() and leave(), by the state alone. So no call has to
// know why it woke up.
//
// Invariant, whenever the mutex is free: for each element that is inside, and for each free place,
// either nobody waits for such a thing or at least as many of those who do have been notified.
//
// Complexity: every call is O(1), close() is O(waiting threads).
#pragma once

#include <algorithm>
#include <chrono>
#include <concepts>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <exception>
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
    // The elements die after the lock has been let go, and outside the buffer: their destructors
    // may still call it.
    std::deque<T> left;
    const std::lock_guard lock(mutex_);
    closed_ = true;
    left.swap(items_);
  }

  template <class U = T>
    requires std::convertible_to<U, T>
  [[nodiscard]] PutResult put(U&& item) {
    std::unique_lock lock(mutex_);
    room_.wait(lock, [&] { return may_enter(); });
    return enter(std::forward<U>(item));
  }

  template <class U = T>
    requires std::convertible_to<U, T>
  [[nodiscard]] PutResult offer(U&& item) {
    const std::lock_guard lock(mutex_);
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
    wait_until(lock, room_, deadline, [&] { return may_enter(); });
    return enter(std::forward<U>(item));
  }

  [[nodiscard]] std::optional<T> take() {
    std::unique_lock lock(mutex_);
    elements_.wait(lock, [&] { return may_leave(); });
    return leave();
  }

  [[nodiscard]] std::optional<T> poll() {
    const std::lock_guard lock(mutex_);
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
    wait_until(lock, elements_, deadline, [&] { return may_leave(); });
    return leave();
  }

  // Notifying happens under the lock here and everywhere. Whoever is let go may destroy this
  // object, but cannot get that far before the lock is free, which is the last thing done with it.
  void close() {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    room_.notify_all();
    elements_.notify_all();
  }

  [[nodiscard]] bool drained() const {
    const std::lock_guard lock(mutex_);
    return closed_ && items_.empty();
  }

  [[nodiscard]] std::size_t size() const {
    const std::lock_guard lock(mutex_);
    return items_.size();
  }

 private:
  // All of these require that mutex_ is held.
  [[nodiscard]] bool may_enter() const { return closed_ || items_.size() < capacity_; }
  [[nodiscard]] bool may_leave() const { return closed_ || !items_.empty(); }

  template <class U>
  PutResult enter(U&& item) {
    if (closed_) return PutResult::closed;
    if (items_.size() == capacity_) return PutResult::full;
    try {
      items_.emplace_back(std::forward<U>(item));
    } catch (...) {
      room_.notify_one();  // The place stays free, and perhaps this was the only one told of it.
      throw;
    }
    elements_.notify_one();
    return PutResult::accepted;
  }

  std::optional<T> leave() {
    if (items_.empty()) return std::nullopt;
    const Departure departure(*this);
    return std::optional<T>(std::move(items_.front()));
  }

  // Removes the first element once it has been moved to where the caller wants it. The result of a
  // function is complete before its locals are destroyed; so the last move that can throw is over
  // by then, whether or not the compiler spares moves.
  class Departure {
   public:
    explicit Departure(BoundedBuffer& buffer) : buffer_(buffer) {}
    Departure(const Departure&) = delete;
    Departure& operator=(const Departure&) = delete;
    ~Departure() {
      if (std::uncaught_exceptions() > exceptions_) {
        buffer_.elements_.notify_one();  // It is still there, for somebody else who waits.
      } else {
        buffer_.items_.pop_front();
        buffer_.room_.notify_one();
      }
    }

   private:
    BoundedBuffer& buffer_;
    const int exceptions_ = std::uncaught_exceptions();
  };

  // Waits until ready() or the deadline, whichever comes first.
  template <class Clock, class Duration, class Ready>
  static void wait_until(std::unique_lock<std::mutex>& lock, std::condition_variable& changed,
                         const std::chrono::time_point<Clock, Duration>& deadline, Ready ready) {
    using Moment = typename Clock::time_point;
    const Moment limit(clamped<typename Clock::duration>(deadline.time_since_epoch()));
    while (!ready()) {
      const Moment now = Clock::now();
      if (now >= limit) return;
      changed.wait_until(lock, std::min<Moment>(limit, now + kFarAhead));
    }
  }

  // Not simply `now + timeout`: the sum need not be representable.
  template <class Rep, class Period>
  static std::chrono::steady_clock::time_point deadline_after(
      const std::chrono::duration<Rep, Period>& timeout) {
    using Clock = std::chrono::steady_clock;
    const auto now = Clock::now();
    const auto length = clamped<Clock::duration>(timeout);
    return length >= Clock::time_point::max() - now ? Clock::time_point::max() : now + length;
  }

  // `duration` in units of `Target`, rounded up so that no wait ends early; beyond what Target can
  // hold, its nearest bound. An hour short of the bound is as good as the bound.
  template <class Target, class Rep, class Period>
  static Target clamped(const std::chrono::duration<Rep, Period>& duration) {
    using Wide = std::chrono::duration<long double>;
    constexpr Wide kMargin = std::chrono::hours(1);
    if (Wide(duration) >= Wide(Target::max()) - kMargin) return Target::max();
    if (Wide(duration) <= Wide(Target::min()) + kMargin) return Target::min();
    return std::chrono::ceil<Target>(duration);
  }

  // condition_variable::wait_until converts other clocks' deadlines to its own by adding; one that
  // is ages away would overflow there. So look at the clock at least once a year.
  static constexpr std::chrono::hours kFarAhead{24 * 365};

  mutable std::mutex mutex_;
  std::condition_variable room_;      // closed_, or there is a free place.
  std::condition_variable elements_;  // closed_, or there is an element.
  std::deque<T> items_;               // At most capacity_.
  bool closed_ = false;
  const std::size_t capacity_;
};

}  // namespace kata
