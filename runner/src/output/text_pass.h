// The part of the text report that says how well it is known that everything holds, and what to be
// ready for next.
//
// Pure functions; every text ends with a newline.
#pragma once

#include <string>

#include "output/format.h"
#include "verdict/verdict.h"

namespace runner {

// Requires: the verdict is a pass.
[[nodiscard]] std::string passed_text(const Verdict& verdict, const TextOptions& options);

}  // namespace runner
