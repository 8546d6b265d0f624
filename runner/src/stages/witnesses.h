// Puts together what several stages say of the same code.
//
// Pure functions.
#pragma once

#include <string>
#include <vector>

#include "verdict/verdict.h"

namespace runner {

// The name of the result that stands for all behaviours where the program ends before the first.
inline constexpr const char* kStarts = "starts";

// Whether it is worth asking another stage, and about which behaviours.
struct NextQuestion {
  bool ask = false;
  std::vector<std::string> behaviours;  // All when empty.
};
[[nodiscard]] NextQuestion next_question(const Verdict& verdict);

// Adds a stage's verdict on the same header to those of earlier ones, if any. A behaviour gets the
// worst result of those that could judge it.
void add_witness(Verdict& verdict, Verdict later);

// Status and summary as the results of the behaviours have them.
void conclude(Verdict& verdict);

}  // namespace runner
