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
#include "stages/places/thread_stacks.h"
#include "verdict/verdict.h"

namespace runner {

struct GraderProgram {
  std::filesystem::path executable;
  Stage stage = Stage::tsan;  // That it was built for.
};

// How one behaviour is to be run.
struct BehaviourRequest {
  std::string name;
  std::uint64_t seed = 1;
  std::chrono::milliseconds limit{10'000};
  // Of the explorer's stage alone: the one schedule to run, and the form of its story.
  std::string token;
  std::string story = "text";
  std::string backend = {};  // Its own choice when empty.
};

// All there is to know of one run, before it is judged.
struct GraderRun {
  Stage stage = Stage::tsan;
  std::vector<nlohmann::json> messages;
  std::string interference;  // See ChannelReader.
  Outcome outcome;
  std::chrono::milliseconds limit{0};  // What it was given.
  // Of all threads, where it hung or ran out of time; of the thread that crashed, where one did.
  std::vector<ThreadStack> stacks;
};

[[nodiscard]] GraderRun list_behaviours(const GraderProgram& program);
[[nodiscard]] GraderRun run_behaviour(const GraderProgram& program,
                                      const BehaviourRequest& request);
// What run_behaviour() gives the program on its command line.
[[nodiscard]] std::vector<std::string> arguments_for(const GraderProgram& program,
                                                     const BehaviourRequest& request);

}  // namespace runner
