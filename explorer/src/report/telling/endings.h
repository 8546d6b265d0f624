// How a story ends: the last steps, which the trace does not hold, and what became of each thread.
#pragma once

#include <string>
#include <vector>

#include "explorer/story.h"
#include "report/evidence.h"
#include "report/facts/names.h"
#include "report/facts/waits.h"
#include "report/symbols/symbols.h"

namespace explorer {

// One access of a memory fault as a step: "writes counter (4 bytes)".
[[nodiscard]] StoryStep access_step(const ExecutionRecord& record, const Evidence& evidence,
                                    const AccessSite& access, const Names& names, Symbols& symbols);

// The step at which the finding was noticed, and a step for each thread that blocked at the end
// without an event that says so.
[[nodiscard]] std::vector<StoryStep> ending_steps(const ExecutionRecord& record,
                                                  const Evidence& evidence, const Names& names,
                                                  Symbols& symbols);

// One lane per thread of the record, with what became of it.
[[nodiscard]] std::vector<StoryLane> lanes_of(const ExecutionRecord& record, const Names& names,
                                              Symbols& symbols);

// "waiting for mutex #1 (held by T2)", "waiting for condvar #1", "waiting for T1 to end",
// "waiting in latch::wait()".
[[nodiscard]] std::string wait_words(const Wait& wait, const Names& names);

// What a memory fault's address is: "counter", "bytes 4 to 7 of a heap block of 24 bytes", or
// nothing where only the accesses' own lines can tell (local variables).
[[nodiscard]] std::string memory_words(const Evidence& evidence, Symbols& symbols);

}  // namespace explorer
