// Finds in what a compiler or linker printed the one thing that its user has to read first.
//
// Pure functions. Learners never see lines of the grader: what goes wrong there is told by the
// message alone, or by the place in the learner's header that the compiler refers to.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "verdict/verdict.h"

namespace runner {

// One complaint of the compiler, with its source lines.
struct Diagnostic {
  enum class Kind { error, warning, note };
  Kind kind = Kind::note;
  std::filesystem::path file;  // Empty when it is about no file.
  int line = 0;
  int column = 0;
  std::string message;
  std::vector<std::string> context;
};

// In order of appearance. Understands the text form of Clang and GCC.
[[nodiscard]] std::vector<Diagnostic> parse_diagnostics(std::string_view output);

// `header` is the learner's file; files beside it are the learner's too. Nothing when `output` has
// no error in it.
[[nodiscard]] std::optional<CompileError> first_compile_error(std::string_view output,
                                                              const std::filesystem::path& header);

// The same for what a linker printed: a symbol of the header's that is missing or there twice.
// Nothing when it is about something else, which is no fault of the header.
[[nodiscard]] std::optional<CompileError> first_link_error(std::string_view output,
                                                           const std::filesystem::path& header);

}  // namespace runner
