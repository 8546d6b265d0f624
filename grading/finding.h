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
  // What graders do not look for themselves: the explorer finds it.
  data_race,
  crash,
  unsupported,     // Beyond the explorer's control; never the learner's fault.
  internal_error,  // The explorer's own.
};

[[nodiscard]] const char* name(Finding finding);

}  // namespace grading
