// Marks within a line of Markdown: `code`, **strong**, *emphasis*, [links](target).
//
// Pure.
#pragma once

#include <string>
#include <string_view>

#include "system/terminal.h"

namespace runner {

// Every word is painted on its own, so that the result can be wrapped.
[[nodiscard]] std::string render_inline(std::string_view text, const Style& style);

}  // namespace runner
