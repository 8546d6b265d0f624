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

Options isolated(const Options& options) {
  Options result = options;
  result.isolation = Isolation::forked;
  return result;
}

}  // namespace

Report explore_program(int (*program)(int, char**), int argc, char** argv, const Options& options) {
  const ProgramScope scope;
  return explore(isolated(options), [=] { std::exit(program(argc, argv)); });
}

Report replay_program(std::string_view token, int (*program)(int, char**), int argc, char** argv,
                      const Options& options) {
  const ProgramScope scope;
  return replay(token, [=] { std::exit(program(argc, argv)); }, isolated(options));
}

}  // namespace explorer
