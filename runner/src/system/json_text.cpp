#include "system/json_text.h"

#include <algorithm>

#include "system/text.h"

namespace runner {

std::string where_json_stops(std::string_view text, std::size_t byte) {
  if (trim(text).empty()) return "it is empty";
  const auto before = text.substr(0, std::min(byte, text.size()));
  // The line's own end is not yet the next line.
  const auto last = before.substr(0, before.empty() ? 0 : before.size() - 1);
  return "line " + std::to_string(1 + std::ranges::count(last, '\n')) + " is not valid JSON";
}

}  // namespace runner
