#include "driver/in_process.h"

#include <algorithm>

#include "report/symbols/symbols.h"
#include "report/tell.h"
#include "runtime/crash_guard.h"
#include "runtime/threads/watchdog.h"
#include "scheduling/replaying/replay.h"

namespace explorer {
namespace {

class InProcessRunner final : public Runner {
 public:
  InProcessRunner(Backend backend, const std::function<void()>& body)
      : execution_(execution_on(backend)), body_(body) {}

  void begin_search() override { execution_.begin_search(); }

  bool run(Strategy& strategy, std::uint64_t execution, const Options& options) override {
    if (!strategy.begin_execution(execution)) return false;
    const Execution::Settings settings{.strategy = &strategy,
                                       .options = &options,
                                       .told = false,
                                       .watched = {},
                                       .watched_heap_begin = 0};
    // Storage is exchanged, not copied: a steady state does not allocate.
    execution_.lend(ending_.trace);
    execution_.run(settings, body_);
    execution_.lend(ending_.trace);
    strategy.end_execution(execution_.failed());
    if (failed() || execution_.failed()) ending_.evidence = execution_.evidence();
    ending_.switches = execution_.switches();
    ending_.steps = execution_.step();
    ending_.heap_begin = execution_.heap_begin();
    return true;
  }

  const Ending& ending() const override { return ending_; }

  void tell(const Ending& failure, const Options& options, bool unguarded,
            Report& report) override {
    tell_here(execution_, body_, failure, options, unguarded, report);
  }

  const char* backend() const override { return execution_.backend().name(); }

 private:
  Execution& execution_;
  const std::function<void()>& body_;
  const CrashGuard guard_;
  const Watchdog watchdog_;
  Ending ending_;
};

WatchedRange range_of(const Evidence& evidence) {
  if (!evidence.fault) return {};
  const AccessSite& a = evidence.fault->current;
  const AccessSite& b = evidence.fault->previous;
  const std::uintptr_t begin = std::min(a.address, b.address == 0 ? a.address : b.address);
  const std::uintptr_t end = std::max(a.address + a.size, b.address + b.size);
  return {begin, end - begin};
}

// False, and why, if the schedule does not repeat.
bool repeat(Execution& execution, const std::function<void()>& body, const Ending& failure,
            const Options& options, std::string& why) {
  Replay replay(failure.trace.choices);
  const Execution::Settings settings{.strategy = &replay,
                                     .options = &options,
                                     .told = true,
                                     .watched = range_of(failure.evidence),
                                     .watched_heap_begin = failure.heap_begin};
  if (!replay.begin_execution(0)) return false;
  execution.run(settings, body);
  replay.end_execution(execution.failed());
  if (replay.divergence()) {
    why = replay.divergence()->describe();
    return false;
  }
  if (execution.evidence().kind != failure.evidence.kind) {
    why = "the same schedule ended differently when it was run again";
    return false;
  }
  return true;
}

}  // namespace

Execution& execution_on(Backend backend) {
  // Never destroyed: interposed functions may be called until the very end of the process.
  static Execution* fibers = nullptr;
  static Execution* kernel_threads = nullptr;
  const bool wants_fibers =
      backend != Backend::kernel_threads && ContextBackend::available(ContextBackend::Kind::fibers);
  Execution*& execution = wants_fibers ? fibers : kernel_threads;
  if (execution == nullptr) {
    execution = new Execution(wants_fibers ? ContextBackend::Kind::fibers
                                           : ContextBackend::Kind::kernel_threads);
  }
  return *execution;
}

void tell_here(Execution& execution, const std::function<void()>& body, const Ending& failure,
               const Options& options, bool unguarded, Report& report) {
  std::string why;
  const bool repeated = repeat(execution, body, failure, options, why);
  Evidence evidence = repeated ? execution.evidence() : failure.evidence;
  if (!repeated) {
    evidence.message += evidence.message.empty() ? "" : "; ";
    evidence.message += "the body is not deterministic: " + why;
  } else if (unguarded && evidence.kind != FindingKind::misuse) {
    // Whatever woke the thread, what is used after its end is used after its end.
    if (evidence.message.empty()) evidence.message = name(evidence.kind);
    evidence.kind = FindingKind::unguarded_wait;
    evidence.fault.reset();
  }
  const std::unique_ptr<Symbols> symbols = process_symbols();
  report.story = explorer::tell(execution.record(), evidence, *symbols, report.token);
  report.finding = report.story.finding;
}

std::unique_ptr<Runner> make_in_process_runner(Backend backend, const std::function<void()>& body) {
  return std::make_unique<InProcessRunner>(backend, body);
}

}  // namespace explorer
