// What is wrong with a file that should hold JSON, in words for the person who has to mend it.
//
// Thread-safety: pure functions.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace runner {

// `byte`: where a parser gave up, from 1. "it is empty", "line 3 is not valid JSON".
[[nodiscard]] std::string where_json_stops(std::string_view text, std::size_t byte);

}  // namespace runner
