// accept: core robust
// Not senior: a put lets go of its own lock before it takes the consumers' to wake one, and the
// consumer may be through by then.
//
// Style: a linked list with a lock for each end, so that a producer and a consumer do not meet; a
// counter is all they share.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <concepts>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <memory>
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
    std::unique_ptr<Node> left = std::move(first_);
    while (left != nullptr) left = std::move(left->next);
  }

  template <class U = T>
    requires std::convertible_to<U, T>
  [[nodiscard]] PutResult put(U&& item) {
    std::unique_lock lock(put_mutex_);
    room_.wait(lock, [&] { return may_enter(); });
    return enter(lock, std::forward<U>(item));
  }

  template <class U = T>
    requires std::convertible_to<U, T>
  [[nodiscard]] PutResult offer(U&& item) {
    std::unique_lock lock(put_mutex_);
    return enter(lock, std::forward<U>(item));
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
    std::unique_lock lock(put_mutex_);
    wait_until(lock, room_, deadline, [&] { return may_enter(); });
    return enter(lock, std::forward<U>(item));
  }

  [[nodiscard]] std::optional<T> take() {
    std::unique_lock lock(take_mutex_);
    elements_.wait(lock, [&] { return may_leave(); });
    return leave(lock);
  }

  [[nodiscard]] std::optional<T> poll() {
    std::unique_lock lock(take_mutex_);
    return leave(lock);
  }

  template <class Rep, class Period>
  [[nodiscard]] std::optional<T> poll_for(const std::chrono::duration<Rep, Period>& timeout) {
    return poll_until(deadline_after(timeout));
  }

  template <class Clock, class Duration>
  [[nodiscard]] std::optional<T> poll_until(
      const std::chrono::time_point<Clock, Duration>& deadline) {
    std::unique_lock lock(take_mutex_);
    wait_until(lock, elements_, deadline, [&] { return may_leave(); });
    return leave(lock);
  }

  void close() {
    std::scoped_lock locks(put_mutex_, take_mutex_);
    closed_ = true;
    room_.notify_all();
    elements_.notify_all();
  }

  [[nodiscard]] bool drained() const { return closed_ && count_ == 0; }

  [[nodiscard]] std::size_t size() const { return count_; }

 private:
  struct Node {
    std::optional<T> item;
    std::unique_ptr<Node> next;
  };

  bool may_enter() const { return closed_ || count_ < capacity_; }
  bool may_leave() const { return closed_ || count_ > 0; }

  template <class U>
  PutResult enter(std::unique_lock<std::mutex>& lock, U&& item) {
    if (closed_) return PutResult::closed;
    if (count_ >= capacity_) return PutResult::full;
    try {
      auto node = std::make_unique<Node>();
      node->item.emplace(std::forward<U>(item));
      last_->next = std::move(node);
    } catch (...) {
      room_.notify_one();
      throw;
    }
    last_ = last_->next.get();
    const std::size_t before = count_.fetch_add(1);
    if (before + 1 < capacity_) room_.notify_one();  // One producer tells the next.
    lock.unlock();
    if (before == 0) {
      std::lock_guard other(take_mutex_);
      elements_.notify_one();
    }
    return PutResult::accepted;
  }

  std::optional<T> leave(std::unique_lock<std::mutex>& lock) {
    std::optional<T> item;
    if (count_ == 0) return item;
    try {
      item.emplace(std::move(*first_->next->item));
    } catch (...) {
      elements_.notify_one();
      throw;
    }
    first_ = std::move(first_->next);
    first_->item.reset();
    const std::size_t before = count_.fetch_sub(1);
    if (before > 1) elements_.notify_one();  // One consumer tells the next.
    lock.unlock();
    if (before == capacity_) {
      std::lock_guard other(put_mutex_);
      room_.notify_one();
    }
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

  std::mutex put_mutex_;   // Who has it may change last_ and what it points to.
  std::mutex take_mutex_;  // Who has it may change first_.
  std::condition_variable room_;
  std::condition_variable elements_;
  std::unique_ptr<Node> first_ = std::make_unique<Node>();  // Its item has been taken.
  Node* last_ = first_.get();
  std::atomic<std::size_t> count_ = 0;
  std::atomic<bool> closed_ = false;
  const std::size_t capacity_;
};

}  // namespace kata
