// The process between the runner and a program that is not to be trusted.
//
// It is the parent the program sees, and the reaper of everything the program leaves behind. It
// does little and allocates nothing: it is the child of a fork() in a process with threads, where
// only async-signal-safe calls are allowed.
#pragma once

#include <sys/resource.h>
#include <sys/types.h>

#include <cstdint>

namespace runner {

// What the guard tells the runner, written whole into a pipe.
struct GuardReport {
  enum class Kind : std::int32_t { started, not_started, ended, swept };
  Kind kind;
  std::int32_t value;      // pid; errno; wait status; number of processes left behind.
  std::int64_t cpu_micro;  // With `ended`: processor time of the program.
};

// All pointers stay valid until the guard has forked; prepared by the runner before fork().
struct GuardOrders {
  const char* const* argv;
  const char* const* environment;
  const char* directory;
  int output;   // Becomes the program's descriptors 1 and 2.
  int channel;  // Becomes its kChannelDescriptor; -1 for none.
  int report;   // Where GuardReports go.
  rlim_t cpu_seconds;
  rlim_t file_bytes;
  bool fixed_addresses;
  pid_t runner;
};

// Runs in the forked child. Ends the program and all its descendants when told by SIGTERM, which
// also arrives when the runner dies.
[[noreturn]] void guard_main(const GuardOrders& orders);

}  // namespace runner
