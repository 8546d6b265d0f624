// What a record has to contain: an entry for every kata, wrong and right solution that there is,
// and no other.
//
// Pure functions of the file system.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "authoring/proof.h"
#include "catalog/catalog.h"
#include "strength/record.h"

namespace runner {

// Every claim about a kata that takes part: those of wrong and of right solutions.
[[nodiscard]] std::vector<Claim> strength_claims(const Layout& layout, const Kata& kata,
                                                 const std::filesystem::path& scratch);

// For each of `katas`: adds blank entries for what is new, drops those of what is gone. Texts are
// read anew, figures stay. Returns all claims.
std::vector<Claim> outline(const Layout& layout, const std::vector<Kata>& katas,
                           const std::filesystem::path& scratch, StrengthRecord& record);

// Drops the katas that are not among `katas` and brings the others into their order.
void keep_only(StrengthRecord& record, const std::vector<Kata>& katas);

struct EntryPlace {
  std::size_t kata = 0;
  std::size_t entry = 0;  // In faults or in right.
};
[[nodiscard]] std::optional<EntryPlace> place_of(const StrengthRecord& record, const Claim& claim);

// What is left of "faulty/no_lock" in a record: "no_lock". Others keep their names.
[[nodiscard]] std::string entry_name(const Claim& claim);

// The first sentence of what a wrong solution's author wrote below its first line.
[[nodiscard]] std::string story_of(const std::filesystem::path& header);

// "2 processors, Intel(R) Xeon(R) ..."
[[nodiscard]] std::string this_machine();

}  // namespace runner
