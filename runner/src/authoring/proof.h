// One claim about a kata's grader, and whether a grading bears it out.
//
// Thread-safety: plain data and pure functions.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
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

// What one stage said of a wrong solution, in the behaviour that the claim names.
struct Catch {
  Stage stage = Stage::tsan;
  std::string finding;            // Empty when it was not rejected.
  bool as_declared = false;       // Rejected, with a finding that the claim names.
  bool right_at_once = false;     // ... and that was the first finding, not one mentioned beside.
  std::uint64_t schedules = 0;    // The explorer's: until the first that failed; 0 if none did.
  std::int64_t milliseconds = 0;  // Of running the behaviour, up to the failure; without building.
};

// The same over several seeds.
struct Catches {
  Catch first;                          // Of the first seed.
  int asked = 0;                        // Seeds.
  int declared = 0;                     // In how many of them the catch was as declared, ...
  int at_once = 0;                      // ... and right at once.
  std::map<std::string, int> findings;  // The first one of each seed; "" where there was none.
};

struct ProofResult {
  ProofStatus status = ProofStatus::error;
  std::string observed;  // In words.
  std::int64_t milliseconds = 0;
  std::vector<Catches> catches;  // Of Kind::faulty: for each stage that was asked.
};

[[nodiscard]] const char* name(ProofStatus status);

// What `verdicts`, the gradings of claim.header by one stage each, say about the claim: it has to
// hold in each of them, except that a wrong solution need not be rejected by stages to which it is
// a known limit. Where several stages are asked, the first has to reject it.
[[nodiscard]] ProofResult weigh(const Claim& claim, const std::vector<Verdict>& verdicts);

}  // namespace runner
