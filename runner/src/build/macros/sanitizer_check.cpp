#include "build/macros/sanitizer_check.h"

#include <algorithm>
#include <array>
#include <utility>

namespace runner {

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool in_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit(c) || c == '_';
}

// Attributes and features may be written with underscores around them, too.
std::string_view without_underscores(std::string_view word) {
  while (word.starts_with('_')) word.remove_prefix(1);
  while (word.ends_with('_')) word.remove_suffix(1);
  return word;
}

bool concerns_sanitizer(std::string_view word) {
  static constexpr std::array<std::string_view, 3> kWhole = {"disable_sanitizer_instrumentation",
                                                             "thread_sanitizer", "SANITIZE_THREAD"};
  static constexpr std::array<std::string_view, 2> kRuntime = {"__tsan_", "__sanitizer_"};
  const std::string_view bare = without_underscores(word);
  return std::ranges::find(kWhole, bare) != kWhole.end() || bare.starts_with("no_sanitize") ||
         bare.starts_with("AnnotateIgnore") ||
         std::ranges::any_of(kRuntime, [word](auto prefix) { return word.starts_with(prefix); });
}

// Namespaces of what runs and judges the code.
bool is_watcher(std::string_view word) { return word == "grading" || word == "explorer"; }

// Source text as the compiler sees it: a backslash at the end of a line joins it to the next one.
class Source {
 public:
  explicit Source(std::string_view text) : text_(text) { join_lines(); }

  [[nodiscard]] bool done() const { return at_ >= text_.size(); }
  [[nodiscard]] char now() const { return done() ? '\0' : text_[at_]; }
  [[nodiscard]] int line() const { return line_; }

  [[nodiscard]] char after() const {
    Source next = *this;
    next.step();
    return next.now();
  }

  [[nodiscard]] bool at_line_end() const { return now() == '\n' || now() == '\r'; }

  void step() {
    skip(1);
    join_lines();
  }

  // In a raw string nothing is joined. Begins at the quote that opens it.
  void step_over_raw_string() {
    const std::size_t open = text_.find('(', at_);
    if (open == std::string_view::npos) return skip(text_.size() - at_);
    const std::string closing = ")" + std::string(text_.substr(at_ + 1, open - at_ - 1)) + "\"";
    const std::size_t close = text_.find(closing, open);
    skip(close == std::string_view::npos ? text_.size() - at_ : close + closing.size() - at_);
    join_lines();
  }

 private:
  void skip(std::size_t count) {
    const std::string_view passed = text_.substr(std::min(at_, text_.size()), count);
    line_ += static_cast<int>(std::ranges::count(passed, '\n'));
    at_ += passed.size();
  }

  // The compiler allows blanks between the backslash and the end of the line.
  void join_lines() {
    while (now() == '\\') {
      const std::size_t end = text_.find_first_not_of(" \t\v\f\r", at_ + 1);
      if (end == std::string_view::npos || text_[end] != '\n') return;
      skip(end + 1 - at_);
    }
  }

  std::string_view text_;
  std::size_t at_ = 0;
  int line_ = 1;
};

class Search {
 public:
  explicit Search(std::string_view text) : source_(text) {}

  std::optional<SanitizerWord> first() {
    while (!source_.done()) {
      const char now = source_.now();
      if (now == '/' && (source_.after() == '/' || source_.after() == '*')) {
        step_over_comment();
      } else if (now == '"' || now == '\'') {
        step_over_literal();
      } else if (is_digit(now)) {
        step_over_number();
      } else if (in_word(now)) {
        if (auto found = read_word()) return found;
      } else {
        source_.step();
      }
    }
    return std::nullopt;
  }

 private:
  void step_over_comment() {
    source_.step();
    const bool whole_line = source_.now() == '/';
    source_.step();
    if (whole_line) {
      while (!source_.done() && !source_.at_line_end()) source_.step();
      return;
    }
    while (!source_.done() && !(source_.now() == '*' && source_.after() == '/')) source_.step();
    source_.step();
    source_.step();
  }

  // One that is not closed ends with its line, as in `#error don't`.
  void step_over_literal() {
    const char quote = source_.now();
    source_.step();
    while (!source_.done() && !source_.at_line_end() && source_.now() != quote) {
      if (source_.now() == '\\') source_.step();
      source_.step();
    }
    if (source_.now() == quote) source_.step();
  }

  // With separators: the quote in 1'000 opens nothing.
  void step_over_number() {
    while (in_word(source_.now()) || source_.now() == '.' ||
           (source_.now() == '\'' && in_word(source_.after()))) {
      source_.step();
    }
  }

  std::optional<SanitizerWord> read_word() {
    const int line = source_.line();
    std::string word;
    for (; in_word(source_.now()); source_.step()) word += source_.now();
    const bool raw = word == "R" || word == "LR" || word == "uR" || word == "UR" || word == "u8R";
    if (raw && source_.now() == '"') source_.step_over_raw_string();
    if (concerns_sanitizer(word)) return SanitizerWord{word, line};
    if (before_last_ == "pragma" && last_ == "clang" && word == "attribute") {
      return SanitizerWord{"clang attribute", line};
    }
    if (word.starts_with("GRADING_")) return SanitizerWord{word, line};
    // `namespace x = grading;`, too.
    if (is_watcher(word) &&
        (last_ == "namespace" || before_last_ == "namespace" || before_scope())) {
      return SanitizerWord{"namespace " + word, line};
    }
    before_last_ = std::exchange(last_, word);
    return std::nullopt;
  }

  // Whether "::" comes next.
  [[nodiscard]] bool before_scope() const {
    Source next = source_;
    while (next.now() == ' ' || next.now() == '\t' || next.at_line_end()) next.step();
    return next.now() == ':' && next.after() == ':';
  }

  Source source_;
  std::string last_;
  std::string before_last_;
};

}  // namespace

std::optional<SanitizerWord> sanitizer_word(std::string_view text) { return Search(text).first(); }

}  // namespace runner
