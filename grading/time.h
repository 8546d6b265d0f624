// Time in behaviours. Durations are written in real units ("five seconds"); what they come to is
// the stage's business: real threads run them a hundred times faster.
//
// No behaviour may assert an upper bound on time: a loaded machine takes as long as it takes.
#pragma once

#include <chrono>

namespace grading {

// What `duration` comes to in this stage; at least one millisecond unless it is zero or negative.
[[nodiscard]] std::chrono::nanoseconds scaled(std::chrono::nanoseconds duration);

// Lets `duration` pass, unscaled; for giving others the time to do what they should not.
void let_pass(std::chrono::nanoseconds duration);

// Sets the system clock forward or back, as an administrator or a time server does, where clocks
// are under control; on real threads it does nothing. Nobody who waits for a length of time may
// notice.
void set_system_clock(std::chrono::nanoseconds by);

// Measures on the steady clock.
class Stopwatch {
 public:
  [[nodiscard]] std::chrono::nanoseconds elapsed() const {
    return std::chrono::steady_clock::now() - start_;
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace grading
