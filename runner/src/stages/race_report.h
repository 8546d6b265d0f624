// A sanitizer's report, as the grading library sends it, and what it means to the learner.
//
// Pure functions.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "stages/places/frame.h"
#include "stages/places/symbolizer.h"
#include "verdict/verdict.h"

namespace runner {

struct RaceAccess {
  std::string thread;  // "main", "T1", ...; may be empty.
  bool write = false;
  bool atomic = false;
  int size = 0;
  std::vector<std::uint64_t>
      stack;  // Innermost first; addresses inside the calls, as the grading library sends them.
};

struct RaceReport {
  std::string kind;  // As the sanitizer names it: "data-race", "lock-order-inversion", ...
  // For reports that are about no accesses, such as those on mutexes: other stacks, with
  // size 0.
  std::vector<RaceAccess> accesses;
  // std::atomic_thread_fence was used, which ThreadSanitizer does not understand.
  bool fences_used = false;
};

// Requires: `message` has the type "race". What is missing in it is left empty.
[[nodiscard]] RaceReport read_race(const nlohmann::json& message);

// The finding a kind of report stands for, from the closed list.
[[nodiscard]] std::string finding_of(const RaceReport& report);
// The same; a data race with an object's end is the use of a dead object, seen from its other side.
[[nodiscard]] std::string finding_of(const RaceReport& report, const Symbols& symbols);

struct RaceWords {
  std::string message;
  std::vector<ThreadView> threads;
};

// `report` in words; `code` decides which frames are shown.
[[nodiscard]] RaceWords in_words(const RaceReport& report, const Symbols& symbols,
                                 const LearnersCode& code);

}  // namespace runner
