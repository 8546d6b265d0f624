// Which of a verdict's results a person should hear of first, and how far the code has come.
//
// Pure functions; pointers are into the verdict given.
#pragma once

#include <optional>
#include <vector>

#include "verdict/verdict.h"

namespace runner {

// Results that are not passes and were run: lower tiers first, within a tier the graver finding
// first, then the grader's order.
[[nodiscard]] std::vector<const BehaviourResult*> failures_worst_first(const Verdict& verdict);

// The highest tier that holds in full together with all tiers below it.
[[nodiscard]] std::optional<Tier> level_reached(const Verdict& verdict);

// Whether every behaviour that was run says that nothing has been written yet.
[[nodiscard]] bool nothing_implemented(const Verdict& verdict);

}  // namespace runner
