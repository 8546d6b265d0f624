// Sums over a record: the headline figures.
//
// Pure functions.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "strength/record.h"

namespace runner {

// How one way of testing did on a set of wrong solutions.
struct WayFigures {
  int asked = 0;
  int caught = 0;
  std::int64_t median_milliseconds = 0;  // Of those that were caught.
};

struct Headline {
  int faults = 0;  // That have been measured.
  int unmeasured = 0;
  int subtle = 0;      // That the plain test passes in every run.
  WayFigures grading;  // The explorer alone, a whole grading.
  WayFigures stress;
  WayFigures plain;
  WayFigures grading_of_subtle;
  WayFigures stress_of_subtle;
  std::uint64_t median_schedules = 0;  // Of gradings, until the first failure.

  int seeds = 0;          // The most that any was asked with.
  int bound = 0;          // Wrong solutions that the explorer is bound to catch.
  int in_every_seed = 0;  // ... and does, as declared, in every seed.
  int tsan_seeds = 0;
  int by_tsan = 0;  // As declared, in at least one seed.
  int by_either = 0;
  int first_line_right = 0;  // The whole grading's first finding is one that is declared.
};

[[nodiscard]] Headline headline(const StrengthRecord& record);

// Declared finding (the first, where there are several) -> finding named first by a whole grading
// ("" for none) -> how often. A finding that is declared counts as the first one declared.
using Confusion = std::map<std::string, std::map<std::string, int>>;
[[nodiscard]] Confusion confusion(const StrengthRecord& record);

struct FalseAlarms {
  int gradings = 0;
  int rejections = 0;
  int fewest = 0;  // Gradings of that right solution which has the fewest.
};

// Of all right solutions, by circumstances.
[[nodiscard]] std::map<std::string, FalseAlarms> false_alarms(const StrengthRecord& record);

// Whether a plain test passes it in every run: no strawman.
[[nodiscard]] bool subtle(const FaultFigures& fault);

}  // namespace runner
