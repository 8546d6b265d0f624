// A Markdown table as columns that fit the screen.
//
// Pure.
#pragma once

#include <string>
#include <vector>

#include "system/terminal.h"

namespace runner {

// `lines` are the table's rows as written, the second being the ruler.
[[nodiscard]] std::string render_table(const std::vector<std::string>& lines, const Style& style);

}  // namespace runner
