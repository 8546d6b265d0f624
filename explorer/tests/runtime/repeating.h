// Runs one schedule again and again, for tests that compare what happens.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "explorer/options.h"
#include "trace/trace.h"

namespace explorer {

// A random walk without limits that matter.
[[nodiscard]] Options walk();

// The choices of some execution of the body.
[[nodiscard]] std::vector<Choice> some_schedule(const std::function<void()>& body);

// Every event of the execution that these choices lead to, one a line. Expects that they fit.
[[nodiscard]] std::string trace_of(const std::vector<Choice>& choices, Backend backend,
                                   const std::function<void()>& body);

}  // namespace explorer
