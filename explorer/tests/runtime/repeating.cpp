#include "repeating.h"

#include <gtest/gtest.h>

#include <memory>

#include "driver/in_process.h"
#include "scheduling/factory.h"
#include "scheduling/replaying/replay.h"

namespace explorer {
namespace {

std::string text_of(const Trace& trace) {
  std::string text;
  for (const Event& event : trace.events) {
    for (const std::uint64_t part :
         {std::uint64_t{event.thread}, static_cast<std::uint64_t>(event.operation.kind),
          static_cast<std::uint64_t>(event.outcome), std::uint64_t{event.operation.object},
          std::uint64_t{event.operation.second_object}, std::uint64_t{event.operation.peer},
          static_cast<std::uint64_t>(event.virtual_nanoseconds)}) {
      text += std::to_string(part) + " ";
    }
    text += "\n";
  }
  return text;
}

}  // namespace

Options walk() {
  Options options;
  options.strategy = StrategyKind::random_walk;
  options.max_time = std::chrono::minutes(2);
  return options;
}

std::string trace_of(const std::vector<Choice>& choices, Backend backend,
                     const std::function<void()>& body) {
  const Options options = walk();
  Execution& execution = execution_on(backend);
  execution.begin_search();
  Replay replay(choices);
  EXPECT_TRUE(replay.begin_execution(0));
  execution.run({.strategy = &replay,
                 .options = &options,
                 .told = false,
                 .watched = {},
                 .watched_heap_begin = 0},
                body);
  replay.end_execution(execution.failed());
  EXPECT_FALSE(replay.divergence());
  return text_of(execution.trace());
}

std::vector<Choice> some_schedule(const std::function<void()>& body) {
  const Options options = walk();
  const std::unique_ptr<Strategy> strategy = make_strategy(options);
  Execution& execution = execution_on(Backend::automatic);
  execution.begin_search();
  EXPECT_TRUE(strategy->begin_execution(3));
  execution.run({.strategy = strategy.get(),
                 .options = &options,
                 .told = false,
                 .watched = {},
                 .watched_heap_begin = 0},
                body);
  return execution.trace().choices;
}

}  // namespace explorer
