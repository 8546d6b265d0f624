// What the code under test printed, as far as it is worth keeping.
//
// Pure functions.
#pragma once

#include <string>

namespace runner {

// Appends `output` to `kept` without the reports that ThreadSanitizer prints, which are told in
// words elsewhere. What goes beyond 64 KiB is dropped.
void add_learner_output(std::string& kept, const std::string& output);

}  // namespace runner
