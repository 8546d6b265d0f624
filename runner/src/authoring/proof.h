// One claim about a kata's grader, and whether a grading bears it out.
//
// Thread-safety: plain data and pure functions.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "authoring/expectation.h"
#include "catalog/catalog.h"
#include "verdict/verdict.h"

namespace runner {

struct Claim {
  enum class Kind { stub, reference, submission, faulty, accepted };
  Kind kind = Kind::reference;
  Kata kata;
  std::string subject;  // "reference", "faulty/no_lock", ...
  std::filesystem::path header;
  FaultyExpectation faulty;      // Of Kind::faulty.
  AcceptedExpectation accepted;  // Of Kind::accepted.
  std::string damage;            // Why the claim itself cannot be read; empty when it can.

  // "data_race in exact_counts"
  [[nodiscard]] std::string expected() const;
};

enum class ProofStatus {
  proved,
  known_limit,  // Not claimed of this stage; see FaultyExpectation.
  refuted,
  error,  // It could not be graded.
};

struct ProofResult {
  ProofStatus status = ProofStatus::error;
  std::string observed;  // In words.
  std::int64_t milliseconds = 0;
};

[[nodiscard]] const char* name(ProofStatus status);

// What `verdict`, the grading of claim.header, says about the claim.
[[nodiscard]] ProofResult weigh(const Claim& claim, const Verdict& verdict);

}  // namespace runner
