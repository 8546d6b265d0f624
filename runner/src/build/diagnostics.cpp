#include "build/diagnostics.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <system_error>
#include <utility>

#include "system/text.h"

namespace runner {

namespace {

namespace fs = std::filesystem;

struct Marker {
  std::string_view text;
  Diagnostic::Kind kind;
};
constexpr Marker kMarkers[] = {{"fatal error: ", Diagnostic::Kind::error},
                               {"error: ", Diagnostic::Kind::error},
                               {"warning: ", Diagnostic::Kind::warning},
                               {"note: ", Diagnostic::Kind::note}};

// Takes ":<number>" from the end of `text`.
int take_number(std::string_view& text) {
  const auto colon = text.rfind(':');
  if (colon == std::string_view::npos || colon + 1 == text.size()) return 0;
  int value = 0;
  const char* end = text.data() + text.size();
  const auto parsed = std::from_chars(text.data() + colon + 1, end, value);
  if (parsed.ec != std::errc() || parsed.ptr != end) return 0;
  text = text.substr(0, colon);
  return value;
}

// "file:line:column: error: message", or "error: message" without a place.
std::optional<Diagnostic> parse_head(std::string_view line) {
  for (const Marker& marker : kMarkers) {
    auto at = line.find(marker.text);
    if (at == std::string_view::npos) continue;
    if (at != 0 && (at < 2 || line.substr(at - 2, 2) != ": ")) continue;
    Diagnostic found;
    found.kind = marker.kind;
    found.message = line.substr(at + marker.text.size());
    std::string_view place = at == 0 ? std::string_view() : line.substr(0, at - 2);
    const int last = take_number(place);
    const int first = take_number(place);
    if (last == 0) return found;  // "clang++: error: ...": about no file.
    found.file = place;
    found.line = first != 0 ? first : last;
    found.column = first != 0 ? last : 0;
    return found;
  }
  return std::nullopt;
}

bool introduces_includes(std::string_view line) {
  return line.starts_with("In file included from ") || line.starts_with("                 from ");
}

// "12 errors generated." and what else is not part of a source excerpt.
bool is_summary(std::string_view line) {
  return line.ends_with(" generated.") || line.ends_with("compilation terminated.");
}

class Learner {
 public:
  explicit Learner(const fs::path& header) : directory_(resolved(header).parent_path()) {}

  [[nodiscard]] bool owns(const fs::path& file) const {
    if (file.empty()) return false;
    const fs::path inner = resolved(file).lexically_relative(directory_);
    return !inner.empty() && *inner.begin() != "..";
  }

 private:
  static fs::path resolved(const fs::path& path) {
    std::error_code failed;
    const fs::path canonical = fs::weakly_canonical(path, failed);
    return failed ? path : canonical;
  }

  fs::path directory_;
};

CompileError placed(const Diagnostic& where, std::string message) {
  CompileError error;
  error.file = where.file;
  error.line = where.line;
  error.column = where.column;
  error.message = std::move(message);
  error.context = where.context;
  return error;
}

// What a note knows that "no matching function" does not tell: that what would match is deleted.
// Empty if there is no such note.
std::string reason(const Diagnostic* first, const Diagnostic* last) {
  for (const Diagnostic* note = first; note != last; ++note) {
    for (const char* const words :
         {"call to deleted ", "call to implicitly-deleted ", "use of deleted function "}) {
      const auto at = note->message.find(words);
      if (at != std::string::npos) return ": " + note->message.substr(at);
    }
  }
  return {};
}

// The error and its notes: [first, last).
CompileError explain(const Diagnostic* first, const Diagnostic* last, const fs::path& header,
                     const Learner& learner) {
  if (learner.owns(first->file)) return placed(*first, first->message);
  // An error inside a library or the grader: the first note in the learner's file is the innermost
  // place that led there, or the declaration that does not fit.
  for (const Diagnostic* note = first + 1; note != last; ++note) {
    if (!learner.owns(note->file)) continue;
    const bool instantiation = note->message.find("requested here") != std::string::npos ||
                               note->message.find("required from") != std::string::npos;
    return placed(*note, instantiation
                             ? fmt::format("{}{} (while compiling what this line asks for)",
                                           first->message, reason(first + 1, last))
                             : fmt::format("{} ({})", first->message, note->message));
  }
  CompileError error;
  error.file = header;
  error.in_learners_file = false;
  error.message = first->message;
  return error;
}

std::string between(std::string_view text, std::string_view before, std::string_view after) {
  const auto start = text.find(before);
  if (start == std::string_view::npos) return {};
  const auto from = start + before.size();
  return std::string(text.substr(from, text.find(after, from) - from));
}

}  // namespace

std::vector<Diagnostic> parse_diagnostics(std::string_view output) {
  std::vector<Diagnostic> found;
  bool in_context = false;
  for (const std::string& line : split_lines(output)) {
    if (auto head = parse_head(line)) {
      found.push_back(std::move(*head));
      in_context = true;
    } else if (introduces_includes(line) || is_summary(line) || found.empty()) {
      in_context = false;
    } else if (in_context) {
      found.back().context.push_back(line);
    }
  }
  return found;
}

std::optional<CompileError> first_compile_error(std::string_view output, const fs::path& header) {
  const std::vector<Diagnostic> all = parse_diagnostics(output);
  const auto is_error = [](const Diagnostic& it) { return it.kind == Diagnostic::Kind::error; };
  const auto first = std::ranges::find_if(all, is_error);
  if (first == all.end()) return std::nullopt;
  const auto last = std::find_if(
      first + 1, all.end(), [](const Diagnostic& it) { return it.kind != Diagnostic::Kind::note; });
  const Diagnostic* begin = all.data() + (first - all.begin());
  CompileError error = explain(begin, all.data() + (last - all.begin()), header, Learner(header));
  error.further_errors = static_cast<int>(std::ranges::count_if(all, is_error)) - 1;
  return error;
}

std::optional<CompileError> first_link_error(std::string_view output, const fs::path& header) {
  CompileError error;
  error.file = header;
  error.in_learners_file = false;
  std::string symbol = between(output, "undefined reference to `", "'");
  if (symbol.empty()) symbol = between(output, "undefined symbol: ", "\n");
  // The project's own symbols, and what compilers refer to, are missing when libraries are.
  for (const char* const own : {"grading::", "testing::", "explorer::", "__"}) {
    if (symbol.starts_with(own)) return std::nullopt;
  }
  if (!symbol.empty()) {
    error.message = fmt::format(
        "`{}` is declared and used, but defined nowhere: its body is missing (everything has to be "
        "in the header)",
        symbol);
    return error;
  }
  symbol = between(output, "multiple definition of `", "'");
  if (symbol.empty()) symbol = between(output, "duplicate symbol: ", "\n");
  if (!symbol.empty()) {
    error.message = fmt::format(
        "`{}` is defined by the header and by the grader too: remove the header's", symbol);
    return error;
  }
  return std::nullopt;
}

}  // namespace runner
