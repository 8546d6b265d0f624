// Schedules as short printable words: what a report prints and a replay reads.
//
// A token consists of letters, digits, '-' and '_', starts with the letter of its format version
// and ends with a checksum that notices every single wrong, missing or exchanged character.
// A typical minimised schedule takes about a dozen characters. Pure functions.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "trace/schedule.h"

namespace explorer {

[[nodiscard]] std::string encode(const Schedule& schedule);

struct DecodedToken {
  std::optional<Schedule> schedule;
  std::string error;  // A sentence, if there is no schedule.
};

// Never throws for what the token contains. Requires no particular origin of the token: whatever a
// user pastes is either a schedule or an error.
[[nodiscard]] DecodedToken decode(std::string_view token);

}  // namespace explorer
