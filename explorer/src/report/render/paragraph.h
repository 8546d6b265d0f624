// Breaking text into lines of limited width.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace explorer {

// Breaks at spaces, and inside words only where one is longer than a line. Lines after the first
// are indented by `hanging`. Control characters become spaces. Requires: hanging < width.
[[nodiscard]] std::vector<std::string> wrapped(std::string_view text, std::size_t width,
                                               std::size_t hanging = 0);

// Filled up with spaces to `width` columns; longer text is cut, with ".." at its end.
[[nodiscard]] std::string padded(std::string_view text, std::size_t width);

}  // namespace explorer
