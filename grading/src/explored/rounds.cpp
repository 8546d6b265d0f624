// Under the explorer, a scene runs once per schedule, and its draws are choices of the schedule.
#include "grading/rounds.h"

#include "explorer/controls.h"

namespace grading {

Round::Round(std::uint64_t seed, unsigned number) : state_(seed), number_(number) {}

std::uint32_t Round::below(std::uint32_t count) {
  state_ = explorer::choose(count);  // The draw is all the state there is.
  return static_cast<std::uint32_t>(state_);
}

// The explorer makes spurious wake-ups by itself; see grading::spurious_wakes().
SpuriousWakes::SpuriousWakes(unsigned) {}
SpuriousWakes::~SpuriousWakes() = default;
unsigned SpuriousWakes::left() { return 0; }

void rounds(CallRef<void(Round&)> scene, const Effort&) {
  Round round(0, 0);
  scene(round);
}

}  // namespace grading
