#include "build/header_rules.h"

#include <fmt/format.h>

#include <string>

#include "build/macros/macro_check.h"
#include "build/macros/sanitizer_check.h"
#include "system/files.h"

namespace runner {

namespace {

CompileError sanitizer_error(const std::string& word, const std::filesystem::path& file, int line) {
  CompileError error;
  error.file = file;
  error.line = line;
  error.message =
      word.starts_with("namespace ") || word.starts_with("GRADING_")
          ? fmt::format("a kata's header may not reach for what judges it: {}", word)
          : fmt::format("a kata's header may not ask for the sanitizer or switch it off: {}", word);
  return error;
}

}  // namespace

std::optional<CompileError> broken_rule(std::string_view text,
                                        const std::filesystem::path& header) {
  const auto found = sanitizer_word(text);
  if (!found) return std::nullopt;
  return sanitizer_error(found->word, header, found->line);
}

std::optional<CompileError> broken_rule_after_macros(std::string_view preprocessed,
                                                     const std::filesystem::path& header,
                                                     std::string_view grader) {
  const OwnCode own = own_code(preprocessed, header);
  for (const std::filesystem::path& file : own.files) {
    if (auto error = broken_rule(read_file(file, kLargestHeader).value_or(""), file)) return error;
  }
  if (const auto found = sanitizer_word(own.text)) {
    const OwnCode::Line& line = own.lines.at(static_cast<std::size_t>(found->line) - 1);
    return sanitizer_error(found->word, line.file, line.line);
  }
  const auto captured = captured_word(preprocessed, header, grader);
  if (!captured) return std::nullopt;
  CompileError error;
  error.file = captured->file;
  error.line = captured->line;
  error.message = fmt::format(
      "the macro {0} changes what a word of the grader's code means; #undef it at the end of "
      "the header, or give it another name",
      captured->word);
  return error;
}

}  // namespace runner
