// What the first line of a wrong or an accepted solution promises about its grading.
//
//   // expect: lost_wakeup in release_wakes_every_waiter
//   // expect: data_race or wrong_result in exact_counts_under_contention
//   // expect: unguarded_wait in blocks_at_zero (known limit: explorer only)
//   // accept: core robust
//
// Pure functions.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "verdict/verdict.h"

namespace runner {

struct FaultyExpectation {
  std::vector<std::string> findings;  // One of them.
  std::string behaviour;
  // Real threads do not catch it reliably; it has to compile, no more.
  bool known_limit = false;
};

struct AcceptedExpectation {
  std::vector<Tier> tiers;  // Passed in full.
};

// Both throw std::invalid_argument, which says what the line should look like.
[[nodiscard]] FaultyExpectation parse_faulty(std::string_view first_line);
[[nodiscard]] AcceptedExpectation parse_accepted(std::string_view first_line);

}  // namespace runner
