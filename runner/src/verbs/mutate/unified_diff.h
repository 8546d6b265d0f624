// The difference of two texts the way patches show it.
//
// Pure functions.
#pragma once

#include <string>

#include "system/terminal.h"

namespace runner {

// Hunks with three lines around each difference, after the two titles. Empty when they are equal.
[[nodiscard]] std::string unified_diff(const std::string& before, const std::string& after,
                                       const std::string& before_title,
                                       const std::string& after_title, const Style& style);

}  // namespace runner
