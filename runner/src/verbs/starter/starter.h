// The files of a new kata, working from the first moment: an author changes them step by step and
// `kata verify` says when something no longer fits.
//
// Pure functions.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace runner {

struct StarterFile {
  std::filesystem::path path;  // Relative to the repository's root.
  std::string content;
};

// `slug` must be valid. The starter is a counter that several threads add to.
[[nodiscard]] std::vector<StarterFile> starter_files(std::string_view slug,
                                                     const std::string& title);

// "bounded_queue" -> "BoundedQueue" and "Bounded queue".
[[nodiscard]] std::string class_name(std::string_view slug);
[[nodiscard]] std::string title_of(std::string_view slug);

}  // namespace runner
