// How ThreadSanitizer is to behave in a grader. It asks for this before main(), and takes what the
// environment says (TSAN_OPTIONS) over it.
#include <fcntl.h>

#include "grading/src/raw_syscall.h"
#include "grading/src/uninstrumented.h"

namespace grading::tsan {

GRADING_UNINSTRUMENTED_BEGIN

namespace {

// Signals are left to kill the process: the runner names them. A report is not the end, and not the
// exit status: what a learner sees is all reports of a behaviour, through the channel.
#define GRADING_COMMON_OPTIONS                                                    \
  "halt_on_error=0:exitcode=0:atexit_sleep_ms=0:report_signal_unsafe=0:"          \
  "handle_segv=0:handle_sigbus=0:handle_abort=0:handle_sigill=0:handle_sigfpe=0:" \
  "report_thread_leaks=1:report_destroy_locked=1:report_mutex_bugs=1:"            \
  "detect_deadlocks=1:second_deadlock_stack=1:history_size=4:print_suppressions=0"

// The runner symbolizes by itself, once; starting the symbolizer in here would cost more than the
// whole behaviour.
constexpr const char* kForTheRunner = GRADING_COMMON_OPTIONS ":symbolize=0";
constexpr const char* kForAPerson = GRADING_COMMON_OPTIONS ":symbolize=1";

// getenv() is not ready this early, and the constructor that takes the variable has not run yet.
GRADING_NO_BUILTIN bool runner_is_there() {
  const long file =
      raw_syscall(SYS_openat, AT_FDCWD, as_argument("/proc/self/environ"), O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  constexpr const char* kVariable = "KATA_CHANNEL=";
  char buffer[512];
  bool found = false;
  bool at_start = true;
  const char* expected = kVariable;
  for (long size = 0;
       !found && (size = raw_syscall(SYS_read, file, as_argument(buffer), sizeof buffer)) > 0;) {
    for (long i = 0; i < size && !found; ++i) {
      if (buffer[i] == '\0') {
        at_start = true;
        expected = kVariable;
      } else if (at_start && buffer[i] == *expected) {
        found = *++expected == '\0';
      } else {
        at_start = false;
      }
    }
  }
  raw_syscall(SYS_close, file);
  return found;
}

}  // namespace

void link_options() {}

const char* options() { return runner_is_there() ? kForTheRunner : kForAPerson; }

GRADING_UNINSTRUMENTED_END

}  // namespace grading::tsan

GRADING_UNINSTRUMENTED_BEGIN

extern "C" const char* __tsan_default_options() { return grading::tsan::options(); }

GRADING_UNINSTRUMENTED_END
