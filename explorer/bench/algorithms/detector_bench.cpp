// What one memory access costs in the race detector.
#include <benchmark/benchmark.h>

#include "races/detector.h"

namespace explorer {
namespace {

constexpr std::uintptr_t kMemory = 0x7000'0000'0000;
constexpr ObjectIndex kMutex = 1;

// The same words again and again within one critical section.
void repeated_reads(benchmark::State& state) {
  const StackTree stacks;
  Detector detector(stacks);
  for (auto _ : state) {
    for (std::uintptr_t i = 0; i < 64; ++i) {
      benchmark::DoNotOptimize(detector.on_read<8>(0, kMemory + i * 8, {.pc = i, .step = 1}));
    }
  }
  state.SetItemsProcessed(state.iterations() * 64);
}
BENCHMARK(repeated_reads)->Name("detector/repeated_reads");

// As in a monitor: lock, four reads and four writes of shared words, unlock, other thread.
void handed_over(benchmark::State& state) {
  const StackTree stacks;
  Detector detector(stacks);
  detector.synchronisation().thread_created(0, 1);
  ThreadIndex thread = 0;
  for (auto _ : state) {
    detector.synchronisation().acquire(thread, kMutex);
    for (std::uintptr_t i = 0; i < 4; ++i) {
      benchmark::DoNotOptimize(detector.on_read<4>(thread, kMemory + i * 4, {.pc = i, .step = 1}));
      benchmark::DoNotOptimize(detector.on_write<4>(thread, kMemory + i * 4, {.pc = i, .step = 1}));
    }
    detector.synchronisation().release(thread, kMutex);
    thread ^= 1;
  }
  state.SetItemsProcessed(state.iterations() * 8);
}
BENCHMARK(handed_over)->Name("detector/handed_over");

// Two threads have read each word; a third reads on.
void shared_reads(benchmark::State& state) {
  const StackTree stacks;
  Detector detector(stacks);
  for (const ThreadIndex child : {ThreadIndex{1}, ThreadIndex{2}}) {
    detector.synchronisation().thread_created(0, child);
    for (std::uintptr_t i = 0; i < 64; ++i) {
      benchmark::DoNotOptimize(detector.on_read<8>(child, kMemory + i * 8, {.pc = i, .step = 1}));
    }
  }
  for (auto _ : state) {
    for (std::uintptr_t i = 0; i < 64; ++i) {
      benchmark::DoNotOptimize(detector.on_read<8>(1, kMemory + i * 8, {.pc = i, .step = 1}));
    }
  }
  state.SetItemsProcessed(state.iterations() * 64);
}
BENCHMARK(shared_reads)->Name("detector/shared_reads");

// A short execution from its beginning: every word is met for the first time.
void fresh_executions(benchmark::State& state) {
  const StackTree stacks;
  Detector detector(stacks);
  for (auto _ : state) {
    detector.begin_execution();
    for (std::uintptr_t i = 0; i < 128; ++i) {
      benchmark::DoNotOptimize(detector.on_write<8>(0, kMemory + i * 8, {.pc = i, .step = 1}));
    }
  }
  state.SetItemsProcessed(state.iterations() * 128);
}
BENCHMARK(fresh_executions)->Name("detector/fresh_executions");

// An atomic that two threads modify.
void atomic_traffic(benchmark::State& state) {
  const StackTree stacks;
  Detector detector(stacks);
  detector.synchronisation().thread_created(0, 1);
  ThreadIndex thread = 0;
  for (auto _ : state) {
    detector.synchronisation().atomic_read_modify_write(thread, kMutex, std::memory_order_acq_rel);
    benchmark::DoNotOptimize(detector.on_atomic_write(thread, kMemory, 4, {1, 0, 1}));
    thread ^= 1;
  }
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(atomic_traffic)->Name("detector/atomic_traffic");

// A join of clocks, by number of threads.
void joins(benchmark::State& state) {
  VectorClock a;
  VectorClock b;
  for (std::int64_t thread = 0; thread < state.range(0); ++thread) {
    a.set(static_cast<ThreadIndex>(thread), static_cast<std::uint32_t>(thread));
    b.set(static_cast<ThreadIndex>(thread), static_cast<std::uint32_t>(state.range(0) - thread));
  }
  for (auto _ : state) {
    a.join(b);
    benchmark::DoNotOptimize(a);
  }
}
BENCHMARK(joins)->Name("clocks/join")->Arg(4)->Arg(16)->Arg(64)->Arg(1'024);

}  // namespace
}  // namespace explorer
