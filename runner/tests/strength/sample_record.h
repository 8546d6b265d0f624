// A record with one of everything: two katas, wrong solutions that are caught by this and not by
// that, a right one.
#pragma once

#include "strength/record.h"

namespace runner {

[[nodiscard]] StrengthRecord sample_record();

}  // namespace runner
