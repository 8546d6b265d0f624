#include <fstream>

#include "report/facts/places.h"
#include "report/findings/finding_text.h"

namespace explorer {
namespace {

constexpr std::size_t kMostCode = 60;

}  // namespace

std::string place_words(const SourceLocation& where) {
  if (where.file.empty()) {
    return where.function.empty() ? std::string() : "in " + where.function;
  }
  const std::string line = "at " + short_place(where);
  return where.function.empty() ? line : line + " in " + where.function;
}

std::string code_words(const SourceLocation& where) {
  if (where.file.empty() || where.line <= 0) {
    return {};
  }
  std::ifstream file(where.file);
  std::string text;
  for (int line = 0; line < where.line; ++line) {
    if (!std::getline(file, text)) {
      return {};
    }
  }
  const auto begin = text.find_first_not_of(" \t");
  const auto end = text.find_last_not_of(" \t\r");
  if (begin == std::string::npos) {
    return {};
  }
  text = text.substr(begin, end - begin + 1);
  if (text.size() > kMostCode) {
    text = text.substr(0, kMostCode - 3) + "...";
  }
  return "`" + text + "`";
}

}  // namespace explorer
