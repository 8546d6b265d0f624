// Which lines of two texts are the same, as the longest common subsequence says.
//
// Pure functions.
#pragma once

#include <string>
#include <vector>

#include "system/terminal.h"

namespace runner {

struct DiffRow {
  enum class Kind { same, left_only, right_only } kind = Kind::same;
  std::string left;   // Empty for right_only.
  std::string right;  // Empty for left_only.
};

// Time and memory grow with the product of the numbers of differing lines; texts whose middle parts
// exceed a few thousand lines each are taken as wholly different there.
[[nodiscard]] std::vector<DiffRow> diff_lines(const std::vector<std::string>& left,
                                              const std::vector<std::string>& right);

// Two columns when `columns` is at least 100, else one below the other with - and +. Long stretches
// that are the same are left out.
[[nodiscard]] std::string render_diff(const std::vector<DiffRow>& rows, const Style& style,
                                      int columns, const std::string& left_title,
                                      const std::string& right_title);

}  // namespace runner
