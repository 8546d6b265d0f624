#include <algorithm>
#include <utility>

#include "driver/search.h"
#include "report/symbols/symbols.h"
#include "report/tell.h"
#include "scheduling/replaying/replay.h"
#include "trace/schedule.h"
#include "trace/token.h"

namespace explorer {
namespace {

WatchedRange range_of(const Evidence& evidence) {
  if (!evidence.fault) return {};
  const AccessSite& a = evidence.fault->current;
  const AccessSite& b = evidence.fault->previous;
  const std::uintptr_t begin = std::min(a.address, b.address == 0 ? a.address : b.address);
  const std::uintptr_t end = std::max(a.address + a.size, b.address + b.size);
  return {begin, end - begin};
}

ScheduleSettings schedule_settings(const Options& options) {
  return {.spurious_wakes = options.spurious_wakes,
          .adversarial_clock = options.clock == Clock::adversarial,
          .points_at_plain_accesses = options.points_at_plain_accesses};
}

}  // namespace

void tell_failure(Execution& execution, const Options& options, const std::function<void()>& body,
                  std::vector<Choice> choices, const Evidence& found, Report& report) {
  report.token = encode(schedule_of(choices, schedule_settings(options)));
  Replay replay(std::move(choices));
  const Execution::Settings settings{.strategy = &replay,
                                     .options = &options,
                                     .told = true,
                                     .watched = range_of(found),
                                     .watched_heap_begin = execution.heap_begin()};
  Evidence evidence = found;
  if (replay.begin_execution(0)) {
    execution.run(settings, body);
    replay.end_execution(execution.failed());
    if (execution.evidence().kind == found.kind && !replay.divergence()) {
      evidence = execution.evidence();
    } else {
      evidence.message += evidence.message.empty() ? "" : "; ";
      evidence.message += "the body is not deterministic: ";
      evidence.message += replay.divergence() ? replay.divergence()->describe()
                                              : "the same schedule ended differently";
    }
  }
  const std::unique_ptr<Symbols> symbols = process_symbols();
  report.story = tell(execution.record(), evidence, *symbols, report.token);
  report.finding = report.story.finding;
}

}  // namespace explorer
