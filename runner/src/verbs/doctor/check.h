// One thing that `kata doctor` looks at, and what it found.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "catalog/catalog.h"

namespace runner {

struct Check {
  enum class Health {
    good,
    note,  // Works, with a limit worth knowing.
    bad,   // Grading does not work, or not in full.
  };
  std::string name;  // "symbolizer"
  Health health = Health::good;
  std::string found{};    // What is there.
  std::string meaning{};  // What it means for grading; empty when good.
  std::string fix{};      // What to do about it, a command where there is one; empty when good.
};

// Compiler, sanitizer, symbolizer, stack taker, git: from the toolkits and by trying them out.
// Blocks for a few seconds.
[[nodiscard]] std::vector<Check> check_toolchain(const Layout& layout);

// Kernel settings, container, memory, processors, as /proc and /sys below `root` tell them. `root`
// is "/" but in tests.
[[nodiscard]] std::vector<Check> check_machine(const std::filesystem::path& root);

// Whether the places that are written to can be.
[[nodiscard]] std::vector<Check> check_places(const Layout& layout,
                                              const std::filesystem::path& state);

}  // namespace runner
