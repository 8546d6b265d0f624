// A counting semaphore: a fixed number of permits that threads take, give back and wait for.
//
// Thread-safety: every member may be called by any number of threads at once, except construction
//   and destruction.
// Requires: nothing beyond the arguments' ranges. A permit has no owner: a thread may release
//   what another acquired, and may release without ever having acquired.
// Guarantees: at any moment, acquisitions that succeeded <= initial permits + permits released.
//   Nothing is lost or invented, whatever times out, throws or races.
// Blocking and wake-ups: acquire() and the timed calls sleep while they wait and cost no CPU
//   time. release(n) lets as many waiters go as it has permits for; no other call wakes anybody.
//   Senior tier: waiters are served in order of arrival. A permit released while a thread is
//   waiting belongs to the one that waited longest: no call that comes later gets it, not even a
//   try, and available() does not count it. One release(1) disturbs one waiter.
// Memory ordering: what a thread did before release() is visible to the thread that takes a
//   permit thus released, once its acquire has returned.
// Destruction: allowed as soon as the last acquire has returned to its caller and no other call
//   will begin, even while the release() that let it go has not returned yet. Nobody may be
//   waiting.
// Errors: std::invalid_argument, std::overflow_error as stated below; a call that throws has
//   changed nothing.
//
// Example:
//   kata::Semaphore slots(8);         // At most eight downloads at a time.
//   slots.acquire();
//   download(url);
//   slots.release();
#pragma once

#include <chrono>
#include <cstddef>
#include <limits>
#include <stdexcept>

namespace kata {

class Semaphore {
 public:
  // Starts with `permits` free permits and never holds more than `max`.
  // Errors: std::invalid_argument if permits < 0, max < 1 or permits > max.
  explicit Semaphore(std::ptrdiff_t /*permits*/,
                     std::ptrdiff_t /*max*/ = std::numeric_limits<std::ptrdiff_t>::max()) {
    throw std::logic_error("not implemented");
  }

  Semaphore(const Semaphore&) = delete;
  Semaphore& operator=(const Semaphore&) = delete;

  // Takes one permit; waits until there is one.
  void acquire() { throw std::logic_error("not implemented"); }

  // Takes one permit if one is free, and says whether it did. Never waits for a permit and never
  // fails while one is free.
  [[nodiscard]] bool try_acquire() { throw std::logic_error("not implemented"); }

  // Takes one permit; waits for it no longer than `timeout`. False: time is up and no permit was
  // taken. A permit that is free is taken even if `timeout` is zero or negative. Any duration is
  // fine: one too long to be added to the present waits as if there were no limit.
  template <class Rep, class Period>
  [[nodiscard]] bool try_acquire_for(const std::chrono::duration<Rep, Period>& /*timeout*/) {
    throw std::logic_error("not implemented");
  }

  // As try_acquire_for, with a point in time of any standard clock as the limit. A permit that is
  // free is taken even if `deadline` has passed.
  template <class Clock, class Duration>
  [[nodiscard]] bool try_acquire_until(
      const std::chrono::time_point<Clock, Duration>& /*deadline*/) {
    throw std::logic_error("not implemented");
  }

  // Puts `n` permits back and lets up to `n` waiters go. release(0) does nothing.
  // Errors: std::invalid_argument if n < 0; std::overflow_error if available() + n > max.
  void release(std::ptrdiff_t /*n*/ = 1) { throw std::logic_error("not implemented"); }

  // The number of free permits: a snapshot that other threads may already have outdated.
  [[nodiscard]] std::ptrdiff_t available() const { throw std::logic_error("not implemented"); }

 private:
  // Your state.
};

}  // namespace kata
