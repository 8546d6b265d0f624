#include "grading/src/perturbation/perturbation.h"

#include <time.h>

#include "grading/src/perturbation/interposed.h"
#include "grading/src/raw_syscall.h"
#include "grading/src/uninstrumented.h"

namespace grading::perturbation {

GRADING_UNINSTRUMENTED_BEGIN

namespace {

// One round's plan. Builtins instead of std::atomic, whose functions the sanitizer would see.
struct Plan {
  std::uint32_t active = 0;
  std::uint32_t noise = 0;         // Of 1,024 points, how many get a small delay.
  std::uint32_t target_point = 0;  // The place of the long delay: the kind of point,
  std::uint32_t target_count = 0;  // and how many of that kind go before it.
  std::uint32_t target_delay = 0;  // Microseconds.
  std::uint64_t seed = 0;
};
constinit Plan plan;
std::uint32_t counts[kPoints];
std::uint32_t delayed = 0;
std::uint32_t threads_seen = 0;
std::uint32_t spurious_wakes = 0;

struct ThreadState {
  std::uint64_t seed = 0;  // The plan's seed that `random` was derived from.
  std::uint64_t random = 0;
};
thread_local constinit ThreadState mine;

std::uint32_t get(const std::uint32_t& word) { return __atomic_load_n(&word, __ATOMIC_RELAXED); }
void set(std::uint32_t& word, std::uint32_t value) {
  __atomic_store_n(&word, value, __ATOMIC_RELAXED);
}

// SplitMix64 (Steele, Lea and Flood, 2014).
std::uint64_t next(std::uint64_t& state) {
  state += 0x9E3779B97F4A7C15U;
  std::uint64_t z = state;
  z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
  z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
  return z ^ (z >> 31U);
}

void sleep_for_microseconds(std::uint32_t time) {
  const timespec nap{0, static_cast<long>(time) * 1'000L};
  __atomic_fetch_add(&delayed, 1U, __ATOMIC_SEQ_CST);
  raw_syscall(SYS_nanosleep, as_argument(&nap), 0);
  __atomic_fetch_sub(&delayed, 1U, __ATOMIC_SEQ_CST);
}

void delay_a_little(std::uint64_t random) {
  const auto length = static_cast<std::uint32_t>(random >> 8U);
  if (random % 8 < 4) {
    raw_syscall(SYS_sched_yield);
  } else if (random % 8 < 7) {
    for (std::uint32_t i = 0; i < length % 2'000; ++i) __asm__ volatile("" ::: "memory");
  } else {
    sleep_for_microseconds(10 + length % 50);
  }
}

}  // namespace

void install() { link_interposed_functions(); }

void begin(std::uint64_t seed) {
  stop();
  std::uint64_t random = seed;
  constexpr std::uint32_t kNoise[] = {0, 20, 100, 300};
  set(plan.noise, kNoise[next(random) % 4]);
  set(plan.target_point, static_cast<std::uint32_t>(next(random) % kPoints));
  // Early occurrences are the likelier ones to exist in a short scene.
  const std::uint32_t most = 1U << (next(random) % 5);
  set(plan.target_count, static_cast<std::uint32_t>(next(random) % most));
  constexpr std::uint32_t kDelays[] = {0, 100, 300, 1'000};
  set(plan.target_delay, kDelays[next(random) % 4]);
  __atomic_store_n(&plan.seed, next(random) | 1U, __ATOMIC_RELAXED);
  for (std::uint32_t& count : counts) set(count, 0);
  set(threads_seen, 0);
  set(plan.active, 1);
}

void stop() { set(plan.active, 0); }

void allow_spurious_wakes(unsigned count) { set(spurious_wakes, count); }

bool take_spurious_wake() {
  std::uint32_t left = get(spurious_wakes);
  while (left > 0) {
    if (__atomic_compare_exchange_n(&spurious_wakes, &left, left - 1, false, __ATOMIC_RELAXED,
                                    __ATOMIC_RELAXED)) {
      return true;
    }
  }
  return false;
}

unsigned spurious_wakes_left() { return get(spurious_wakes); }

bool delaying() { return __atomic_load_n(&delayed, __ATOMIC_SEQ_CST) != 0; }

std::uint32_t reached(Point point) { return get(counts[static_cast<unsigned>(point)]); }

void reach(Point point) {
  if (get(plan.active) == 0) return;
  const auto kind = static_cast<std::uint32_t>(point);
  const std::uint32_t before = __atomic_fetch_add(&counts[kind], 1U, __ATOMIC_RELAXED);
  if (kind == get(plan.target_point) && before == get(plan.target_count) &&
      get(plan.target_delay) > 0) {
    sleep_for_microseconds(get(plan.target_delay));
    return;
  }
  const std::uint64_t seed = __atomic_load_n(&plan.seed, __ATOMIC_RELAXED);
  if (mine.seed != seed) {
    mine.seed = seed;
    mine.random =
        seed + __atomic_fetch_add(&threads_seen, 1U, __ATOMIC_RELAXED) * std::uint64_t{7'919};
  }
  const std::uint64_t random = next(mine.random);
  if (random % 1'024 < get(plan.noise)) delay_a_little(random >> 10U);
}

GRADING_UNINSTRUMENTED_END

}  // namespace grading::perturbation
