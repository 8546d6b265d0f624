// What the first line of a wrong or an accepted solution promises about its grading.
//
//   // expect: lost_wakeup in release_wakes_every_waiter
//   // expect: data_race or wrong_result in exact_counts_under_contention
//   // expect: unguarded_wait in blocks_at_zero (known limit: explorer only)
//   // expect: misuse in may_be_destroyed_at_once (known limit: tsan only)
//   // accept: core robust
//
// Pure functions.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "verdict/verdict.h"

namespace runner {

struct FaultyExpectation {
  std::vector<std::string> findings;  // One of them.
  std::string behaviour;
  // The one stage that sees it reliably; to the others it is a known limit. All when empty.
  std::optional<Stage> only;

  // Whether a stage has to reject it.
  [[nodiscard]] bool binds(Stage stage) const { return !only || *only == stage; }
};

struct AcceptedExpectation {
  std::vector<Tier> tiers;  // Passed in full.
};

// Both throw std::invalid_argument, which says what the line should look like.
[[nodiscard]] FaultyExpectation parse_faulty(std::string_view first_line);
[[nodiscard]] AcceptedExpectation parse_accepted(std::string_view first_line);

}  // namespace runner
