#include "stages/exploration.h"

#include <algorithm>
#include <utility>

#include "stages/json_fields.h"
#include "system/text.h"

namespace runner {

namespace {

std::vector<Frame> frames_in(const Json& message) {
  std::vector<Frame> frames;
  const auto stack = message.find("stack");
  if (stack == message.end() || !stack->is_array()) return frames;
  for (const Json& place : *stack) {
    if (!place.is_object()) continue;
    Frame frame;
    frame.function = text_of(place, "function");
    frame.file = text_of(place, "file");
    frame.line =
        static_cast<int>(std::clamp<std::int64_t>(number_of(place, "line"), 0, 10'000'000));
    frames.push_back(std::move(frame));
  }
  return frames;
}

Exploration read(const Json& message) {
  Exploration exploration;
  exploration.schedules = count_of(message, "schedules");
  exploration.failing_schedule = count_of(message, "failing_schedule");
  exploration.exhausted = flag_of(message, "exhausted");
  exploration.finding = text_of(message, "finding");
  if (exploration.finding == "none") exploration.finding.clear();
  exploration.summary = text_of(message, "summary");
  if (const auto details = message.find("details");
      details != message.end() && details->is_array()) {
    for (const Json& detail : *details) {
      if (detail.is_string()) exploration.details.push_back(detail.get<std::string>());
    }
  }
  exploration.stack = frames_in(message);
  exploration.token = text_of(message, "token");
  return exploration;
}

bool is_name_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '-';
}

}  // namespace

std::optional<Exploration> exploration_in(const GraderRun& run) {
  std::optional<Exploration> exploration;
  std::string story;
  for (const Json& message : run.messages) {
    const std::string type = text_of(message, "type");
    if (type == "exploration") exploration = read(message);
    if (type == "story") story += text_of(message, "text");
  }
  if (exploration) exploration->story = std::move(story);
  return exploration;
}

void add_exploration(BehaviourResult& result, const Exploration& exploration,
                     const LearnersCode& code) {
  result.runs = exploration.schedules;
  if (result.status == Status::pass) {
    result.proved = exploration.exhausted;
    return;
  }
  result.failing_schedule = exploration.failing_schedule;
  if (!exploration.token.empty()) result.token = result.name + ":" + exploration.token;
  result.story = printable(valid_utf8(exploration.story));
  if (!result.threads.empty()) return;
  std::vector<Place> places = code.places(exploration.stack);
  if (!places.empty()) result.threads.push_back({"Noticed at", "", std::move(places)});
}

std::optional<ScheduleName> parse_schedule_name(std::string_view text) {
  const auto colon = text.find(':');
  if (colon == std::string_view::npos) return std::nullopt;
  ScheduleName name{std::string(text.substr(0, colon)), std::string(text.substr(colon + 1))};
  const auto sound = [](const std::string& part) {
    return !part.empty() && std::ranges::all_of(part, is_name_character);
  };
  if (!sound(name.behaviour) || !sound(name.token)) return std::nullopt;
  return name;
}

}  // namespace runner
