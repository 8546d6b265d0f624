#include "report/symbols/readable_name.h"

#include <cctype>
#include <cstddef>
#include <vector>

namespace explorer {
namespace {

using Components = std::vector<std::string>;

bool identifier_character(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$' || c == '~';
}

// Splits a demangled name into its enclosing scopes and its own name.
class NameParser {
 public:
  explicit NameParser(std::string_view text) : text_(text) {}

  Components parse() {
    while (at_ < text_.size()) {
      if (starts_with("::")) {
        finish_component();
        at_ += 2;
      } else if (starts_with("(anonymous namespace)")) {
        at_ += std::string_view("(anonymous namespace)").size();
      } else if (starts_with("operator") && current_.empty() && !continues_identifier(8)) {
        take_operator();
      } else if (starts_with("'lambda") || starts_with("{lambda")) {
        take_lambda();
      } else if (text_[at_] == '<') {
        skip_balanced('<', '>');
      } else if (text_[at_] == '(') {
        skip_balanced('(', ')');
        skip_qualifiers();
      } else if (text_[at_] == '[') {
        skip_balanced('[', ']');
      } else if (text_[at_] == ' ') {
        // What came so far was the return type.
        components_.clear();
        current_.clear();
        ++at_;
      } else {
        current_ += text_[at_++];
      }
    }
    finish_component();
    return components_;
  }

 private:
  bool starts_with(std::string_view prefix) const {
    return text_.substr(at_).substr(0, prefix.size()) == prefix;
  }
  bool continues_identifier(std::size_t offset) const {
    return at_ + offset < text_.size() && identifier_character(text_[at_ + offset]);
  }

  void finish_component() {
    const bool inline_namespace = current_ == "__cxx11" || current_ == "_V2" ||
                                  (current_.size() > 2 && current_.substr(0, 2) == "__" &&
                                   std::isdigit(static_cast<unsigned char>(current_[2])) != 0);
    if (!current_.empty() && !inline_namespace) {
      components_.push_back(current_);
    }
    current_.clear();
  }

  void take_operator() {
    current_ = "operator";
    at_ += 8;
    if (starts_with("()")) {
      current_ += "()";
      at_ += 2;
      return;
    }
    while (at_ < text_.size() && text_[at_] != '(') {
      current_ += text_[at_++];
    }
  }

  void take_lambda() {
    const char close = text_[at_] == '{' ? '}' : '\'';
    ++at_;
    while (at_ < text_.size() && text_[at_] != close) {
      ++at_;
    }
    at_ += at_ < text_.size() ? 1 : 0;
    current_ = "$lambda";
  }

  // Arrows and shifts inside template arguments are rare enough to be met only as "->".
  void skip_balanced(char open, char close) {
    int depth = 0;
    for (; at_ < text_.size(); ++at_) {
      if (text_[at_] == open) {
        ++depth;
      } else if (text_[at_] == close && (at_ == 0 || text_[at_ - 1] != '-')) {
        if (--depth == 0) {
          ++at_;
          return;
        }
      }
    }
  }

  // " const", " &&", " [clone .cold]" after the parameters.
  void skip_qualifiers() {
    while (at_ < text_.size() && !starts_with("::")) {
      ++at_;
    }
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::string current_;
  Components components_;
};

bool names_lambda(const std::string& component) {
  return component == "$lambda" || component.substr(0, 2) == "$_";
}

std::string last_two(const Components& names) {
  const std::size_t count = names.size();
  std::string text = names[count - 1];
  if (count >= 2) {
    text = names[count - 2] + "::" + text;
  }
  if (count >= 3 && names[0] == "std") {
    text = "std::" + text;
  }
  return text;
}

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

}  // namespace

std::string readable_name(std::string_view demangled) {
  const Components components = NameParser(demangled).parse();
  Components named;
  bool lambda = false;
  for (const std::string& component : components) {
    if (names_lambda(component)) {
      lambda = true;
    } else if (!(lambda && component == "operator()")) {
      named.push_back(component);
    }
  }
  if (named.empty()) {
    return lambda ? "lambda" : std::string(demangled);
  }
  return (lambda ? "lambda in " : "") + last_two(named);
}

bool is_library_file(std::string_view file) {
  return file.substr(0, 13) == "/usr/include/" || file.substr(0, 9) == "/usr/lib/" ||
         file.substr(0, 9) == "/usr/src/" || contains(file, "/include/c++/") ||
         contains(file, "/libstdc++-v3/") || contains(file, "/libcxx/") ||
         contains(file, "/gtest/") || contains(file, "/googletest/") ||
         contains(file, "explorer/include/explorer/") || contains(file, "explorer/src/");
}

bool is_library_function(std::string_view demangled) {
  const Components components = NameParser(demangled).parse();
  if (components.empty()) {
    return false;
  }
  const std::string& outermost = components.front();
  return outermost == "std" || outermost == "__gnu_cxx" || outermost == "__cxxabiv1" ||
         outermost == "testing" || outermost == "explorer" ||
         outermost.substr(0, 8) == "pthread_" || outermost.substr(0, 2) == "__";
}

}  // namespace explorer
