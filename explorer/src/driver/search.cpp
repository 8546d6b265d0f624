#include "driver/search.h"

#include <chrono>

namespace explorer {

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

bool search(Execution& execution, Strategy& strategy, const Options& options,
            const std::function<void()>& body, Report& report) {
  using Clock = std::chrono::steady_clock;
  execution.begin_search();
  const Clock::time_point begin = Clock::now();
  const Clock::time_point end = begin + options.max_time;
  const Execution::Settings settings{.strategy = &strategy,
                                     .options = &options,
                                     .told = false,
                                     .watched = {},
                                     .watched_heap_begin = 0};
  // Reading the clock costs as much as some steps of an execution.
  constexpr std::uint64_t kSchedulesPerLook = 16;

  bool failed = false;
  std::uint64_t number = 0;
  for (; number < options.max_schedules && !failed; ++number) {
    if (number % kSchedulesPerLook == 0 && number > 0 && Clock::now() >= end) break;
    if (!strategy.begin_execution(number)) break;
    execution.run(settings, body);
    failed = execution.failed();
    strategy.end_execution(failed);
    report.steps += execution.trace().events.size();
    report.switches += execution.switches();
  }
  report.schedules = number;
  report.failing_schedule = failed ? number : 0;
  report.exhausted = !failed && strategy.exhausted();
  report.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  return failed;
}

}  // namespace explorer
