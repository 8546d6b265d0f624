// Where a controlled thread stands, in the words of casts.
#pragma once

#include <cstdint>

#include "explorer/controls.h"
#include "grading/cast.h"

namespace grading {

// Who takes so many steps, none of which gets anybody else anywhere, runs in circles.
inline constexpr std::uint32_t kRestlessSteps = 300;

[[nodiscard]] inline Standing standing_of(const explorer::ThreadView& thread) {
  if (thread.standing == explorer::Standing::ended) return Standing::finished;
  if (thread.standing == explorer::Standing::sleeping) return Standing::polling;
  return thread.restless ? Standing::spinning : Standing::asleep;
}

}  // namespace grading
