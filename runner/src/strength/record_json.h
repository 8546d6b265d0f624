// A StrengthRecord as a file: JSON with one line per wrong or right solution, so that a change of
// one of them is a change of one line.
//
// Pure functions.
#pragma once

#include <string>
#include <string_view>

#include "strength/record.h"

namespace runner {

[[nodiscard]] std::string record_to_json(const StrengthRecord& record);

// Throws UserError that names `file` when the text is no record of this version.
[[nodiscard]] StrengthRecord record_from_json(std::string_view text, const std::string& file);

}  // namespace runner
