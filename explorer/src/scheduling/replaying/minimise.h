// Makes a failing schedule simple enough to be told: the fewest context switches, no needless
// spurious wake-up, early timeout or refused attempt, then the fewest steps.
//
// A greedy search: the end is cut off, blocks of steps of one thread are joined with the thread's
// next block or dropped, answers are set back to 0, and whatever still gives the same finding is
// kept (after Jalbert and Sen, FSE 2010). The result is not always the least there is, but no
// single one of these changes improves it unless the trials ran out.
#pragma once

#include <cstdint>
#include <functional>

#include "scheduling/strategy.h"
#include "trace/trace.h"

namespace explorer {

// Runs one execution under the strategy, from begin_execution() to end_execution(), and stores its
// trace. Returns whether it ended in the same finding.
using Trial = std::function<bool(Strategy& strategy, Trace& trace)>;

struct Minimised {
  Trace trace;
  unsigned trials = 0;  // Executions that were run.
};

// Requires: `failing` is the trace of an execution with the finding, complete with its choices.
// Runs at most `max_trials` executions. The result is `failing` itself or the trace of a trial that
// gave the finding.
[[nodiscard]] Minimised minimise(const Trace& failing, const Trial& trial,
                                 unsigned max_trials = 500);

// What is minimised, most important first.
struct Drama {
  std::uint32_t switches = 0;  // Changes of the running thread.
  std::uint32_t answers = 0;   // Values other than 0.
  std::uint32_t steps = 0;
  friend auto operator<=>(const Drama&, const Drama&) = default;
};
[[nodiscard]] Drama drama_of(const Trace& trace);

}  // namespace explorer
