// The report layer's entrance: from the record of a failed execution to its story.
//
// Thread-safety: none; call between executions, from the driver. Symbols may be reused for several
// stories; process_symbols() makes them.
#pragma once

#include <string>

#include "explorer/story.h"
#include "report/evidence.h"
#include "report/symbols/symbols.h"

namespace explorer {

// The story of `record`, its finding included. Requires: evidence.kind is not none.
[[nodiscard]] Story tell(const ExecutionRecord& record, const Evidence& evidence, Symbols& symbols,
                         std::string token);

}  // namespace explorer
