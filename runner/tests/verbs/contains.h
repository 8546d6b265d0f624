// Shorthand for tests of texts.
#pragma once

#include <string>
#include <string_view>

namespace runner {

inline bool contains(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

}  // namespace runner
