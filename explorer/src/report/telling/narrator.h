// From a trace to the steps a reader needs.
//
// Steps inside library functions are told as the call the author wrote; atomic operations of one
// line are told as one; repetitions once. Who holds what and who waits for whom is added, and the
// two accesses of a memory fault, which are not events of the trace, are put where they happened.
#pragma once

#include <vector>

#include "explorer/story.h"
#include "report/evidence.h"
#include "report/facts/names.h"
#include "report/symbols/symbols.h"

namespace explorer {

// Stories longer than this leave their middle out.
inline constexpr std::size_t kMostStorySteps = 240;

[[nodiscard]] std::vector<StoryStep> narrate(const ExecutionRecord& record,
                                             const Evidence& evidence, const Names& names,
                                             Symbols& symbols);

}  // namespace explorer
