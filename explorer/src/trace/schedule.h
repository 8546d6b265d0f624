// A schedule in its smallest form: where it departs from the usual choices.
//
// The usual answer to a question of a thread is usual_thread() in scheduling/strategy.h (stay where
// you are, else the first that can run), to a question of a value 0. Everything else is a
// deviation. Plain data.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "trace/trace.h"

namespace explorer {

// Settings that decide which questions are asked, and so what a schedule means.
struct ScheduleSettings {
  unsigned spurious_wakes = 0;
  bool adversarial_clock = false;
  bool points_at_plain_accesses = false;
  friend bool operator==(const ScheduleSettings&, const ScheduleSettings&) = default;
};

struct Deviation {
  std::uint32_t position = 0;  // Number of the choice, from 0.
  std::uint16_t value = 0;     // The answer given: a thread index or a value.
  friend bool operator==(const Deviation&, const Deviation&) = default;
};

struct Schedule {
  ScheduleSettings settings;
  std::uint32_t length = 0;           // Choices in the whole execution.
  std::vector<Deviation> deviations;  // By ascending position.
  // A digest of all choices so far, every checkpoint_distance(length) choices.
  std::vector<std::uint8_t> checkpoints;
  friend bool operator==(const Schedule&, const Schedule&) = default;
};

[[nodiscard]] std::uint32_t checkpoint_distance(std::uint32_t length);

// Four bits that depend on kind, alternatives and answer of every choice added, in order. A replay
// that departs from its recording disagrees at the next checkpoint with probability 15/16.
class ChoiceDigest {
 public:
  void add(const Choice& choice);
  [[nodiscard]] std::uint8_t value() const { return static_cast<std::uint8_t>(state_ >> 60); }

 private:
  std::uint64_t state_ = 0;
};

[[nodiscard]] Schedule schedule_of(std::span<const Choice> choices,
                                   const ScheduleSettings& settings);

}  // namespace explorer
