// What a run of mutants came to: for people and as JSON.
//
// Pure functions.
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "mutation/equivalents.h"
#include "mutation/mutant.h"
#include "mutation/results.h"
#include "system/terminal.h"

namespace runner {

struct MutationReport {
  std::string kata;
  std::string reference;  // The path of the reference, as it is shown.
  std::string source;     // Its text.
  std::vector<Mutant> mutants;
  std::vector<MutantResult> results;  // One for each mutant.
  std::vector<EquivalentMutant> equivalents;
  std::uint64_t seed = 1;

  [[nodiscard]] bool is_equivalent(std::size_t index) const;
  [[nodiscard]] std::size_t count(Fate fate) const;  // Without those listed as equivalent.
  // 0 no unexplained survivor and nothing wrongly explained; 1 some; 2 some could not be graded.
  [[nodiscard]] int exit_code() const;
};

// "drop_notify.release.3f2a91  semaphore.h:73  killed by data_race in ..."
[[nodiscard]] std::string result_line(const Mutant& mutant, const MutantResult& result,
                                      const Style& style);
[[nodiscard]] std::string diff_of(const MutationReport& report, std::size_t index,
                                  const Style& style);
// Survivors with their diffs, what is wrong with the list of equivalents, and the numbers.
[[nodiscard]] std::string summary_text(const MutationReport& report, const Style& style);
[[nodiscard]] nlohmann::json to_json(const MutationReport& report);

}  // namespace runner
