// Seeded delays at the places where threads lock, wait and wake, to widen the gaps in which they
// can meet: before a notify, between unlocking and returning, between deciding to sleep and
// sleeping. The delays order nothing, so the sanitizer sees as many races as without them.
//
// Thread-safety: reach() and delaying() may be called from any thread; the others from main.
#pragma once

#include <cstdint>

namespace grading::perturbation {

enum class Point : std::uint8_t {
  before_lock,
  after_lock,
  before_unlock,
  after_unlock,
  before_wait,
  after_wait,
  before_wake,
  after_wake,
  before_atomic_change,  // Under ThreadSanitizer only.
};
inline constexpr unsigned kPoints = 9;

// Links the interposed functions in. Until it is called they only pass on.
void install();

// From now on threads are delayed: here and there for some microseconds, and at one place, drawn
// from `seed`, for long enough to let everybody else go first.
void begin(std::uint64_t seed);
void stop();

// The next `count` waits on condition variables may end without a reason.
void allow_spurious_wakes(unsigned count);
// Whether this wait is one of them.
[[nodiscard]] bool take_spurious_wake();
[[nodiscard]] unsigned spurious_wakes_left();

// True while some thread is being delayed.
[[nodiscard]] bool delaying();

// How often each point was reached since begin().
[[nodiscard]] std::uint32_t reached(Point point);

// A thread is at `point`.
void reach(Point point);

}  // namespace grading::perturbation
