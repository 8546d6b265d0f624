// What a grader of the explorer's stage says of its exploration, besides its verdict.
//
// Pure functions.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "stages/grader_process.h"
#include "stages/places/frame.h"
#include "verdict/verdict.h"

namespace runner {

struct Exploration {
  std::uint64_t schedules = 0;
  std::uint64_t failing_schedule = 0;  // From 1; 0 when none failed.
  bool exhausted = false;              // All schedules there are.
  std::string finding;                 // Empty when there was none.
  std::string summary;                 // The finding in a sentence.
  std::vector<std::string> details;    // What supports it.
  std::vector<Frame> stack;            // Where it was noticed, innermost first.
  std::string token;                   // The explorer's own; empty when nothing failed.
  std::string story;                   // In the form that was asked for; may be empty.
};

// Nothing when `run` was of another stage, or ended too early to say anything.
[[nodiscard]] std::optional<Exploration> exploration_in(const GraderRun& run);

// Adds to `result`, the judgement of `run`, what only its exploration knows.
void add_exploration(BehaviourResult& result, const Exploration& exploration,
                     const LearnersCode& code);

// A schedule of a behaviour, as learners hand it on: "<behaviour>:<token>".
struct ScheduleName {
  std::string behaviour;
  std::string token;
};

// Nothing when one of the two parts is missing or has characters that it cannot have.
[[nodiscard]] std::optional<ScheduleName> parse_schedule_name(std::string_view text);

}  // namespace runner
