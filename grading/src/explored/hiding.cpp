#include "grading/src/explored/hiding.h"

#include <algorithm>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <utility>
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

// A choice of the grader's, wherever it is made: katas make none.
bool is_draw(const explorer::StoryStep& step) { return step.action.starts_with("choose"); }

// What the grader does for itself between the calls that matter.
bool is_bookkeeping(const explorer::StoryStep& step) {
  for (const std::string_view begin :
       {"load atomic", "store atomic", "modify atomic", "compare-exchange atomic", "look at",
        "read the clock", "basic_ostringstream"}) {
    if (step.action.starts_with(begin)) return true;
  }
  return false;
}

// Takes the steps out for which `goes` holds. A mark that one of them bears passes to what its
// thread does next, since it was that thread's turn which made the difference.
template <typename Goes>
void take_out(std::vector<explorer::StoryStep>& steps, const Goes& goes) {
  std::vector<explorer::StoryStep> kept;
  std::set<std::uint16_t> marked;
  for (explorer::StoryStep& step : steps) {
    const bool inherits = marked.contains(step.thread);
    step.decisive = step.decisive || inherits;
    if (goes(step)) {
      if (step.decisive) marked.insert(step.thread);
      continue;
    }
    if (inherits) marked.erase(step.thread);
    kept.push_back(std::move(step));
  }
  steps = std::move(kept);
}

// Where " at cast.cpp:12 in lambda in f" is over, from its line number on.
std::size_t end_of_place(const std::string& sentence, std::size_t line) {
  std::size_t end = std::min(sentence.find_first_not_of("0123456789", line), sentence.size());
  constexpr std::string_view kIn = " in ";
  constexpr std::string_view kLambda = "lambda in ";
  if (sentence.compare(end, kIn.size(), kIn) != 0) return end;
  end += kIn.size();
  if (sentence.compare(end, kLambda.size(), kLambda) == 0) end += kLambda.size();
  return std::min(sentence.find_first_of(" ,;", end), sentence.size());
}

// ", at cast.cpp:12 in f" at a sentence's end goes with all that follows; within one, the place and
// the function go, which are the grader's.
void cut_places(std::string& sentence, const std::set<std::string>& hidden) {
  for (const std::string& file : hidden) {
    for (std::size_t place = 0;
         (place = sentence.find(" at " + file, place)) != std::string::npos;) {
      if (place > 0 && sentence[place - 1] == ',') {
        sentence.erase(place - 1);
        break;
      }
      const std::size_t line = place + std::string_view(" at ").size() + file.size();
      sentence.erase(place, end_of_place(sentence, line) - place);
    }
  }
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
  take_out(report.story.steps, [&](explorer::StoryStep& step) {
    if (is_draw(step)) return true;
    if (!note(step.where)) return false;
    step.where = {};
    return is_bookkeeping(step);
  });
  cut_places(report.finding.summary, hidden);
  std::erase_if(report.finding.details, [&](const std::string& detail) {
    return std::ranges::any_of(hidden, [&](const std::string& file) {
      return detail.find(" " + file) != std::string::npos;
    });
  });
}

}  // namespace grading::hiding
