// Runs a program once with real threads and the standard library; the code under test.
#pragma once

#include "program.h"

namespace explorer::fuzz {

[[nodiscard]] Outcome run_on_threads(const Program& program);

}  // namespace explorer::fuzz
