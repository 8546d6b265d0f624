// Where every thread of a running process stands, as elfutils' eu-stack sees it.
//
// Thread-safety: pure functions and processes of their own.
#pragma once

#include <sys/types.h>

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "stages/frame.h"

namespace runner {

struct ThreadStack {
  pid_t thread = 0;
  std::string name;           // "main", "T1", ...
  std::vector<Frame> frames;  // Innermost first, inlined ones included.
};

// Threads for which `ignored` is true are left out. Empty when the tool is missing or may not look.
// Takes up to some seconds.
[[nodiscard]] std::vector<ThreadStack> stacks_of(pid_t process,
                                                 const std::function<bool(pid_t)>& ignored);

// Understands the output of `eu-stack -i -s`. Names are left empty.
[[nodiscard]] std::vector<ThreadStack> parse_stacks(std::string_view output);

}  // namespace runner
