#include "stages/places/frame.h"

#include <system_error>
#include <utility>

namespace runner {

namespace {

namespace fs = std::filesystem;

fs::path resolved(const fs::path& path) {
  std::error_code failed;
  fs::path canonical = fs::weakly_canonical(path, failed);
  return failed ? path : canonical;
}

// Without template arguments and parameter lists: what stands in <...> and (...).
std::string without_brackets(std::string_view text) {
  std::string kept;
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    // operator() and operator<, operator-> are names, not brackets.
    if (depth == 0 && (c == '(' || c == '<' || c == '>') && kept.ends_with("operator")) {
      kept += c;
      if (c == '(' && i + 1 < text.size()) kept += text[++i];
      continue;
    }
    if (c == '(' || c == '<' || c == '{' || c == '[') ++depth;
    if (depth == 0) kept += c;
    if ((c == ')' || c == '>' || c == '}' || c == ']') && depth > 0) --depth;
  }
  return kept;
}

// The name after the last "::", with "()".
std::string last_name(std::string_view qualified) {
  std::string plain = without_brackets(qualified);
  if (const auto trailing = plain.find(" const"); trailing != std::string::npos) {
    plain.resize(trailing);
  }
  while (!plain.empty() && (plain.back() == ' ' || plain.back() == ':')) plain.pop_back();
  const auto colon = plain.rfind("::");
  if (colon != std::string::npos) plain.erase(0, colon + 2);
  if (const auto space = plain.rfind(' ');
      space != std::string::npos && plain.find("operator") == std::string::npos) {
    plain.erase(0, space + 1);
  }
  return plain.empty() ? std::string() : plain + "()";
}

}  // namespace

std::string readable_function(std::string_view function) {
  for (const std::string_view mark : {"::{lambda", "::'lambda", "::$_"}) {
    const auto at = function.find(mark);
    if (at == std::string_view::npos) continue;
    const std::string around = last_name(function.substr(0, at));
    return around.empty() ? "a lambda" : "a lambda in " + around;
  }
  return last_name(function);
}

LearnersCode::LearnersCode(const fs::path& header) : directory_(resolved(header).parent_path()) {}

bool LearnersCode::owns(const fs::path& file) const {
  if (!file.is_absolute()) return false;
  const fs::path inner = resolved(file).lexically_relative(directory_);
  return !inner.empty() && *inner.begin() != "..";
}

std::vector<Place> LearnersCode::places(const std::vector<Frame>& frames) const {
  std::vector<Place> places;
  for (const Frame& frame : frames) {
    if (frame.line <= 0 || !owns(frame.file)) continue;
    Place place{readable_function(frame.function), frame.file, frame.line};
    const bool again =
        !places.empty() && places.back().line == place.line && places.back().file == place.file;
    if (!again) places.push_back(std::move(place));
  }
  return places;
}

std::string short_place(const Place& place) {
  return place.file.filename().string() + ":" + std::to_string(place.line);
}

}  // namespace runner
