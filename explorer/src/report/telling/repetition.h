// Keeps long stories short.
#pragma once

#include <cstddef>
#include <vector>

#include "explorer/story.h"

namespace explorer {

// Tells a sequence of steps that repeats (the same threads doing the same at the same lines) once,
// with a note on how often. Decisive steps and those of different notes are not merged away.
// O(steps x longest period).
[[nodiscard]] std::vector<StoryStep> without_repetition(std::vector<StoryStep> steps);

// Leaves out the middle of a story of more than `most` steps; decisive steps stay. The step after
// the gap says how many are missing. Requires: most >= 4.
[[nodiscard]] std::vector<StoryStep> shortened(std::vector<StoryStep> steps, std::size_t most);

}  // namespace explorer
