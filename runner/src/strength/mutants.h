// What `kata mutate KATA --json FILE` has found out, taken into a record.
#pragma once

#include <string>
#include <string_view>

#include "strength/record.h"

namespace runner {

// Replaces what the record says of the mutants of that kata. Throws UserError that names `file`
// when the text is no such report, or of a kata that is not on record.
void take_in_mutants(StrengthRecord& record, std::string_view report, const std::string& file);

}  // namespace runner
