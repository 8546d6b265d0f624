// The wish to stop everything that is running: Ctrl-C, or a file saved again while it is graded.
//
// Thread-safety: all functions may be called from any thread; request_stop() from a signal handler.
#pragma once

#include <chrono>

namespace runner {

// From now on run() kills what it runs and returns Ending::interrupted. `signal` is the signal that
// was the reason, 0 if there was none.
void request_stop(int signal = 0) noexcept;
[[nodiscard]] bool stop_requested() noexcept;
// The signal given to request_stop(), 0 if none.
[[nodiscard]] int stop_signal() noexcept;
// Lets new work begin after a stop.
void clear_stop() noexcept;

// Makes SIGINT, SIGTERM and SIGHUP request a stop for as long as it lives; a second signal that
// comes after `one_wish` ends the program at once. One that comes earlier is still the same wish:
// `timeout`, for one, signals the program and then its whole group. One at a time.
class StopOnSignals {
 public:
  explicit StopOnSignals(std::chrono::nanoseconds one_wish = std::chrono::milliseconds(300));
  ~StopOnSignals();
  StopOnSignals(const StopOnSignals&) = delete;
  StopOnSignals& operator=(const StopOnSignals&) = delete;
};

}  // namespace runner
