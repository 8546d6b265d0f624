// Decides from samples of a program's threads that it sleeps for ever, or has been stopped.
//
// Tolerant of load: a thread that has been woken but gets no processor counts as able to run, so a
// busy machine delays the answer and never changes it. Pure: the caller brings samples and time.
#pragma once

#include <chrono>
#include <vector>

#include "process/procfs.h"

namespace runner {

class HangDetector {
 public:
  enum class State { running, hung, stopped };
  using TimePoint = std::chrono::steady_clock::time_point;

  // Both must be reached: so much time, and so many samples (the caller may itself have been kept
  // from looking).
  struct Patience {
    std::chrono::milliseconds time;
    int samples;
  };
  static constexpr Patience kPatient{std::chrono::milliseconds(1500), 25};
  // For when the program itself has said that it gets no further.
  static constexpr Patience kExpecting{std::chrono::milliseconds(200), 4};

  // `threads` are those that count, in any order.
  [[nodiscard]] State look(std::vector<ThreadSample> threads, TimePoint now,
                           Patience patience = kPatient);

 private:
  std::vector<ThreadSample> previous_;
  TimePoint quiet_since_{};
  int quiet_samples_ = 0;
};

}  // namespace runner
