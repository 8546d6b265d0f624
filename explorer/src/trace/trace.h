// The record of one execution: which thread did what at each step, and every choice that was made.
//
// A trace is append-only while an execution runs and read-only afterwards. Storage is reused from
// one execution to the next: clear() keeps capacity, so a steady state does not allocate.
#pragma once

#include <cstdint>
#include <vector>

#include "trace/operation.h"

namespace explorer {

// A decision the strategy took: which thread runs next, or which of `count` values is drawn.
enum class ChoiceKind : std::uint8_t {
  thread,           // value = thread index
  notified_waiter,  // which waiter a notify, post or unlock hands on to
  spurious_wake,    // 1 = this wait returns without a notify
  timeout_first,    // 1 = the deadline fires although something else could run (adversarial)
  weak_failure,     // 1 = try_lock or weak compare-exchange fails although it could succeed
  body_choice,      // explorer::choose(n)
};

struct Choice {
  ChoiceKind kind = ChoiceKind::thread;
  std::uint16_t count = 0;  // How many alternatives there were; for `thread`, how many could run.
  std::uint16_t value = 0;
  std::uint32_t step = 0;  // Number of the event that followed.
  // For `thread`: the answer is usual_thread()'s (scheduling/strategy.h). Only makes tokens short.
  bool usual = false;
};

enum class Outcome : std::uint8_t {
  proceeded,  // The operation took effect.
  blocked,    // It could not yet: the thread parked.
  refused,    // A try or weak operation failed.
  timed_out,
  spurious,  // A wait returned without a notify.
};

struct Event {
  std::uint32_t step = 0;
  ThreadIndex thread = 0;
  Outcome outcome = Outcome::proceeded;
  Operation operation;
  std::int64_t virtual_nanoseconds = 0;
};

struct Trace {
  std::vector<Event> events;
  std::vector<Choice> choices;
  void clear() {
    events.clear();
    choices.clear();
  }
};

}  // namespace explorer
