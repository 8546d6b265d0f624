// Finds what in a header's text asks for ThreadSanitizer or switches it off (attributes, feature
// tests, pragmas, calls of its runtime) or reaches for the explorer or the grading library. Code
// that only behaves while it is watched, or that is not watched at all, cannot be graded.
//
// Thread-safety: pure functions. Complexity: one pass over the text.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace runner {

struct SanitizerWord {
  // As it is written; "clang attribute" for the pragma, "namespace explorer". What begins with
  // GRADING_ is a macro of the grading library's.
  std::string word;
  int line = 0;  // From 1.
};

// The first such word in C++ source text. Comments, character and string literals do not count;
// lines joined by a backslash do.
[[nodiscard]] std::optional<SanitizerWord> sanitizer_word(std::string_view text);

}  // namespace runner
