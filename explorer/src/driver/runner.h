// How one schedule of the body is run: in this process, or in a forked child of its own.
//
// Search, minimisation and telling are written in these terms and need not know which.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "explorer/options.h"
#include "explorer/report.h"
#include "report/evidence.h"
#include "scheduling/strategy.h"
#include "trace/trace.h"

namespace explorer {

// An execution that has ended, as far as a search wants to know it.
struct Ending {
  Trace trace;        // Complete only where the strategy wanted events; see Execution::trace().
  Evidence evidence;  // kind == none: nothing went wrong.
  std::uint64_t steps = 0;
  std::uint64_t switches = 0;
  std::uintptr_t heap_begin = 0;
};

class Runner {
 public:
  virtual ~Runner() = default;

  // Forgets what earlier searches had in common.
  virtual void begin_search() = 0;
  // Runs the body once, from the strategy's begin_execution(execution) to its end_execution().
  // False if the strategy has nothing left to try.
  [[nodiscard]] virtual bool run(Strategy& strategy, std::uint64_t execution,
                                 const Options& options) = 0;
  // The execution run last. Valid until the next one.
  [[nodiscard]] virtual const Ending& ending() const = 0;
  [[nodiscard]] bool failed() const { return ending().evidence.kind != FindingKind::none; }

  // Runs the schedule of `failure` once more, with stacks, and fills finding and story of the
  // report. `unguarded`: only a spurious wake-up leads to the failure.
  virtual void tell(const Ending& failure, const Options& options, bool unguarded,
                    Report& report) = 0;
  [[nodiscard]] virtual const char* backend() const = 0;
};

// `body` must outlive the runner.
[[nodiscard]] std::unique_ptr<Runner> make_in_process_runner(Backend backend,
                                                             const std::function<void()>& body);
[[nodiscard]] std::unique_ptr<Runner> make_forked_runner(Backend backend,
                                                         const std::function<void()>& body);

}  // namespace explorer
