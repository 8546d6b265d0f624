// One-time initialisation: what pthread_once and function-local statics have in common.
//
// The first thread to begin runs the initialiser; others that come meanwhile block until it has
// ended. Everybody who passes sees what the initialiser did.
#pragma once

#include <cstdint>

#include "runtime/execution.h"

namespace explorer {

enum class OnceState : std::uint8_t { untouched, running, finished };

// `state` reads the program's own flag: it outlives executions. True: the caller must initialise
// and then call once_end.
bool once_begin(ControlledThread& self, std::uintptr_t address, std::uintptr_t site,
                OnceState (*state)(std::uintptr_t));
// Requires: once_begin returned true. `publish` sets the flag before the others may look.
void once_end(ControlledThread& self, std::uintptr_t address, std::uintptr_t site);

}  // namespace explorer
