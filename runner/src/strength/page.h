// docs/grader-strength.md, made of a record. Equal records make equal pages.
//
// Pure functions.
#pragma once

#include <string>

#include "strength/record.h"

namespace runner {

[[nodiscard]] std::string strength_page(const StrengthRecord& record);

}  // namespace runner
