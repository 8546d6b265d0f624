// graders/<slug>/equivalent.json: the mutants that no grader can kill, each with the reason why.
//
// Thread-safety: pure functions of the file system.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "mutation/mutant.h"

namespace runner {

struct EquivalentMutant {
  std::string id;
  std::string operator_name;
  std::string original;
  std::string mutated;
  std::string reason;  // Why no caller can tell.
};

// None when there is no such file. Throws UserError that names the file and the fault when it is
// damaged: not JSON, a field missing or unknown, a reason that says nothing.
[[nodiscard]] std::vector<EquivalentMutant> read_equivalents(const std::filesystem::path& file);

// Throws UserError when a reason says nothing.
void require_reason(std::string_view reason);

// Replaces the file; sorted by id.
void write_equivalents(const std::filesystem::path& file,
                       std::vector<EquivalentMutant> equivalents);

[[nodiscard]] const EquivalentMutant* find_equivalent(
    const std::vector<EquivalentMutant>& equivalents, std::string_view id);

// Entries that are none of `mutants` any more, or are there twice, each in a line that says so.
[[nodiscard]] std::vector<std::string> stale(const std::vector<EquivalentMutant>& equivalents,
                                             const std::vector<Mutant>& mutants);

}  // namespace runner
