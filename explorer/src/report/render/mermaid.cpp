// A Mermaid sequence diagram. Steps that start, wake or join a thread are arrows to it, the others
// notes over their own lane; the decisive step stands on a coloured ground.

#include "explorer/story.h"
#include "report/render/utf8.h"

namespace explorer {
namespace {

// What Mermaid or the HTML behind it could take for syntax is written as a character entity.
std::string escaped(std::string_view text) {
  constexpr std::string_view kSyntax = "#;<>\"&%\\$`{}";
  std::string safe;
  for (const char c : one_line(text)) {
    if (kSyntax.find(c) != std::string_view::npos) {
      safe += "#" + std::to_string(static_cast<int>(c)) + ";";
    } else {
      safe += c;
    }
  }
  return safe;
}

std::string lane_id(std::uint16_t thread) { return "T" + std::to_string(thread); }

std::string place_of(const SourceLocation& where) {
  if (where.file.empty()) {
    return where.function;
  }
  return where.file.substr(where.file.rfind('/') + 1) + ":" + std::to_string(where.line);
}

std::string step_text(const StoryStep& step) {
  std::string text = std::to_string(step.step) + " " + escaped(step.action);
  if (!step.note.empty()) {
    text += " (" + escaped(step.note) + ")";
  }
  const std::string place = place_of(step.where);
  return place.empty() ? text : text + "<br/>" + escaped(place);
}

bool has_lane(const Story& story, std::uint16_t thread) {
  for (const StoryLane& lane : story.lanes) {
    if (lane.thread == thread) {
      return true;
    }
  }
  return false;
}

}  // namespace

std::string to_mermaid(const Story& story) {
  std::string text = "sequenceDiagram\n";
  for (const StoryLane& lane : story.lanes) {
    text += "    participant " + lane_id(lane.thread) + " as " + escaped(lane.name) + "\n";
  }
  for (const StoryStep& step : story.steps) {
    if (!has_lane(story, step.thread)) {
      continue;
    }
    text += step.decisive ? "    rect rgb(255, 226, 158)\n" : "";
    const std::string lane = lane_id(step.thread);
    if (step.peer != step.thread && has_lane(story, step.peer)) {
      text += "    " + lane + "->>" + lane_id(step.peer) + ": " + step_text(step) + "\n";
    } else {
      text += "    Note over " + lane + ": " + step_text(step) + "\n";
    }
    text += step.decisive ? "    end\n" : "";
  }
  for (const StoryLane& lane : story.lanes) {
    text += "    Note over " + lane_id(lane.thread) + ": " + escaped(lane.final_state) + "\n";
  }
  return text;
}

}  // namespace explorer
