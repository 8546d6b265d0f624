// Between the program's clocks and virtual time.
#pragma once

#include <time.h>

#include <cstdint>
#include <limits>

#include "runtime/execution.h"
#include "runtime/virtual_clock.h"

namespace explorer {

inline constexpr std::int64_t kNanosecondsPerSecond = 1'000'000'000;

[[nodiscard]] inline bool is_valid(const timespec& time) {
  return time.tv_nsec >= 0 && time.tv_nsec < kNanosecondsPerSecond;
}

// Saturates: some programs wait until the end of time.
[[nodiscard]] inline std::int64_t nanoseconds(const timespec& time) {
  constexpr std::int64_t kFarSeconds =
      std::numeric_limits<std::int64_t>::max() / kNanosecondsPerSecond / 2;
  if (time.tv_sec >= kFarSeconds) return kFarSeconds * kNanosecondsPerSecond;
  if (time.tv_sec <= -kFarSeconds) return -kFarSeconds * kNanosecondsPerSecond;
  return time.tv_sec * kNanosecondsPerSecond + time.tv_nsec;
}

// What the clock would have read at virtual time 0. Requires: there is an execution.
[[nodiscard]] inline std::int64_t clock_begin(clockid_t clock) {
  return clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE || clock == CLOCK_TAI
             ? Execution::current->clock().realtime_begin()
             : VirtualClock::kMonotonicBegin;
}

// A moment on one of the program's clocks, as virtual nanoseconds.
[[nodiscard]] inline std::int64_t virtual_deadline(clockid_t clock, const timespec& time) {
  return nanoseconds(time) - clock_begin(clock);
}

[[nodiscard]] inline timespec to_timespec(std::int64_t time) {
  return {time / kNanosecondsPerSecond, time % kNanosecondsPerSecond};
}

}  // namespace explorer
