// Measures what a record lacks: each wrong solution by the graders and by what people use instead,
// each right solution under all circumstances.
#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <vector>

#include "catalog/catalog.h"
#include "strength/record.h"

namespace runner {

struct MeasureOptions {
  Layout layout;
  int seeds = 20;      // Of the explorer, for each wrong solution.
  int tsan_seeds = 3;  // Of ThreadSanitizer.
  int plain_runs = 3;
  std::chrono::seconds stress{10};
  int right_gradings = 1;  // Of each right solution, under each of the circumstances.
  bool fresh = false;      // Also what is not out of date.
  bool compare = true;     // Also by what people use instead.
  int jobs = 1;            // At a time. More than one falsifies times.
  std::string only;        // Subjects with this in their name; empty: all.
  // Both are called from one thread at a time.
  std::function<void(const std::string&)> tell;
  std::function<void(const StrengthRecord&)> keep;  // After each measurement.
};

// Takes in what is new in the catalogue, drops what is gone, and measures what is missing or out of
// date; goes on where an interrupted run has stopped. Returns the number of things that could not
// be measured. Throws UserError when the toolchain is missing.
int measure(const std::vector<Kata>& katas, StrengthRecord& record, const MeasureOptions& options);

}  // namespace runner
