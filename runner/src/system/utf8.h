// Reading UTF-8 one code point at a time, and how wide each is on a terminal.
//
// Pure functions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace runner {

struct CodePoint {
  std::uint32_t value = 0;  // The byte itself when it is not valid UTF-8.
  std::size_t length = 1;   // Bytes taken; at least 1.
  bool valid = true;
};

// Requires: !text.empty(). Overlong forms, surrogates and values beyond U+10FFFF are not valid.
[[nodiscard]] CodePoint first_code_point(std::string_view text);

// 0 for combining marks, 2 for East Asian wide characters and emoji, 1 otherwise.
[[nodiscard]] std::size_t columns_of(std::uint32_t code_point);

}  // namespace runner
