// Grades what claims are about, several at a time, and weighs the verdicts. What runs on real
// threads runs one at a time: it needs more than one processor, and what it finds depends on that.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "authoring/proof.h"
#include "catalog/catalog.h"

namespace runner {

struct ProveOptions {
  Layout layout;
  std::vector<Stage> stages = {Stage::explorer, Stage::tsan};  // Each is asked by itself.
  int jobs = 1;
  int repeat = 1;           // Each claim has to hold that often, with another seed each time.
  bool all_rounds = false;  // Also after one in which it did not hold: to count them.
  std::uint64_t seed = 1;
  std::string backend;  // Of the explorer; see GradeRequest.
  // Called with the index of the claim; from one thread at a time.
  std::function<void(std::size_t, const ProofResult&)> on_result;
};

// Blocks until all claims are weighed, or until a stop is requested: the rest is `error` then. The
// results are in the order of the claims. Throws UserError when the toolchain is missing.
[[nodiscard]] std::vector<ProofResult> prove(const std::vector<Claim>& claims,
                                             const ProveOptions& options);

}  // namespace runner
