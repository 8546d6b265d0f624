#include "explorer/program.h"

#include <cstdlib>

#include "explorer/explore.h"
#include "runtime/execution.h"

namespace explorer {
namespace {

// For the scope's lifetime exit() ends the body.
class ProgramScope {
 public:
  ProgramScope() { Execution::exit_ends_body = true; }
  ~ProgramScope() { Execution::exit_ends_body = false; }
  ProgramScope(const ProgramScope&) = delete;
  ProgramScope& operator=(const ProgramScope&) = delete;
};

// A main() without parameters is called with them all the same, as the C library does. What
// UndefinedBehaviorSanitizer says of that is right, and of no use.
[[noreturn]] __attribute__((no_sanitize("undefined"))) void run(int (*program)(int, char**),
                                                                int argc, char** argv) {
  std::exit(program(argc, argv));
}

Options isolated(const Options& options) {
  Options result = options;
  result.isolation = Isolation::forked;
  return result;
}

}  // namespace

Report explore_program(int (*program)(int, char**), int argc, char** argv, const Options& options) {
  const ProgramScope scope;
  return explore(isolated(options), [=] { run(program, argc, argv); });
}

Report replay_program(std::string_view token, int (*program)(int, char**), int argc, char** argv,
                      const Options& options) {
  const ProgramScope scope;
  return replay(token, [=] { run(program, argc, argv); }, isolated(options));
}

}  // namespace explorer
