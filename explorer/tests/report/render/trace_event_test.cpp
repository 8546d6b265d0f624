// The exported trace obeys the trace-event format: what readers of it (Perfetto, Chrome) rely on.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include <nlohmann/json.hpp>

#include "explorer/story.h"
#include "support/stories.h"

namespace explorer {
namespace {

using nlohmann::json;
using Track = std::pair<std::int64_t, std::int64_t>;  // Process and thread.

class TraceEvents : public testing::TestWithParam<NamedStory> {
 protected:
  TraceEvents() : story_(GetParam().make()), trace_(json::parse(to_trace_event_json(story_))) {}

  [[nodiscard]] std::vector<json> of_phase(const std::string& phase) const {
    std::vector<json> events;
    for (const json& event : trace_.at("traceEvents")) {
      if (event.at("ph") == phase) events.push_back(event);
    }
    return events;
  }
  static Track track_of(const json& event) {
    return {event.at("pid").get<std::int64_t>(), event.at("tid").get<std::int64_t>()};
  }
  static std::int64_t begin_of(const json& event) { return event.at("ts").get<std::int64_t>(); }
  static std::int64_t end_of(const json& slice) {
    return begin_of(slice) + slice.at("dur").get<std::int64_t>();
  }

  Story story_;
  json trace_;
};

TEST_P(TraceEvents, are_an_object_with_a_list_of_events_and_a_unit_that_exists) {
  EXPECT_TRUE(trace_.at("traceEvents").is_array());
  const std::set<std::string> units{"ms", "ns"};
  EXPECT_TRUE(units.contains(trace_.at("displayTimeUnit").get<std::string>()));
}

TEST_P(TraceEvents, have_the_fields_of_every_event) {
  const std::set<std::string> phases{"M", "X", "s", "f"};
  for (const json& event : trace_.at("traceEvents")) {
    EXPECT_TRUE(phases.contains(event.at("ph").get<std::string>())) << event;
    EXPECT_TRUE(event.at("pid").is_number_integer()) << event;
    EXPECT_TRUE(event.at("tid").is_number_integer()) << event;
    EXPECT_TRUE(event.at("name").is_string()) << event;
    if (event.at("ph") == "M") continue;
    EXPECT_TRUE(event.at("ts").is_number_integer()) << event;
    EXPECT_TRUE(event.at("cat").is_string()) << event;
  }
}

TEST_P(TraceEvents, name_and_order_each_thread_once) {
  std::map<std::string, std::set<Track>> described;
  for (const json& event : of_phase("M")) {
    const std::string what = event.at("name");
    const json& arguments = event.at("args");
    EXPECT_TRUE(what == "thread_name" ? arguments.at("name").is_string()
                                      : arguments.at("sort_index").is_number_integer());
    EXPECT_TRUE(described[what].insert(track_of(event)).second) << event;
  }
  EXPECT_EQ(described["thread_name"].size(), story_.lanes.size());
  EXPECT_EQ(described["thread_sort_index"], described["thread_name"]);
  for (const json& slice : of_phase("X")) {
    EXPECT_TRUE(described["thread_name"].contains(track_of(slice))) << slice;
  }
}

TEST_P(TraceEvents, show_each_step_as_a_slice_after_all_earlier_ones_of_its_thread) {
  const std::vector<json> slices = of_phase("X");
  EXPECT_EQ(slices.size(), story_.steps.size());
  std::map<Track, std::int64_t> ends;
  for (const json& slice : slices) {
    EXPECT_GT(slice.at("dur").get<std::int64_t>(), 0);
    const auto [last, is_first] = ends.try_emplace(track_of(slice), end_of(slice));
    if (is_first) continue;
    EXPECT_GE(begin_of(slice), last->second) << slice;
    last->second = end_of(slice);
  }
}

TEST_P(TraceEvents, draw_arrows_from_slice_to_slice_and_never_back_in_time) {
  const std::vector<json> slices = of_phase("X");
  const auto lies_in_a_slice = [&](const json& end) {
    return std::ranges::any_of(slices, [&](const json& slice) {
      return track_of(slice) == track_of(end) && begin_of(slice) <= begin_of(end) &&
             begin_of(end) <= end_of(slice);
    });
  };
  using Flow = std::tuple<std::int64_t, std::string, std::string>;
  const auto flow_of = [](const json& end) {
    return Flow(end.at("id").get<std::int64_t>(), end.at("cat"), end.at("name"));
  };
  std::map<Flow, json> open;
  for (const json& begin : of_phase("s")) {
    EXPECT_TRUE(lies_in_a_slice(begin)) << begin;
    EXPECT_TRUE(open.emplace(flow_of(begin), begin).second) << begin;
  }
  for (const json& end : of_phase("f")) {
    EXPECT_TRUE(lies_in_a_slice(end)) << end;
    EXPECT_EQ(end.at("bp"), "e") << "else the arrow ends at the thread's next slice";
    const auto begin = open.find(flow_of(end));
    ASSERT_NE(begin, open.end()) << end;
    EXPECT_GE(begin_of(end), begin_of(begin->second));
    open.erase(begin);
  }
  EXPECT_TRUE(open.empty());
}

INSTANTIATE_TEST_SUITE_P(Stories, TraceEvents, testing::ValuesIn(all_stories()),
                         [](const auto& instance) { return instance.param.name; });

}  // namespace
}  // namespace explorer
