// Proofs as text for a person and as JSON.
//
// Pure functions.
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "authoring/proof.h"
#include "strength/plain_test.h"
#include "system/terminal.h"

namespace runner {

// What people use instead, tried on the same header.
struct Rivals {
  bool tried = false;
  PlainOutcome plain;
  PlainOutcome stress;
};

struct Proof {
  Claim claim;
  ProofResult result;
  Rivals rivals;
};

// A claim and what came of it, in a line or two.
[[nodiscard]] std::string proof_line(const Style& style, const Claim& claim,
                                     const ProofResult& result);
// The same for what people use instead.
[[nodiscard]] std::string rivals_line(const Style& style, const Claim& claim, const Rivals& rivals);

// All of it, by kata, with sums.
[[nodiscard]] std::string proofs_text(const Style& style, const std::vector<Proof>& proofs);

[[nodiscard]] nlohmann::json proofs_json(const std::vector<Proof>& proofs);

// 0 all proved, 1 some refuted, 2 some could not be graded.
[[nodiscard]] int proofs_exit_code(const std::vector<Proof>& proofs);

}  // namespace runner
