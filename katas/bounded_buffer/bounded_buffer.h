// A bounded buffer: a queue with a fixed number of places between threads that produce and threads
// that consume. Who finds it full waits, who finds it empty waits, and it can be closed.
//
// Thread-safety: every member may be called by any number of threads at once, except construction
//   and destruction.
// Requires: T can be moved. It need be neither copyable nor default-constructible, and whatever it
//   does may throw. Its constructors and assignments do not call back into the buffer.
// Guarantees: an element that was accepted is delivered exactly once, in the order of acceptance,
//   and leaves nothing behind; never more than `capacity` are inside. A call that was refused has
//   left its argument as it was, unconverted; a call that throws has changed nothing, and the
//   others go on.
// Blocking and wake-ups: who waits sleeps and costs no CPU time. Nobody sleeps beside an element
//   or a place that it could have. close() lets everyone go; it never waits itself.
//   Senior tier: an element that arrives disturbs one consumer, a place that becomes free one
//   producer, and a call that fails with an exception does not use up another one's wake-up.
// Memory ordering: what a thread did before put() is visible to the thread that takes the element,
//   what it did before close() to the thread that gets the end marker.
// Destruction: allowed as soon as every call has returned and none will begin. Senior tier: the
//   put() or close() that let the last take() go need not have returned by then. Elements that are
//   left are destroyed.
// Elements' destructors: one that runs inside a member function or the destructor may call any
//   member, unless the element has been moved from. In the destructor it finds the buffer
//   closed and empty (senior tier).
// Errors: std::invalid_argument as stated below, what T throws, std::bad_alloc.
//
// Example:
//   kata::BoundedBuffer<Order> orders(100);
//   producer:  if (orders.put(std::move(order)) == kata::PutResult::closed) give_back(order);
//   consumer:  while (std::optional<Order> order = orders.take()) handle(*order);
#pragma once

#include <chrono>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>

namespace kata {

enum class PutResult : std::uint8_t {
  accepted,  // The element is in the buffer and will be delivered.
  full,      // Refused: there was no place in time.
  closed,    // Refused: the buffer is closed, full or not.
};

template <std::movable T>
class BoundedBuffer {
 public:
  // Has room for `capacity` elements, however many. Whether memory for all of them is taken at once
  // is up to you.
  // Errors: std::invalid_argument if capacity is 0; std::bad_alloc or std::length_error if memory
  //   for so many was to be taken and cannot be had.
  explicit BoundedBuffer(std::size_t /*capacity*/) { throw std::logic_error("not implemented"); }

  BoundedBuffer(const BoundedBuffer&) = delete;
  BoundedBuffer& operator=(const BoundedBuffer&) = delete;

  // Puts a T made from `item` at the end; waits until there is a place. Never says `full`. As with
  // the containers, what is passed by its name is copied, what is passed by std::move is moved.
  template <class U = T>
    requires std::convertible_to<U, T>
  [[nodiscard]] PutResult put(U&& /*item*/) {
    throw std::logic_error("not implemented");
  }

  // As put(), but does not wait for a place. Never says `full` while there is one.
  template <class U = T>
    requires std::convertible_to<U, T>
  [[nodiscard]] PutResult offer(U&& /*item*/) {
    throw std::logic_error("not implemented");
  }

  // As put(), but waits no longer than `timeout`. A place that is free is used even if `timeout` is
  // zero or negative. Any duration is fine: one too long to be added to the present waits as if
  // there were no limit.
  template <class U = T, class Rep, class Period>
    requires std::convertible_to<U, T>
  [[nodiscard]] PutResult offer_for(U&& /*item*/,
                                    const std::chrono::duration<Rep, Period>& /*timeout*/) {
    throw std::logic_error("not implemented");
  }

  // As offer_for(), with a point in time of any standard clock as the limit.
  template <class U = T, class Clock, class Duration>
    requires std::convertible_to<U, T>
  [[nodiscard]] PutResult offer_until(
      U&& /*item*/, const std::chrono::time_point<Clock, Duration>& /*deadline*/) {
    throw std::logic_error("not implemented");
  }

  // Takes the element that has been inside longest; waits until there is one. Nothing is the end
  // marker: the buffer is closed and has been emptied.
  [[nodiscard]] std::optional<T> take() { throw std::logic_error("not implemented"); }

  // As take(), but does not wait for an element: nothing means that just then there was none.
  [[nodiscard]] std::optional<T> poll() { throw std::logic_error("not implemented"); }

  // As take(), but waits no longer than `timeout`. An element that is there is taken even if
  // `timeout` is zero or negative; any duration is fine.
  template <class Rep, class Period>
  [[nodiscard]] std::optional<T> poll_for(const std::chrono::duration<Rep, Period>& /*timeout*/) {
    throw std::logic_error("not implemented");
  }

  // As poll_for(), with a point in time of any standard clock as the limit.
  template <class Clock, class Duration>
  [[nodiscard]] std::optional<T> poll_until(
      const std::chrono::time_point<Clock, Duration>& /*deadline*/) {
    throw std::logic_error("not implemented");
  }

  // From now on nothing is accepted; what is inside can still be taken. Lets everyone go who waits:
  // producers are refused, consumers get what is left and then the end marker. Closing again does
  // nothing.
  void close() { throw std::logic_error("not implemented"); }

  // Whether it is closed and empty: then it stays so, and take() does not wait any more.
  [[nodiscard]] bool drained() const { throw std::logic_error("not implemented"); }

  // How many elements are inside: a snapshot that other threads may already have outdated.
  [[nodiscard]] std::size_t size() const { throw std::logic_error("not implemented"); }

 private:
  // Your state.
};

}  // namespace kata
