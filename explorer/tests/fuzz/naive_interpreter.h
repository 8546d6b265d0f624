// Every outcome a program can have, by trying every interleaving of its smallest steps.
//
// Shares nothing with the explorer: no strategy, no reduction, no runtime. States already seen are
// not visited twice. Exponential in the size of the program.
#pragma once

#include <set>

#include "program.h"

namespace explorer::fuzz {

[[nodiscard]] std::set<Outcome> all_outcomes(const Program& program);

}  // namespace explorer::fuzz
