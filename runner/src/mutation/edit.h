// Changes to a text, made all at once.
//
// Pure functions.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace runner {

// What stands in [begin, end) becomes `text`.
struct Edit {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::string text;
};

// Requires: no two of `edits` overlap. Insertions at the same place are made in the order given.
[[nodiscard]] std::string with_edits(std::string_view source, std::vector<Edit> edits);

}  // namespace runner
