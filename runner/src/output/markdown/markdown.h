// Markdown laid out for a terminal: the subset that the project's documents are written in.
//
// Headings, paragraphs, lists, tables, fenced code, quotes, rules; code, strong, emphasis and links
// within a line. HTML comments vanish. What is not understood is shown as it stands. Pure.
#pragma once

#include <string>
#include <string_view>

#include "system/terminal.h"

namespace runner {

// Ends with a newline unless empty. Without colour, headings are underlined and code keeps its
// backticks.
[[nodiscard]] std::string render_markdown(std::string_view markdown, const Style& style);

}  // namespace runner
