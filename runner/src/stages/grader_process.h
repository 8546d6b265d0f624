// Runs a built grader once: to list its behaviours or to run one of them.
//
// Thread-safety: may be called from several threads at once.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "process/run.h"
#include "stages/thread_stacks.h"

namespace runner {

struct GraderProgram {
  std::filesystem::path executable;
};

// All there is to know of one run, before it is judged.
struct GraderRun {
  std::vector<nlohmann::json> messages;
  std::string interference;  // See ChannelReader.
  Outcome outcome;
  std::chrono::milliseconds limit{0};  // What it was given.
  std::vector<ThreadStack> stacks;     // Of all threads, where it hung or ran out of time.
};

[[nodiscard]] GraderRun list_behaviours(const GraderProgram& program);
[[nodiscard]] GraderRun run_behaviour(const GraderProgram& program, const std::string& name,
                                      std::uint64_t seed, std::chrono::milliseconds limit);

}  // namespace runner
