// What is remembered about a learner's way through the katas. Plain data.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "verdict/verdict.h"

namespace runner {

// One graded attempt.
struct Attempt {
  std::string time;  // UTC, "2026-11-29T15:07:22Z".
  Status status = Status::error;
  std::string finding;  // Of the worst failure; empty on pass.
  std::map<Tier, TierCount> tiers;
  std::string copy;  // File name of the header's copy below attempts/<slug>/; may be empty.
  std::string workspace;
};

struct KataProgress {
  std::vector<Attempt> attempts;  // Oldest first; the oldest are dropped beyond a bound.
  std::int64_t graded = 0;        // All attempts there ever were.
  std::map<Tier, TierCount> best;
  std::string passed_at;  // Time of the first pass; empty until then.
  int hints_shown = 0;
  bool gave_up = false;  // Asked for the solution before passing.

  [[nodiscard]] bool passed() const { return !passed_at.empty(); }
  [[nodiscard]] bool started() const { return graded > 0; }
};

struct Progress {
  static constexpr int kVersion = 1;
  std::map<std::string, KataProgress> katas;
  std::string current;  // Slug of the kata graded, shown or hinted last; may be empty.
};

}  // namespace runner
