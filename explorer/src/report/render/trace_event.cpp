// The trace-event format of Chrome's tracing, which Perfetto reads: one track per thread, one slice
// per step, an arrow from each step to the thread it starts or wakes. Time on the axis is the
// order of steps, ten microseconds each: virtual time mostly stands still.

#include "explorer/story.h"
#include "report/render/json_writer.h"

namespace explorer {
namespace {

constexpr std::int64_t kStepMicroseconds = 10;

std::int64_t start_of(std::size_t position) {
  return static_cast<std::int64_t>(position) * kStepMicroseconds;
}

void begin_event(JsonWriter& json, std::string_view phase, std::uint16_t thread,
                 std::string_view event_name) {
  json.begin_object();
  json.field("ph", phase);
  json.field("pid", std::int64_t{1});
  json.field("tid", std::int64_t{thread});
  json.field("name", event_name);
}

void write_track(JsonWriter& json, const StoryLane& lane) {
  begin_event(json, "M", lane.thread, "thread_name");
  json.key("args");
  json.begin_object();
  json.field("name", std::string_view(lane.name));
  json.end_object();
  json.end_object();
  begin_event(json, "M", lane.thread, "thread_sort_index");
  json.key("args");
  json.begin_object();
  json.field("sort_index", std::int64_t{lane.thread});
  json.end_object();
  json.end_object();
}

void write_slice(JsonWriter& json, const StoryStep& step, std::size_t position) {
  begin_event(json, "X", step.thread, step.action);
  json.field("cat", std::string_view(step.decisive ? "decisive" : "step"));
  json.field("ts", start_of(position));
  json.field("dur", kStepMicroseconds - 1);
  json.key("args");
  json.begin_object();
  json.field("step", std::int64_t{step.step});
  if (!step.note.empty()) {
    json.field("note", std::string_view(step.note));
  }
  if (!step.where.function.empty()) {
    json.field("function", std::string_view(step.where.function));
  }
  if (!step.where.file.empty()) {
    json.field("file", std::string_view(step.where.file));
    json.field("line", std::int64_t{step.where.line});
  }
  json.field("virtual_nanoseconds", step.virtual_nanoseconds);
  json.field("decisive", step.decisive);
  json.end_object();
  json.end_object();
}

// An arrow ends at the next step of the peer; without one there is nothing to point at.
void write_arrow(JsonWriter& json, const Story& story, std::size_t position) {
  const StoryStep& step = story.steps[position];
  for (std::size_t i = position + 1; step.peer != kNoPeer && i < story.steps.size(); ++i) {
    if (story.steps[i].thread != step.peer) {
      continue;
    }
    begin_event(json, "s", step.thread, step.action);
    json.field("cat", std::string_view("wakes"));
    json.field("id", start_of(position));
    json.field("ts", start_of(position) + 1);
    json.end_object();
    begin_event(json, "f", step.peer, step.action);
    json.field("cat", std::string_view("wakes"));
    json.field("id", start_of(position));
    json.field("bp", std::string_view("e"));
    json.field("ts", start_of(i) + 1);
    json.end_object();
    return;
  }
}

}  // namespace

std::string to_trace_event_json(const Story& story) {
  JsonWriter json;
  json.begin_object();
  json.field("displayTimeUnit", std::string_view("ms"));
  json.key("otherData");
  json.begin_object();
  json.field("finding", std::string_view(story.finding.summary));
  json.field("token", std::string_view(story.token));
  json.end_object();
  json.key("traceEvents");
  json.begin_array();
  for (const StoryLane& lane : story.lanes) {
    write_track(json, lane);
  }
  for (std::size_t i = 0; i < story.steps.size(); ++i) {
    write_slice(json, story.steps[i], i);
    write_arrow(json, story, i);
  }
  json.end_array();
  json.end_object();
  return json.take();
}

}  // namespace explorer
