// Times two headers with the same small benchmark, graders/<slug>/<slug>_benchmark.cpp.
//
// Both programs are built first and then run alternately, so that whatever else the machine does
// meets both alike; of the rounds, the fastest counts. Only ratios within one run mean something.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "catalog/catalog.h"

namespace runner {

struct Timing {
  std::string benchmark;
  double mine_nanoseconds = 0;
  double reference_nanoseconds = 0;
};

struct TimingResult {
  std::vector<Timing> timings;
  std::string problem;  // Why there are none; empty when there are.
};

// Blocks for some seconds. Throws UserError when the toolchain is missing.
[[nodiscard]] TimingResult time_both(const Layout& layout, const Kata& kata,
                                     const std::filesystem::path& mine,
                                     const std::filesystem::path& reference,
                                     const std::function<void(const std::string&)>& progress);

}  // namespace runner
