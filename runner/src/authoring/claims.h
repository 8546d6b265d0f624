// Collects what is to be proved about a kata from its folders.
//
// Thread-safety: pure functions of the file system.
#pragma once

#include <filesystem>
#include <vector>

#include "authoring/proof.h"
#include "catalog/catalog.h"

namespace runner {

// Stub, reference, every faulty and every accepted solution, in this order. The stub is taken as
// the project ships it, whatever the learner has made of the file: where that differs, it is
// written below `scratch`.
[[nodiscard]] std::vector<Claim> claims_about(const Layout& layout, const Kata& kata,
                                              const std::filesystem::path& scratch);

// Every <slug>/<slug>.h in `workspace` of the given katas, as something that passes.
[[nodiscard]] std::vector<Claim> claims_about_workspace(const std::filesystem::path& workspace,
                                                        const std::vector<Kata>& katas);

}  // namespace runner
