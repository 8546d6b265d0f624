#include "grading/finding.h"

namespace grading {

const char* name(Finding finding) {
  switch (finding) {
    case Finding::wrong_result:
      return "wrong_result";
    case Finding::lost_wakeup:
      return "lost_wakeup";
    case Finding::deadlock:
      return "deadlock";
    case Finding::busy_wait:
      return "busy_wait";
    case Finding::unguarded_wait:
      return "unguarded_wait";
    case Finding::livelock:
      return "livelock";
    case Finding::use_after_free:
      return "use_after_free";
    case Finding::misuse:
      return "misuse";
    case Finding::leak:
      return "leak";
    case Finding::lock_held_while_blocking:
      return "lock_held_while_blocking";
    case Finding::serialized:
      return "serialized";
    case Finding::unbounded:
      return "unbounded";
    case Finding::hang:
      return "hang";
    case Finding::not_implemented:
      return "not_implemented";
    case Finding::data_race:
      return "data_race";
    case Finding::crash:
      return "crash";
    case Finding::unsupported:
      return "unsupported";
    case Finding::internal_error:
      return "internal_error";
  }
  return "wrong_result";
}

}  // namespace grading
