// Decides what one run of one behaviour means.
//
// A pass needs proof: the grader's own word that the behaviour ended well, a clean exit, and
// nothing said against it. Everything else is something else.
//
// Pure functions.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "stages/grader_process.h"
#include "stages/places/frame.h"
#include "stages/places/symbolizer.h"
#include "stages/race_report.h"
#include "verdict/verdict.h"

namespace runner {

// What a grader says of a behaviour before it is run.
struct BehaviourInfo {
  std::string name;
  std::string sentence;
  Tier tier = Tier::core;
  std::chrono::milliseconds limit{10'000};
};

struct Listing {
  std::vector<BehaviourInfo> behaviours;
  // Set when the list could not be had: why, as the result of a behaviour that could not begin.
  std::optional<BehaviourResult> failure;
};

[[nodiscard]] Listing judge_listing(const GraderRun& run, const LearnersCode& code);

// `symbols` are those of the addresses that races_in() names.
[[nodiscard]] BehaviourResult judge(const BehaviourInfo& info, const GraderRun& run,
                                    const Symbols& symbols, const LearnersCode& code);

[[nodiscard]] std::vector<RaceReport> races_in(const GraderRun& run);

}  // namespace runner
