// Reading kata.json, the one place where a kata says what it is.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "catalog/catalog.h"

namespace runner {

// Throws UserError that names the file and what is wrong with it: not JSON, a field missing, of
// the wrong type, out of range, or unknown (probably mistyped).
[[nodiscard]] Kata read_manifest(const std::filesystem::path& file, const std::string& slug);

// snake_case: starts with a letter; letters, digits and single underscores after it.
[[nodiscard]] bool valid_slug(std::string_view slug);

}  // namespace runner
