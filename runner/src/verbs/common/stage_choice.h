// The option --stage of verbs that grade.
#pragma once

#include <string>
#include <vector>

#include "verdict/verdict.h"

namespace CLI {
class App;
}

namespace runner {

// `chosen` has the default, "both", already.
void add_stage_option(CLI::App* verb, std::string& chosen);

// Throws UserError for a word that the option does not know.
[[nodiscard]] std::vector<Stage> stages_named(const std::string& chosen);

}  // namespace runner
