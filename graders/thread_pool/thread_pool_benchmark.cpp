// What `kata compare thread_pool` times: the same three scenes for two solutions, in one run each.
#include <benchmark/benchmark.h>

#include <future>
#include <vector>

#include "thread_pool.h"

namespace {

// One task at a time: from the submission to the result, through an idle worker and back.
void round_trip(benchmark::State& state) {
  kata::ThreadPool pool(1, 1);
  for (auto _ : state) benchmark::DoNotOptimize(pool.submit([] { return 1; }).get());
}
BENCHMARK(round_trip)->UseRealTime();

// A burst of tasks that do nothing, submitted as fast as one thread can: the cost of the queue.
void burst(benchmark::State& state) {
  constexpr int kTasks = 1'000;
  kata::ThreadPool pool(2, kTasks);
  std::vector<std::future<void>> done;
  done.reserve(kTasks);
  for (auto _ : state) {
    for (int i = 0; i < kTasks; ++i) done.push_back(pool.submit([] {}));
    for (auto& future : done) future.get();
    done.clear();
  }
  state.SetItemsProcessed(state.iterations() * kTasks);
}
BENCHMARK(burst)->UseRealTime();

// Four threads that submit to the same pool, and run themselves what does not fit.
kata::ThreadPool& shared_pool() {
  static kata::ThreadPool pool(2, 64, kata::RejectionPolicy::caller_runs);
  return pool;
}

void contended(benchmark::State& state) {
  kata::ThreadPool& pool = shared_pool();
  for (auto _ : state) benchmark::DoNotOptimize(pool.submit([] {}));
}
BENCHMARK(contended)->Threads(4)->UseRealTime();

}  // namespace

BENCHMARK_MAIN();
