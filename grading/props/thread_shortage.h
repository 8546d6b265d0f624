// Makes the system refuse threads, as it does when a limit is reached.
//
// Thread-safety: made and destroyed by the thread that runs the behaviour, one at a time.
#pragma once

namespace grading {

// While it lives, `left` more std::threads can be started in the process, jthreads and the threads
// of std::async included; from then on starting one throws std::system_error.
class ThreadShortage {
 public:
  explicit ThreadShortage(unsigned left);
  ~ThreadShortage();
  ThreadShortage(const ThreadShortage&) = delete;
  ThreadShortage& operator=(const ThreadShortage&) = delete;

  // Whether a thread has been refused so far.
  [[nodiscard]] bool felt() const;
};

}  // namespace grading
