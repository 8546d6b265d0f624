// The executions that the golden files tell, one per kind of story.
#pragma once

#include <functional>
#include <ostream>
#include <string>
#include <vector>

#include "explorer/story.h"

namespace explorer {

struct NamedStory {
  std::string name;
  std::function<Story()> make;

  friend std::ostream& operator<<(std::ostream& stream, const NamedStory& story) {
    return stream << story.name;
  }
};

[[nodiscard]] Story semaphore_lost_wakeup();
[[nodiscard]] Story transfer_deadlock();
[[nodiscard]] Story counter_race();
[[nodiscard]] Story timed_wait();
[[nodiscard]] Story spinning_threads();
[[nodiscard]] Story eight_philosophers();
[[nodiscard]] Story four_philosophers();
[[nodiscard]] Story hostile_names();

[[nodiscard]] std::vector<NamedStory> all_stories();

}  // namespace explorer
