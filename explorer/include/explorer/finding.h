// The closed list of what an exploration can find. Plain data, freely copyable.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace explorer {

enum class FindingKind : std::uint8_t {
  none,
  data_race,
  deadlock,
  lost_wakeup,
  unguarded_wait,  // Correct only as long as no spurious wake-up comes.
  busy_wait,
  livelock,
  use_after_free,
  misuse,
  leak,
  wrong_result,  // The body's own assertion failed.
  crash,
  unsupported,     // The program does what cannot be controlled; never its author's fault.
  internal_error,  // A fault of the explorer itself.
};

// The stable name of a kind: "data_race", "lost_wakeup", ... "none" for none.
[[nodiscard]] std::string_view name(FindingKind kind);

// A place in the program under test.
struct SourceLocation {
  std::string function;
  std::string file;  // As the compiler recorded it; empty where there are no symbols.
  int line = 0;
};

struct Finding {
  FindingKind kind = FindingKind::none;
  // One sentence that stands alone: "deadlock: T1 waits for mutex #2 held by T2, ...".
  std::string summary;
  // Supporting facts, a sentence each: the other access of a race, the cycle, the notify that
  // went elsewhere.
  std::vector<std::string> details;
  // Where it was noticed, innermost frame first, library frames removed.
  std::vector<SourceLocation> stack;
};

}  // namespace explorer
