// The kinds of failure a grader may report. The names are those of the pages in docs/findings.
#pragma once

#include <cstdint>

namespace grading {

enum class Finding : std::uint8_t {
  wrong_result,
  lost_wakeup,
  deadlock,
  busy_wait,
  unguarded_wait,
  livelock,
  use_after_free,
  misuse,
  leak,
  lock_held_while_blocking,
  serialized,
  unbounded,
  hang,
  not_implemented,
};

[[nodiscard]] const char* name(Finding finding);

}  // namespace grading
