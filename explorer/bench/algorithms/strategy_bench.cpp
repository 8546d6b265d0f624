// What a step costs in each strategy, on a machine that costs next to nothing itself: four threads
// of sixteen steps, each a critical section's worth of operations on shared and own objects.
#include <benchmark/benchmark.h>

#include <array>

#include "scheduling/factory.h"

namespace explorer {
namespace {

constexpr ThreadIndex kThreads = 4;
constexpr std::uint32_t kSteps = 16;

// All threads can always run; each alternates between an object of its own and a shared one.
class Machine {
 public:
  explicit Machine(Strategy& strategy) : strategy_(strategy) {}

  void run() {
    for (ThreadIndex child = 1; child < kThreads; ++child) strategy_.thread_created(0, child);
    done_.fill(0);
    std::uint32_t runnable = kThreads;
    for (ThreadIndex t = 0; t < kThreads; ++t) {
      runnable_[t] = t;
      set_pending(t);
    }
    ThreadIndex current = 0;
    for (std::uint32_t step = 0; runnable > 0; ++step) {
      current = choose(step, current, runnable);
      Event event;
      event.step = step;
      event.thread = current;
      event.operation = pending_[current];
      ++done_[current];
      set_pending(current);
      if (done_[current] == kSteps) remove(current, runnable);
      strategy_.executed(event);
    }
  }

 private:
  ThreadIndex choose(std::uint32_t step, ThreadIndex current, std::uint32_t runnable) {
    if (runnable == 1) return runnable_[0];
    SchedulingPoint point;
    point.step = step;
    point.current = current;
    point.current_runnable = done_[current] < kSteps;
    point.runnable = {runnable_.data(), runnable};
    point.pending = pending_;
    return strategy_.choose_thread(point);
  }
  void set_pending(ThreadIndex t) {
    const bool shared = done_[t] % 4 == 3;
    pending_[t].kind = OperationKind::atomic_store;
    pending_[t].access = Access::write;
    pending_[t].object = shared ? 1U : 2U + t;
  }
  void remove(ThreadIndex thread, std::uint32_t& runnable) {
    for (std::uint32_t i = 0; i < runnable; ++i) {
      if (runnable_[i] == thread) runnable_[i] = runnable_[--runnable];
    }
  }

  Strategy& strategy_;
  std::array<ThreadIndex, kThreads> runnable_{};
  std::array<Operation, kThreads> pending_{};
  std::array<std::uint32_t, kThreads> done_{};
};

void steps(benchmark::State& state, StrategyKind kind) {
  Options options;
  options.strategy = kind;
  std::unique_ptr<Strategy> strategy = make_strategy(options);
  std::uint64_t execution = 0;
  for (auto _ : state) {
    if (!strategy->begin_execution(execution++)) {
      strategy = make_strategy(options);
      execution = 0;
      continue;
    }
    Machine(*strategy).run();
    strategy->end_execution(false);
  }
  state.SetItemsProcessed(state.iterations() * kThreads * kSteps);
}

BENCHMARK_CAPTURE(steps, random_walk, StrategyKind::random_walk);
BENCHMARK_CAPTURE(steps, pct, StrategyKind::pct);
BENCHMARK_CAPTURE(steps, partial_order_sampling, StrategyKind::partial_order_sampling);
BENCHMARK_CAPTURE(steps, selectively_uniform_walk, StrategyKind::selectively_uniform_walk);
BENCHMARK_CAPTURE(steps, depth_first, StrategyKind::depth_first);
BENCHMARK_CAPTURE(steps, depth_first_reduced, StrategyKind::depth_first_reduced);
BENCHMARK_CAPTURE(steps, portfolio, StrategyKind::portfolio);

}  // namespace
}  // namespace explorer
