// The interleaving that led to a finding, told step by step. Plain data; the renderings below add
// no facts of their own.
//
// Thread-safety: values; distinct stories may be used from distinct threads.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "explorer/finding.h"

namespace explorer {

inline constexpr std::uint16_t kNoPeer = 0xFFFF;

// One line of a story: what one thread did.
struct StoryStep {
  std::uint32_t step = 0;    // Step number in the trace.
  std::uint16_t thread = 0;  // Lane.
  std::string action;        // "lock mutex #1", "wait condvar #1", "notify_one condvar #1 -> T2"
  std::string note;          // "blocked", "timed out", "spurious", who holds it; may be empty.
  SourceLocation where;      // The innermost frame that is not a library's.
  std::int64_t virtual_nanoseconds = 0;
  bool decisive = false;         // The choice here made the difference.
  std::uint16_t peer = kNoPeer;  // The lane that this step started, woke or joined.
};

struct StoryLane {
  std::uint16_t thread = 0;
  std::string name;         // "main", "T1", ... or the label the body gave.
  std::string final_state;  // "finished", "waiting for mutex #1 (held by T2)", ...
};

struct Story {
  std::vector<StoryLane> lanes;
  std::vector<StoryStep> steps;
  Finding finding;
  std::string token;
};

// Lanes side by side, at most 100 columns wide, no colour.
[[nodiscard]] std::string to_text(const Story& story);
// A Mermaid sequence diagram, as GitHub renders it.
[[nodiscard]] std::string to_mermaid(const Story& story);
// Chrome trace-event JSON; opens in Perfetto.
[[nodiscard]] std::string to_trace_event_json(const Story& story);
// All fields under their own names.
[[nodiscard]] std::string to_json(const Story& story);

}  // namespace explorer
