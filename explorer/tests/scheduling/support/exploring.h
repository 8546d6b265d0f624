// Runs a strategy over a test program until it has enough and sums up what was seen.
#pragma once

#include <cstdint>
#include <set>
#include <string>

#include "program.h"
#include "trace/trace.h"

namespace explorer::test {

struct Exploration {
  std::uint64_t executions = 0;
  std::set<std::string> outcomes;  // Of executions that came to an end.
  std::uint64_t deadlocks = 0;
  std::uint64_t endless = 0;
  // Executions as sequences of threads and values, and the classes they form when independent
  // neighbours may change places.
  std::set<std::string> schedules;
  std::set<std::string> traces;
};

[[nodiscard]] Exploration explore(const Program& program, Strategy& strategy,
                                  std::uint64_t max_executions = 100'000);

// The same for all executions that belong to one class of Mazurkiewicz: the threads, operations and
// values of the events level by level (the normal form of Foata).
[[nodiscard]] std::string normal_form(const Trace& trace);

}  // namespace explorer::test
