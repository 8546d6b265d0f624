// Runs of graders that never ran, for the tests of what they are judged to be.
#pragma once

#include <string>
#include <vector>

#include "stages/grader_process.h"

namespace runner::testing {

// A run that exited with status 0 after these messages.
inline GraderRun run_with(std::vector<nlohmann::json> messages) {
  GraderRun run;
  run.messages = std::move(messages);
  run.outcome.ending = Ending::exited;
  return run;
}

inline nlohmann::json hello() { return {{"type", "hello"}, {"protocol", 1}}; }

inline nlohmann::json end(const std::string& status, const std::string& name = "b") {
  return {{"type", "end"}, {"name", name}, {"status", status}, {"runs", 3}, {"milliseconds", 1}};
}

inline nlohmann::json failure(const std::string& finding, const std::string& message) {
  return {{"type", "failure"}, {"finding", finding}, {"message", message}};
}

inline nlohmann::json race(const std::string& kind) {
  return {{"type", "race"}, {"kind", kind}, {"accesses", nlohmann::json::array()}};
}

}  // namespace runner::testing
