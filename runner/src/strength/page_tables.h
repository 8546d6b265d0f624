// The tables of docs/grader-strength.md. Each ends with a line feed.
//
// Pure functions.
#pragma once

#include <cstdint>
#include <string>

#include "strength/record.h"

namespace runner {

[[nodiscard]] std::string headline_table(const StrengthRecord& record);
[[nodiscard]] std::string kata_summary_table(const StrengthRecord& record);
[[nodiscard]] std::string confusion_table(const StrengthRecord& record);
[[nodiscard]] std::string false_alarm_table(const StrengthRecord& record);
[[nodiscard]] std::string mutation_table(const StrengthRecord& record);
[[nodiscard]] std::string fault_table(const KataFigures& kata);

// "0.4 s"
[[nodiscard]] std::string seconds(std::int64_t milliseconds);
// "97 %", rounded down: only all of them are 100 %.
[[nodiscard]] std::string percent(int part, int whole);

}  // namespace runner
