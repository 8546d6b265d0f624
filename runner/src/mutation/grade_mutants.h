// Compiles and grades mutants, several at a time, until each is killed or has passed everything.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "catalog/catalog.h"
#include "mutation/mutant.h"
#include "mutation/results.h"

namespace runner {

struct MutationOptions {
  Layout layout;
  Kata kata;
  int jobs = 1;
  std::uint64_t seed = 1;
  // Called with the index of the mutant when it has been graded, not when that was known already;
  // from one thread at a time.
  std::function<void(std::size_t, const MutantResult&)> on_result;
};

// The reference solution of a kata as a syntax tree, read with the compiler that graders are built
// with. Throws UserError when there is none or when it is no valid C++.
[[nodiscard]] SyntaxTree read_reference(const Layout& layout, const Kata& kata);

// What stays fixed while mutants are graded: grader, seed and tools, as a short text. Throws
// UserError when the toolchain is missing.
[[nodiscard]] std::string setting_of(const MutationOptions& options);

// Grades what `results` does not know yet and keeps it there; the results are in the order of the
// mutants. The explorer is asked first, ThreadSanitizer about those that it lets pass. Blocks;
// after a stop is requested the rest stays `pending`. Throws UserError when graders cannot be built
// at all.
[[nodiscard]] std::vector<MutantResult> grade_mutants(const std::vector<Mutant>& mutants,
                                                      const MutationOptions& options,
                                                      MutationResults& results);

}  // namespace runner
