// One-time initialisation: what pthread_once and function-local statics have in common.
//
// The first thread to begin runs the initialiser; others that come meanwhile block until it has
// ended. Everybody who passes sees what the initialiser did.
#pragma once

#include <cstdint>

#include "runtime/execution.h"

namespace explorer {

enum class OnceState : std::uint8_t { untouched, running, finished };

// An initialisation, told apart by the address of the program's own flag.
struct Once {
  std::uintptr_t address;
  std::uintptr_t site;  // Who asks.
  // What is initialised for other code stays so for the rest of the process. To begin and end it is
  // no step, unless somebody has to wait: or the first execution would differ from all others.
  bool under_test;
};

// `state` reads the program's flag: it may outlive executions. True: the caller must initialise and
// then call once_end.
bool once_begin(ControlledThread& self, const Once& what, OnceState (*state)(std::uintptr_t));
// Requires: once_begin returned true, and the flag tells how the initialisation has ended.
void once_end(ControlledThread& self, const Once& what);

}  // namespace explorer
