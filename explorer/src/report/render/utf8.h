// Text from programs under test may hold anything; renderings hold valid UTF-8 only.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace explorer {

// The same text with U+FFFD in place of every byte that is not part of valid UTF-8.
[[nodiscard]] std::string valid_utf8(std::string_view text);

// valid_utf8() on one line: control characters become spaces.
[[nodiscard]] std::string one_line(std::string_view text);

// Characters, which is columns for the scripts that source code is written in.
// Requires: valid UTF-8.
[[nodiscard]] std::size_t columns(std::string_view text);

// The first `count` characters. Requires: valid UTF-8.
[[nodiscard]] std::string_view first_columns(std::string_view text, std::size_t count);

}  // namespace explorer
