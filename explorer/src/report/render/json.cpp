#include "explorer/story.h"
#include "report/render/json_writer.h"

namespace explorer {
namespace {

void write(JsonWriter& json, const SourceLocation& where) {
  json.begin_object();
  json.field("function", std::string_view(where.function));
  json.field("file", std::string_view(where.file));
  json.field("line", std::int64_t{where.line});
  json.end_object();
}

void write(JsonWriter& json, const Finding& finding) {
  json.begin_object();
  json.field("kind", name(finding.kind));
  json.field("summary", std::string_view(finding.summary));
  json.key("details");
  json.begin_array();
  for (const std::string& detail : finding.details) {
    json.value(std::string_view(detail));
  }
  json.end_array();
  json.key("stack");
  json.begin_array();
  for (const SourceLocation& where : finding.stack) {
    write(json, where);
  }
  json.end_array();
  json.end_object();
}

void write(JsonWriter& json, const StoryLane& lane) {
  json.begin_object();
  json.field("thread", std::int64_t{lane.thread});
  json.field("name", std::string_view(lane.name));
  json.field("final_state", std::string_view(lane.final_state));
  json.end_object();
}

void write(JsonWriter& json, const StoryStep& step) {
  json.begin_object();
  json.field("step", std::int64_t{step.step});
  json.field("thread", std::int64_t{step.thread});
  json.field("action", std::string_view(step.action));
  json.field("note", std::string_view(step.note));
  json.key("where");
  write(json, step.where);
  json.field("virtual_nanoseconds", step.virtual_nanoseconds);
  json.field("decisive", step.decisive);
  if (step.peer != kNoPeer) {
    json.field("peer", std::int64_t{step.peer});
  }
  json.end_object();
}

}  // namespace

std::string to_json(const Story& story) {
  JsonWriter json;
  json.begin_object();
  json.key("lanes");
  json.begin_array();
  for (const StoryLane& lane : story.lanes) {
    write(json, lane);
  }
  json.end_array();
  json.key("steps");
  json.begin_array();
  for (const StoryStep& step : story.steps) {
    write(json, step);
  }
  json.end_array();
  json.key("finding");
  write(json, story.finding);
  json.field("token", std::string_view(story.token));
  json.end_object();
  return json.take();
}

}  // namespace explorer
