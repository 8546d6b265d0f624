// Fields of a grader's messages. What is missing or of another type than expected reads as empty: a
// message can come from a grader of another version.
//
// Pure functions.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>

#include <nlohmann/json.hpp>

namespace runner {

using Json = nlohmann::json;

[[nodiscard]] inline std::string text_of(const Json& message, const char* key) {
  const auto found = message.find(key);
  return found != message.end() && found->is_string() ? found->get<std::string>() : std::string();
}

[[nodiscard]] inline std::int64_t number_of(const Json& message, const char* key) {
  const auto found = message.find(key);
  return found != message.end() && found->is_number_integer() ? found->get<std::int64_t>() : 0;
}

// A number that is never negative.
[[nodiscard]] inline std::uint64_t count_of(const Json& message, const char* key) {
  return static_cast<std::uint64_t>(std::max<std::int64_t>(number_of(message, key), 0));
}

[[nodiscard]] inline bool flag_of(const Json& message, const char* key) {
  const auto found = message.find(key);
  return found != message.end() && found->is_boolean() && found->get<bool>();
}

}  // namespace runner
