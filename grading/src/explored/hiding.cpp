#include "grading/src/explored/hiding.h"

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace grading::hiding {
namespace {

using explorer::SourceLocation;

std::string_view base_name(std::string_view path) {
  return path.substr(path.find_last_of('/') + 1);
}

// The grading library's own folder, as the compiler was told of it.
std::string_view library_folder() {
  const std::string_view here = __FILE__;
  return here.substr(0, here.size() - std::string_view("src/explored/hiding.cpp").size());
}

bool is_hidden(const SourceLocation& place, const Behaviour& behaviour) {
  return base_name(place.file) == base_name(behaviour.file) ||
         place.file.starts_with(library_folder());
}

}  // namespace

void hide_grader(const Behaviour& behaviour, explorer::Report& report) {
  std::set<std::string> hidden;  // As sentences name them: "cast.cpp:".
  const auto note = [&](const SourceLocation& place) {
    const bool hides = is_hidden(place, behaviour);
    if (hides) hidden.insert(std::string(base_name(place.file)) + ":");
    return hides;
  };
  std::erase_if(report.finding.stack, note);
  for (explorer::StoryStep& step : report.story.steps) {
    if (note(step.where)) step.where = {};
  }
  std::erase_if(report.finding.details, [&](const std::string& detail) {
    return std::ranges::any_of(hidden, [&](const std::string& file) {
      return detail.find(" " + file) != std::string::npos;
    });
  });
}

}  // namespace grading::hiding
