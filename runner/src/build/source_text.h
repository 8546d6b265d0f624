// The two files that a grader is built from, as text.
//
// Thread-safety: pure functions of the file system. Throw UserError when the file is not there or
// cannot be read.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace runner {

// Nothing when it is larger than any header written by hand.
[[nodiscard]] std::optional<std::string> header_text(const std::filesystem::path& file);

[[nodiscard]] std::string grader_text(const std::filesystem::path& file);

}  // namespace runner
