// Progress as JSON text, and back.
#pragma once

#include <string>
#include <string_view>

#include "state/progress.h"

namespace runner {

struct ParsedProgress {
  enum class State {
    good,
    damaged,  // Not JSON, or not of the shape that is written here.
    newer,    // Written by a later version of the command; must not be overwritten.
  };
  State state = State::good;
  Progress progress;    // Empty unless good.
  std::string problem;  // What is wrong, for a message; empty when good.
};

[[nodiscard]] std::string to_json_text(const Progress& progress);
[[nodiscard]] ParsedProgress parse_progress(std::string_view text);

}  // namespace runner
