// How a wrong solution was caught, stage by stage.
//
// Pure functions.
#pragma once

#include <string>
#include <vector>

#include "authoring/proof.h"

namespace runner {

// See weigh().
[[nodiscard]] ProofResult weigh_faulty(const FaultyExpectation& expectation,
                                       const std::vector<Verdict>& verdicts);

// Adds a round with a further seed. Both are of the same stages, or `sum` is empty.
void add_catches(std::vector<Catches>& sum, const std::vector<Catches>& round);

// What went wrong first, in a line: "data_race in exact_counts: two threads ...".
[[nodiscard]] std::string first_failure(const Verdict& verdict);

}  // namespace runner
