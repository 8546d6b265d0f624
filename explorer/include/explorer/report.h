// What an exploration says at the end. Plain data.
#pragma once

#include <cstdint>
#include <string>

#include "explorer/finding.h"
#include "explorer/story.h"

namespace explorer {

struct Report {
  Finding finding;              // kind == none: nothing was found.
  Story story;                  // Empty when nothing was found.
  std::string token;            // Replays the failing schedule; empty when nothing was found.
  std::uint64_t schedules = 0;  // Executions run, the failing one included, minimisation excluded.
  std::uint64_t failing_schedule = 0;  // 1-based number of the schedule that failed; 0 if none.
  std::uint64_t steps = 0;
  std::uint64_t switches = 0;
  bool exhausted = false;  // Every schedule within the bounds was run: a proof, not a sample.
  double seconds = 0;
  std::uint64_t seed = 0;
  std::string strategy;
  std::string backend;

  [[nodiscard]] bool passed() const { return finding.kind == FindingKind::none; }
  // "proved: all 5,120 schedules", "sampled: 20,000 schedules, seed 42" or the finding's summary.
  [[nodiscard]] std::string verdict() const;
};

}  // namespace explorer
