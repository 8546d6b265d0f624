// What `kata compare semaphore` times: the same three scenes for two solutions, in one run each.
#include <benchmark/benchmark.h>

#include <thread>

#include "semaphore.h"

namespace {

// One thread, a permit always free: the price of entering and leaving.
void uncontended(benchmark::State& state) {
  kata::Semaphore semaphore(1);
  for (auto _ : state) {
    semaphore.acquire();
    semaphore.release();
  }
}
BENCHMARK(uncontended);

// Four threads and two permits. With hand-over each permit changes threads, which is what fairness
// costs; with barging it mostly stays where it is.
kata::Semaphore& shared_semaphore() {
  static kata::Semaphore semaphore(2);
  return semaphore;
}

void contended(benchmark::State& state) {
  kata::Semaphore& semaphore = shared_semaphore();
  for (auto _ : state) {
    semaphore.acquire();
    benchmark::DoNotOptimize(&semaphore);
    semaphore.release();
  }
}
BENCHMARK(contended)->Threads(4)->UseRealTime();

// Two threads that take turns: the time from a release to its waiter's answer, there and back.
void ping_pong(benchmark::State& state) {
  kata::Semaphore ping(0);
  kata::Semaphore pong(0);
  bool stop = false;  // Ordered by the semaphores.
  std::thread partner([&] {
    for (;;) {
      ping.acquire();
      if (stop) return;
      pong.release();
    }
  });
  for (auto _ : state) {
    ping.release();
    pong.acquire();
  }
  stop = true;
  ping.release();
  partner.join();
}
BENCHMARK(ping_pong)->UseRealTime();

}  // namespace

BENCHMARK_MAIN();
