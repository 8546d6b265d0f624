// One event in the words of a story.
#pragma once

#include <string>

#include "report/evidence.h"
#include "report/facts/holdings.h"
#include "report/facts/names.h"

namespace explorer {

struct StepWords {
  std::string action;  // "lock mutex #1"
  std::string note;    // "waits: held by T2"
};

// `before`: who held what just before the event.
[[nodiscard]] StepWords words_for(const Event& event, const Names& names, const Holdings& before,
                                  const ExecutionRecord& record);

// What an operation asks for, as a verb and its object: "lock mutex #1", "join T2".
[[nodiscard]] std::string request_words(const Operation& operation, const Names& names);

// "T2", "T2 and T3", "T2, T3 and main".
[[nodiscard]] std::string enumerate(const std::vector<std::string>& words);

// Who holds a lock, for "held by ..."; the threads in order of acquisition.
[[nodiscard]] std::string holder_names(const std::vector<Holding>& holders, const Names& names);

// A duration in the largest unit that keeps it readable: "5 s", "1.5 ms", "250 ns", "2 h".
[[nodiscard]] std::string duration_words(std::int64_t nanoseconds);

}  // namespace explorer
