// Signals as something to be read, between two steps of a loop, instead of interrupting it.
//
// Thread-safety: one object at a time, made before any thread is started.
#pragma once

#include <signal.h>

#include <vector>

namespace runner {

class SignalInbox {
 public:
  // Holds the given signals back for as long as it lives.
  explicit SignalInbox(const std::vector<int>& signals);
  ~SignalInbox();
  SignalInbox(const SignalInbox&) = delete;
  SignalInbox& operator=(const SignalInbox&) = delete;

  // Readable when a signal has come; -1 when that is not possible.
  [[nodiscard]] int descriptor() const { return descriptor_; }

  // Those that have come, oldest first. Does not block.
  [[nodiscard]] std::vector<int> read();

 private:
  sigset_t before_{};
  int descriptor_ = -1;
};

}  // namespace runner
