// Where every thread of a running process stands. elfutils' eu-stack walks the stacks; lines come
// from the symbolizer afterwards, because elfutils cannot read every compiler's line tables.
//
// Thread-safety: pure functions and processes of their own.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "stages/places/frame.h"
#include "stages/places/symbolizer.h"

namespace runner {

struct ThreadStack {
  pid_t thread = 0;
  std::string name;           // "main", "T1", ...
  std::vector<Frame> frames;  // Innermost first.
  // For each frame its address relative to where the program is loaded, inside of the call; 0 for
  // what is not the program's own code.
  std::vector<std::uint64_t> addresses;
};

// Threads for which `ignored` is true are left out. Empty when the tool is missing or may not look.
// Takes up to some seconds.
[[nodiscard]] std::vector<ThreadStack> stacks_of(pid_t process,
                                                 const std::function<bool(pid_t)>& ignored);

// Where a program lies in memory.
struct LoadedAt {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  std::uint64_t bias = 0;  // What was added to the addresses in its file.
};

// Understands the output of eu-stack. Names are left empty.
[[nodiscard]] std::vector<ThreadStack> parse_stacks(std::string_view output,
                                                    const LoadedAt& program);

// Puts functions and lines, inlined ones too, in place of the program's own frames.
void resolve(std::vector<ThreadStack>& stacks, const Symbols& symbols);

}  // namespace runner
