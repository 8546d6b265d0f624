// What the kernel says about the threads of this process: a look from outside at each of them,
// without their help and without ordering anything.
//
// Thread-safety: every function may be called from any thread. Cost: some 20 µs per thread.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

namespace grading::process_view {

[[nodiscard]] int this_thread();
[[nodiscard]] std::vector<int> threads();

// The threads there were before the grader started any: the sanitizer's and the channel's.
// Requires: note_runtime_threads() is called once, at the start of main().
void note_runtime_threads();
[[nodiscard]] const std::vector<int>& runtime_threads();
[[nodiscard]] bool is_runtime_thread(int thread);

struct ThreadView {
  int thread = 0;
  bool asleep = false;  // Interruptible sleep; neither running nor ready to run.
  std::uint64_t voluntary = 0;
  std::uint64_t involuntary = 0;

  friend bool operator==(const ThreadView&, const ThreadView&) = default;
};

// Nothing when there is no such thread (any more).
[[nodiscard]] std::optional<ThreadView> look_at(int thread);

// In which kind of system call a thread sleeps.
enum class WaitsIn : std::uint8_t {
  futex,        // Until it is woken: nothing else ends it in the next ten minutes.
  timed_futex,  // Until it is woken or its deadline passes.
  sleep,        // A clock alone ends it.
  other,
  running,  // In none: it does not sleep (any more).
  unknown,  // The kernel does not say.
};
[[nodiscard]] WaitsIn waits_in(int thread);

// Processor time a thread has used; zero when it is gone.
[[nodiscard]] std::chrono::nanoseconds processor_time(int thread);

}  // namespace grading::process_view
