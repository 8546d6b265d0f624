// Turns what would kill the process, while controlled threads run, into a finding.
#pragma once

#include <signal.h>

namespace explorer {

// Covers signals that a thread raises by its own doing (on an alternate stack, so that a stack
// overflow is caught too) and std::terminate, for the scope's lifetime. Crashes outside controlled
// code keep their usual effect.
class CrashGuard {
 public:
  CrashGuard();
  ~CrashGuard();
  CrashGuard(const CrashGuard&) = delete;
  CrashGuard& operator=(const CrashGuard&) = delete;

  // Whether this is how a guard handles a signal.
  [[nodiscard]] static bool catches(const struct sigaction& action);

 private:
  struct Saved;
  Saved* saved_;
};

}  // namespace explorer
