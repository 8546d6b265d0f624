// What a kata's discussion asks.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace runner {

// The questions of solutions/<kata>/README.md without their answers: in the section whose title
// speaks of questions, what stands in bold at the beginning of a paragraph or an item. Pure.
[[nodiscard]] std::vector<std::string> discussion_questions(std::string_view markdown);

}  // namespace runner
