// What an execution keeps of what its threads did, beside the trace. Plain data.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "report/evidence.h"
#include "trace/trace.h"

namespace explorer {

// An access to memory that a told execution watches for.
struct WatchedAccess {
  ThreadIndex thread = kNoThread;
  std::uint32_t step = 0;
  ReturnAddresses stack;
};

struct WatchedRange {
  std::uintptr_t begin = 0;
  std::size_t size = 0;
};

// What is kept of a step where nobody wants to know more.
struct BriefEvent {
  ThreadIndex thread = 0;
  Outcome outcome = Outcome::proceeded;
  OperationKind kind = OperationKind::yield;
};

// What is kept of a choice until somebody wants to know: as it is at hand when the choice is made.
struct BriefChoice {
  enum Mark : std::uint8_t {
    usual = 1,
    of_threads = 2,  // `alternatives` is the set of those that could run, instead of their number.
  };

  std::uint64_t alternatives = 0;
  std::uint32_t step = 0;
  std::uint16_t value = 0;
  ChoiceKind kind = ChoiceKind::thread;
  std::uint8_t marks = 0;
};

[[nodiscard]] inline Choice in_full(const BriefChoice& brief) {
  const bool of_threads = (brief.marks & BriefChoice::of_threads) != 0;
  const auto count = of_threads ? static_cast<std::uint64_t>(std::popcount(brief.alternatives))
                                : brief.alternatives;
  return {.kind = brief.kind,
          .count = static_cast<std::uint16_t>(count),
          .value = brief.value,
          .step = brief.step,
          .usual = (brief.marks & BriefChoice::usual) != 0};
}

}  // namespace explorer
