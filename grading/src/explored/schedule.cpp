#include "grading/src/explored/schedule.h"

#include <cstdlib>

#include "explorer/controls.h"

namespace grading::schedule {
namespace {

State& current() {
  static State* const state = new State;
  return *state;
}

}  // namespace

const State& state() { return current(); }

void begin(bool hasty_clock) {
  const explorer::Uncontrolled outside;
  current().failure.noted = false;
  current().awaiting.waits = false;
  current().hasty_clock = hasty_clock;
}

void fail(std::string_view message, Finding finding) {
  if (!explorer::decided()) {
    const explorer::Uncontrolled outside;
    Failure& failure = current().failure;
    failure.noted = true;
    failure.message = message;
    failure.finding = finding;
  }
  explorer::fail(message);
  std::abort();  // Not reached by a controlled thread.
}

// What goes on once the verdict is known only shows whether another wake-up would have helped.
AwaitingScope::AwaitingScope(std::string_view otherwise, Finding finding) {
  if (explorer::decided()) return;
  const explorer::Uncontrolled outside;
  Awaiting& awaiting = current().awaiting;
  awaiting.waits = true;
  awaiting.otherwise = otherwise;
  awaiting.finding = finding;
}

AwaitingScope::~AwaitingScope() {
  if (!explorer::decided()) current().awaiting.waits = false;
}

}  // namespace grading::schedule
