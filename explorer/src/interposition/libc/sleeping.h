// Sleeping in virtual time.
#pragma once

#include <cstdint>

#include "runtime/execution.h"

namespace explorer {

// `duration`: nanoseconds from now, not negative.
void controlled_sleep(ControlledThread& self, std::int64_t duration, std::uintptr_t site);

}  // namespace explorer
