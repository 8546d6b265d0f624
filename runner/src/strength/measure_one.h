// The measurements of one wrong or right solution. Blocks for seconds to minutes.
//
// Thread-safety: may be called from several threads with the same tools.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "authoring/proof.h"
#include "strength/measure.h"
#include "strength/plain_test.h"
#include "strength/record.h"

namespace runner {

struct MeasuringTools {
  // Throws UserError when the toolchain is missing.
  MeasuringTools(const MeasureOptions& measure_options, const std::filesystem::path& scratch);

  const MeasureOptions& options;
  std::optional<PlainTests> plain;  // Where that is to be measured.
};

struct Measured {
  bool changed = false;
  std::string problem;  // Why something was not measured, or what should not be; empty: all well.
};

// Fill in what is missing or out of date, and nothing else.
[[nodiscard]] Measured measure_fault(const Claim& claim, const MeasuringTools& tools,
                                     FaultFigures& fault);
[[nodiscard]] Measured measure_right(const Claim& claim, const MeasuringTools& tools,
                                     RightFigures& right);

}  // namespace runner
