// Futex waits and wakes by controlled threads: std::atomic::wait, std::counting_semaphore,
// std::latch, std::barrier and std::future end up here.
#pragma once

#include <time.h>

#include <cstdint>

#include "runtime/execution.h"

namespace explorer {

struct FutexCall {
  std::uint32_t* word = nullptr;
  int operation = 0;
  std::uint32_t value = 0;  // Expected by a wait; how many a wake concerns.
  const timespec* timeout = nullptr;
  std::uint32_t bits = 0;
};

// Returns what the kernel would: a negative errno on failure.
long controlled_futex(ControlledThread& self, const FutexCall& call, std::uintptr_t site);

}  // namespace explorer
