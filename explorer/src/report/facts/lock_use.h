// Accesses to memory that are uses of a lock or condition variable in it.
#pragma once

#include <optional>

#include "report/evidence.h"

namespace explorer {

// The operation that made the access, if that was one on a synchronization object there.
[[nodiscard]] std::optional<Operation> lock_use(const ExecutionRecord& record,
                                                const AccessSite& access);

}  // namespace explorer
