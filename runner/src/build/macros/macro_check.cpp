#include "build/macros/macro_check.h"

#include <charconv>
#include <map>
#include <regex>
#include <set>

#include "system/text.h"

namespace runner {

namespace {

namespace fs = std::filesystem;

bool in_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

std::string_view first_word(std::string_view text) {
  std::size_t end = 0;
  while (end < text.size() && in_word(text[end])) ++end;
  return text.substr(0, end);
}

using Words = std::set<std::string, std::less<>>;

void add_words(std::string_view code, Words& words) {
  while (!code.empty()) {
    const std::string_view word = first_word(code);
    if (!word.empty()) words.emplace(word);
    code.remove_prefix(word.empty() ? 1 : word.size());
  }
}

// `# 12 "file" 1 3`: the line that follows is line 12 of the file. 3 means a system header.
struct LineMarker {
  std::string file;
  int line = 0;
  bool system = false;
};

std::optional<LineMarker> as_marker(std::string_view text) {
  if (!text.starts_with("# ")) return std::nullopt;
  const auto open = text.find('"');
  const auto close = text.rfind('"');
  if (open == std::string_view::npos || close <= open) return std::nullopt;
  LineMarker marker;
  std::from_chars(text.data() + 2, text.data() + open, marker.line);
  for (std::size_t i = open + 1; i < close; ++i) {
    if (text[i] == '\\' && i + 1 < close) ++i;
    marker.file += text[i];
  }
  marker.system = text.find(" 3", close) != std::string_view::npos;
  return marker;
}

// Where in the preprocessor's output a line comes from.
class Origin {
 public:
  explicit Origin(const fs::path& header) : header_(header.lexically_normal()) {}

  [[nodiscard]] bool inside() const { return inside_; }
  [[nodiscard]] const LineMarker& at() const { return at_; }
  [[nodiscard]] const std::set<std::string>& own_files() const { return own_files_; }

  // What the header includes counts as its own, up to the return to the file that included it.
  void enter(const LineMarker& marker) {
    at_ = marker;
    const bool header = fs::path(marker.file).lexically_normal() == header_;
    if (!inside_ && header) {
      inside_ = true;
      includer_ = previous_file_;
    } else if (inside_ && marker.file == includer_) {
      inside_ = false;
    }
    previous_file_ = marker.file;
    if (!inside_) return;
    // `#pragma GCC system_header` in the middle makes no system header of it.
    if (own_files_.contains(marker.file)) at_.system = false;
    if (!at_.system) own_files_.insert(marker.file);
  }

  void next_line() { ++at_.line; }

 private:
  fs::path header_;
  LineMarker at_;
  std::string previous_file_;
  std::string includer_;
  std::set<std::string> own_files_;
  bool inside_ = false;
};

// Calls `read` with every line that is not a marker, and with where it comes from. Returns where
// it ended.
template <typename Read>
Origin follow(std::string_view preprocessed, const fs::path& header, const Read& read) {
  Origin origin(header);
  while (!preprocessed.empty()) {
    const auto end = std::min(preprocessed.find('\n'), preprocessed.size());
    const std::string_view line = preprocessed.substr(0, end);
    preprocessed.remove_prefix(std::min(end + 1, preprocessed.size()));
    if (auto marker = as_marker(line)) {
      origin.enter(*marker);
      continue;
    }
    read(line, origin);
    origin.next_line();
  }
  return origin;
}

class Definitions {
 public:
  void read(std::string_view line, const Origin& origin) {
    if (line.starts_with("#define ")) {
      define(line.substr(8), origin);
    } else if (line.starts_with("#undef ") && origin.inside()) {
      undefine(std::string(first_word(line.substr(7))), origin.at());
    }
  }

  [[nodiscard]] std::optional<CapturedWord> first_of(const Words& grader) const {
    for (const auto& [word, place] : left_behind_) {
      if (grader.contains(word) || grading_.contains(word)) return place;
    }
    return std::nullopt;
  }

 private:
  void define(std::string_view definition, const Origin& origin) {
    if (origin.at().system) return;
    const std::string word(first_word(definition));
    if (origin.inside()) {
      left_behind_[word] = CapturedWord{word, origin.at().file, origin.at().line};
    } else {
      elsewhere_.insert(word);
      add_words(definition.substr(word.size()), grading_);
    }
  }

  void undefine(const std::string& word, const LineMarker& at) {
    if (elsewhere_.contains(word)) {
      left_behind_[word] = CapturedWord{word, at.file, at.line};
    } else {
      left_behind_.erase(word);
    }
  }

  std::map<std::string, CapturedWord> left_behind_;
  Words elsewhere_;  // Macros of the grading library and the grader,
  Words grading_;    // and the words that these are made of.
};

}  // namespace

bool may_define_macros(std::string_view header) {
  static const std::regex harmless(
      R"(\s*#\s*(pragma\s+once|include\s*<\w+(\.h)?>)\s*(//[^\\]*)?\r?)");
  for (const std::string& line : split_lines(header)) {
    const bool directive = line.find('#') != std::string::npos ||
                           line.find("%:") != std::string::npos ||
                           line.find("_Pragma") != std::string::npos;
    if (directive && !std::regex_match(line, harmless)) return true;
  }
  return false;
}

std::optional<CapturedWord> captured_word(std::string_view preprocessed, const fs::path& header,
                                          std::string_view grader) {
  Definitions definitions;
  follow(preprocessed, header,
         [&](std::string_view line, const Origin& origin) { definitions.read(line, origin); });
  Words words;
  for (const std::string& line : split_lines(grader)) {
    add_words(std::string_view(line).substr(0, line.find("//")), words);
  }
  return definitions.first_of(words);
}

OwnCode own_code(std::string_view preprocessed, const fs::path& header) {
  OwnCode own;
  const Origin end = follow(preprocessed, header, [&](std::string_view line, const Origin& origin) {
    if (!origin.inside() || origin.at().system) return;
    own.text.append(line).append("\n");
    own.lines.push_back({origin.at().file, origin.at().line});
  });
  own.files.assign(end.own_files().begin(), end.own_files().end());
  return own;
}

}  // namespace runner
