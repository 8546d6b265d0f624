// A report as bytes, to cross from a forked child to its parent. Both are the same program: there
// is no format to keep compatible.
#pragma once

#include <string>
#include <string_view>

#include "explorer/report.h"

namespace explorer {

// Finding and story only; the parent knows the rest.
[[nodiscard]] std::string encode_telling(const Report& report);
// False if the bytes end too early.
[[nodiscard]] bool decode_telling(std::string_view bytes, Report& report);

}  // namespace explorer
