#include "grading/time.h"

#include <time.h>

#include <algorithm>

#include "grading/src/raw_syscall.h"

namespace grading {
namespace {

// Five seconds become fifty milliseconds: far above what a thread switch takes, far below what
// makes a person impatient.
constexpr int kSpeedUp = 100;

}  // namespace

std::chrono::nanoseconds scaled(std::chrono::nanoseconds duration) {
  if (duration <= std::chrono::nanoseconds::zero()) return duration;
  return std::max<std::chrono::nanoseconds>(duration / kSpeedUp, std::chrono::milliseconds(1));
}

void set_system_clock(std::chrono::nanoseconds /*by*/) {}

void let_pass(std::chrono::nanoseconds duration) {
  if (duration <= std::chrono::nanoseconds::zero()) return;
  timespec rest{duration.count() / 1'000'000'000, duration.count() % 1'000'000'000};
  while (raw_syscall(SYS_nanosleep, as_argument(&rest), as_argument(&rest)) == -4 /* EINTR */) {
  }
}

}  // namespace grading
