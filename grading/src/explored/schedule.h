// What the grader knows about the schedule that runs, or ran last: how it failed, and what the
// behaviour was waiting for. Kept outside of the explored program's memory, which is thrown away.
//
// Thread-safety: exactly one controlled thread runs at a time; nothing here is synchronised.
#pragma once

#include <string>
#include <string_view>

#include "grading/finding.h"

namespace grading::schedule {

struct Failure {
  bool noted = false;
  std::string message;
  Finding finding = Finding::wrong_result;
};

// What a learner reads if the behaviour waits in vain.
struct Awaiting {
  bool waits = false;
  std::string otherwise;
  Finding finding = Finding::hang;
};

struct State {
  Failure failure;
  Awaiting awaiting;
  // Deadlines pass although others could go on: how long something took says nothing.
  bool hasty_clock = false;
};
[[nodiscard]] const State& state();

// Called at the start of each schedule.
void begin(bool hasty_clock);

// Ends the schedule as failed. Requires: called by a controlled thread.
[[noreturn]] void fail(std::string_view message, Finding finding);

// While it lives, the behaviour waits for something that has to happen.
class AwaitingScope {
 public:
  AwaitingScope(std::string_view otherwise, Finding finding);
  ~AwaitingScope();
  AwaitingScope(const AwaitingScope&) = delete;
  AwaitingScope& operator=(const AwaitingScope&) = delete;
};

}  // namespace grading::schedule
