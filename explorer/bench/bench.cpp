// How many schedules a second. Every benchmark runs with race detection unless its name says
// otherwise, and keeps a trace that could be told.
#include <benchmark/benchmark.h>

#include <functional>

#include "bodies.h"
#include "explorer/explore.h"

namespace {

using explorer::Options;
using explorer::Report;
using explorer::StrategyKind;

Options random_walk() {
  Options options;
  options.strategy = StrategyKind::random_walk;
  options.max_schedules = 5'000;
  options.max_time = std::chrono::minutes(1);
  options.spurious_wakes = 0;
  return options;
}

void run(benchmark::State& state, const Options& options, const std::function<void()>& body) {
  double schedules = 0;
  double steps = 0;
  double switches = 0;
  for ([[maybe_unused]] auto _ : state) {
    const Report report = explore(options, body);
    if (!report.passed()) state.SkipWithError(report.finding.summary.c_str());
    schedules += static_cast<double>(report.schedules);
    steps += static_cast<double>(report.steps);
    switches += static_cast<double>(report.switches);
  }
  using benchmark::Counter;
  state.counters["schedules_per_second"] = Counter(schedules, Counter::kIsRate);
  state.counters["steps_per_second"] = Counter(steps, Counter::kIsRate);
  state.counters["switches_per_second"] = Counter(switches, Counter::kIsRate);
  state.counters["steps_per_schedule"] = steps / schedules;
}

void without_races(benchmark::State& state) {
  Options options = random_walk();
  options.detect_races = false;
  run(state, options, bench::bounded_buffer);
}

void kernel_threads(benchmark::State& state) {
  Options options = random_walk();
  options.backend = explorer::Backend::kernel_threads;
  options.max_schedules = 500;
  run(state, options, bench::bounded_buffer);
}

void contended(benchmark::State& state) {
  const int threads = static_cast<int>(state.range(0));
  Options options = random_walk();
  options.max_schedules = 500;
  run(state, options, [threads] { bench::contended_counter(threads); });
}

void systematic(benchmark::State& state, StrategyKind strategy) {
  Options options = random_walk();
  options.strategy = strategy;
  options.max_schedules = 2'000;
  run(state, options, bench::small_counter);
}

// From the first failing schedule to its story: what minimisation and telling cost.
void find_and_tell(benchmark::State& state, bool minimise) {
  Options options = random_walk();
  options.minimise = minimise;
  for ([[maybe_unused]] auto _ : state) {
    benchmark::DoNotOptimize(explore(options, bench::faulty_buffer));
  }
}

void replay_token(benchmark::State& state) {
  const Report found = explore(random_walk(), bench::faulty_buffer);
  for ([[maybe_unused]] auto _ : state) {
    benchmark::DoNotOptimize(explorer::replay(found.token, bench::faulty_buffer));
  }
}

void with_body(benchmark::State& state, void (*body)()) { run(state, random_walk(), body); }

BENCHMARK_CAPTURE(with_body, buffer, bench::bounded_buffer)->Name("bounded_buffer/2p2c");
BENCHMARK(without_races)->Name("bounded_buffer/2p2c/without_races");
// The work is done by many threads here: what all of them need counts.
BENCHMARK(kernel_threads)->Name("bounded_buffer/2p2c/kernel_threads")->MeasureProcessCPUTime();
BENCHMARK_CAPTURE(with_body, futures, bench::futures_semaphore_latch)
    ->Name("futures_semaphore_latch");
BENCHMARK_CAPTURE(with_body, ping_pong, bench::mutex_ping_pong)->Name("mutex_ping_pong");
BENCHMARK_CAPTURE(with_body, memory, bench::memory_traffic)->Name("memory_traffic");
BENCHMARK(contended)->Name("contended_counter")->Arg(4)->Arg(16)->Arg(64);
BENCHMARK_CAPTURE(systematic, plain, StrategyKind::depth_first)->Name("small_counter/depth_first");
BENCHMARK_CAPTURE(systematic, reduced, StrategyKind::depth_first_reduced)
    ->Name("small_counter/depth_first_reduced");
BENCHMARK_CAPTURE(find_and_tell, minimised, true)->Name("find_and_tell/minimised");
BENCHMARK_CAPTURE(find_and_tell, as_found, false)->Name("find_and_tell/as_found");
BENCHMARK(replay_token)->Name("replay_token");

}  // namespace

BENCHMARK_MAIN();
