// Whether a right solution is rejected, which it never should be.
#pragma once

#include <cstdint>
#include <string>

#include "authoring/proof.h"
#include "catalog/catalog.h"
#include "strength/circumstances.h"

namespace runner {

// Grades it once, as the circumstances are. Empty: it passes what its claim names. Otherwise what
// was said against it. Blocks for seconds; interruptible, see process/stop.h. Throws UserError when
// the toolchain is missing.
[[nodiscard]] std::string rejection_under(const Circumstances& circumstances, const Claim& claim,
                                          const Layout& layout, std::uint64_t seed);

}  // namespace runner
