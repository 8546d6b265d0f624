// Numbers for people.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace explorer {

// "5,120".
[[nodiscard]] inline std::string with_thousands(std::uint64_t number) {
  std::string text = std::to_string(number);
  for (auto at = static_cast<std::ptrdiff_t>(text.size()) - 3; at > 0; at -= 3) {
    text.insert(static_cast<std::size_t>(at), ",");
  }
  return text;
}

// "1 byte", "4,096 bytes".
[[nodiscard]] inline std::string counted(std::uint64_t count, const std::string& singular) {
  return with_thousands(count) + " " + singular + (count == 1 ? "" : "s");
}

}  // namespace explorer
