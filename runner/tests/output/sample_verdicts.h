// Verdicts of every kind, for the tests of what is made of them.
#pragma once

#include "verdict/verdict.h"

namespace runner {

// Core in full, one of two robust behaviours failed by a race, one senior behaviour not run.
[[nodiscard]] Verdict failed_verdict();
[[nodiscard]] Verdict passed_verdict();
[[nodiscard]] Verdict compile_error_verdict();
[[nodiscard]] Verdict not_implemented_verdict();
// A hang with two threads; the toolchain is missing half way.
[[nodiscard]] Verdict hang_verdict();
[[nodiscard]] Verdict could_not_grade_verdict();
// Found by the explorer: with a story, a schedule and a token.
[[nodiscard]] Verdict explored_failure_verdict();
// Held in both stages: proved, sampled, and judged by ThreadSanitizer alone.
[[nodiscard]] Verdict explored_pass_verdict();
// Failures of every kind at once, with hostile text in all of them.
[[nodiscard]] Verdict hostile_verdict();

}  // namespace runner
