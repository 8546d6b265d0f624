// Whether a right solution is rejected, which it never should be.
#pragma once

#include <cstdint>
#include <string>

#include "authoring/proof.h"
#include "catalog/catalog.h"
#include "strength/circumstances.h"

namespace runner {

struct Trial {
  bool graded = false;  // False: the machine or the toolchain failed, not the solution.
  bool passed = false;  // All that its claim names.
  std::string words;    // What was said against it, or why it was not graded.
};

// Grades it once, as the circumstances are. Blocks for seconds; interruptible, see process/stop.h.
// Throws UserError when the toolchain is missing.
[[nodiscard]] Trial try_under(const Circumstances& circumstances, const Claim& claim,
                              const Layout& layout, std::uint64_t seed);

}  // namespace runner
