// The forms in which a verdict can be written. docs/results.md documents them for their readers.
//
// All renderers are pure functions of their arguments: no clock, no file, no environment.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "system/terminal.h"
#include "verdict/verdict.h"

namespace runner {

enum class Format { text, json, junit, exercism, gradescope };

inline constexpr std::string_view kFormatNames[] = {"text", "json", "junit", "exercism",
                                                    "gradescope"};

// Throws UserError for a name that is not in kFormatNames.
[[nodiscard]] Format format_named(std::string_view name);

struct TextOptions {
  Style style{};
  std::string command = "./kata";        // For the commands that text ends with.
  bool own_workspace = true;             // Hints and "next" make sense only for the learner's own.
  int story_columns = 0;                 // Stories are cut to so many; 0: as wide as they are.
  std::vector<std::string> questions{};  // What an interviewer asks who has seen the code pass.
};

// For a person at a terminal.
[[nodiscard]] std::string text_report(const Verdict& verdict, const TextOptions& options);
// The same in short while the grading goes on: a line, and one for each behaviour that fails.
[[nodiscard]] std::string text_so_far(const Verdict& verdict, const Style& style);
// The project's own JSON, pretty-printed, ends with a newline.
[[nodiscard]] std::string json_report(const Verdict& verdict);
// JUnit XML, as CI servers read it.
[[nodiscard]] std::string junit_report(const Verdict& verdict);
// results.json, version 3, of Exercism's test runners.
[[nodiscard]] std::string exercism_report(const Verdict& verdict);
// results.json of Gradescope's autograders.
[[nodiscard]] std::string gradescope_report(const Verdict& verdict);

// Any of the above.
[[nodiscard]] std::string render(Format format, const Verdict& verdict, const TextOptions& options);

}  // namespace runner
