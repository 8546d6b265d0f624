// How samplers answer questions for a value: uniformly where every answer is as ordinary as the
// others, and at a rate drawn per schedule where 0 is the usual case, so that both quiet schedules
// and very hostile ones are common. Thread-safety: none; owned by one strategy.
#pragma once

#include <cstdint>

#include "scheduling/random.h"
#include "trace/trace.h"

namespace explorer {

class ValueSampler {
 public:
  void begin_execution(Random& random) {
    constexpr std::uint32_t kRates[] = {0, 1, 4, 8};  // Of 16.
    rate_ = kRates[random.below(4)];
  }

  [[nodiscard]] std::uint16_t choose(Random& random, ChoiceKind kind, std::uint16_t count) const {
    const bool ordinary = kind == ChoiceKind::notified_waiter || kind == ChoiceKind::body_choice;
    if (!ordinary && !random.chance(rate_, 16)) return 0;
    if (ordinary) return static_cast<std::uint16_t>(random.below(count));
    return static_cast<std::uint16_t>(1 + random.below(count - 1U));
  }

 private:
  std::uint32_t rate_ = 0;
};

}  // namespace explorer
