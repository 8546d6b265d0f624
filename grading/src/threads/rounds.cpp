#include "grading/rounds.h"

#include "grading/expect.h"
#include "grading/src/harness/session.h"
#include "grading/src/perturbation/perturbation.h"
#include "grading/src/tsan/reports.h"
#include "grading/time.h"

namespace grading {

Round::Round(std::uint64_t seed, unsigned number)
    : state_(seed * 0x9E3779B97F4A7C15U + number), number_(number) {}

std::uint32_t Round::below(std::uint32_t count) {
  // SplitMix64 (Steele, Lea and Flood, 2014).
  state_ += 0x9E3779B97F4A7C15U;
  std::uint64_t z = state_;
  z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
  z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
  return static_cast<std::uint32_t>((z ^ (z >> 31U)) % count);
}

SpuriousWakes::SpuriousWakes(unsigned count) { perturbation::allow_spurious_wakes(count); }
SpuriousWakes::~SpuriousWakes() { perturbation::allow_spurious_wakes(0); }
unsigned SpuriousWakes::left() { return perturbation::spurious_wakes_left(); }

void rounds(CallRef<void(Round&)> scene, const Effort& effort) {
  const Stopwatch watch;
  for (unsigned number = 0; number < effort.at_most; ++number) {
    if (number >= effort.at_least && watch.elapsed() > effort.time) break;
    Round round(harness::seed(), number);
    if (effort.perturbed) {
      perturbation::begin((static_cast<std::uint64_t>(round.below(1U << 31U)) << 32U) + number);
    }
    scene(round);
    perturbation::stop();
    harness::counters().runs.fetch_add(1, std::memory_order_relaxed);
    if (failed() || tsan::reports() > 0) break;
  }
}

}  // namespace grading
