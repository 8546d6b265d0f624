#include "verbs/common/stage_choice.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "user_error.h"

namespace runner {

void add_stage_option(CLI::App* verb, std::string& chosen) {
  verb->add_option(
          "--stage", chosen,
          "explorer (chosen schedules), tsan (real threads under ThreadSanitizer), both, or "
          "plain (real threads, nobody watches)")
      ->type_name("STAGE:{both,explorer,tsan,plain}")
      ->default_str(chosen);
}

std::vector<Stage> stages_named(const std::string& chosen) {
  if (chosen == "both") return {Stage::explorer, Stage::tsan};
  for (const Stage stage : kStages) {
    if (chosen == name(stage)) return {stage};
  }
  throw UserError(
      fmt::format("There is no stage {}: choose explorer, tsan, both or plain.", chosen));
}

}  // namespace runner
