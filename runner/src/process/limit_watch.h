// Looks at a running program from time to time and says which limit it has passed, if any.
//
// Thread-safety: one owner.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <optional>

#include "process/hang.h"
#include "process/run.h"

namespace runner {

class LimitWatch {
 public:
  using Clock = std::chrono::steady_clock;

  // `observer` must outlive this.
  LimitWatch(const Limits& limits, const Observer& observer);

  // `guard` and what is below it is looked at. Cheap enough to be called every 20 ms.
  [[nodiscard]] std::optional<Ending> look(pid_t guard, Clock::time_point now);

  [[nodiscard]] std::uint64_t peak_memory_bytes() const { return peak_memory_; }
  [[nodiscard]] std::chrono::milliseconds cpu() const { return cpu_; }

 private:
  [[nodiscard]] std::optional<Ending> look_at_threads(const std::vector<pid_t>& processes,
                                                      Clock::time_point now);

  Limits limits_;
  const Observer& observer_;
  HangDetector hang_;
  Clock::time_point started_ = Clock::now();
  Clock::time_point next_thread_look_ = started_;
  std::chrono::nanoseconds waited_{0};
  std::chrono::milliseconds cpu_{0};
  std::uint64_t peak_memory_ = 0;
};

}  // namespace runner
