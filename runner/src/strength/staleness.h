// Whether a record still tells the truth about the repository: a check that measures nothing.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "catalog/catalog.h"
#include "strength/record.h"

namespace runner {

// Why it does not, a line each; empty when it does. Katas, wrong and right solutions that it does
// not list, or that are gone; solutions, declarations, behaviours and plain tests that have changed
// since they were measured. What is listed as not measured is no lie. Times never make a record
// stale, nor does the rest of a grader.
[[nodiscard]] std::vector<std::string> stale(const StrengthRecord& record, const Layout& layout,
                                             const std::vector<Kata>& katas);

// Makes it true again without measuring: lists what there is, and forgets figures that are out of
// date.
void forget_what_is_stale(StrengthRecord& record, const Layout& layout,
                          const std::vector<Kata>& katas);

}  // namespace runner
