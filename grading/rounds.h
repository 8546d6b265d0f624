// Repetition: the same short scene again and again, each time with other delays at the places where
// threads lock, wait and wake, so that what rarely meets does meet.
#pragma once

#include <chrono>
#include <cstdint>

#include "grading/calls.h"

namespace grading {

// Draws the choices of one round; the same seed and number give the same draws.
class Round {
 public:
  Round(std::uint64_t seed, unsigned number);
  [[nodiscard]] unsigned number() const { return number_; }
  // A value below `count`. Requires: count > 0.
  [[nodiscard]] std::uint32_t below(std::uint32_t count);

 private:
  std::uint64_t state_;
  unsigned number_;
};

struct Effort {
  unsigned at_least = 20;               // Rounds that run however slow the machine is.
  unsigned at_most = 2'000;             // Rounds that are enough however fast it is.
  std::chrono::milliseconds time{250};  // How long to go on in between.
  bool perturbed = true;                // Whether to delay threads at their primitives.
};

// While it lives, up to `count` waits on condition variables end without a reason, as the standard
// lets them.
class SpuriousWakes {
 public:
  explicit SpuriousWakes(unsigned count);
  ~SpuriousWakes();  // NOLINT(performance-trivially-destructible): in some stages only.
  SpuriousWakes(const SpuriousWakes&) = delete;
  SpuriousWakes& operator=(const SpuriousWakes&) = delete;

  // How many of them have not come yet.
  [[nodiscard]] static unsigned left();
};

// Runs `scene` until the effort is used up or the behaviour has failed.
void rounds(CallRef<void(Round&)> scene, const Effort& effort = {});

}  // namespace grading
