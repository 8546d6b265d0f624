// What a kata's header may not do although it compiles: be watched less than others, or change the
// words of its grader.
//
// Thread-safety: pure functions of the file system.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string_view>

#include "verdict/verdict.h"

namespace runner {

inline constexpr std::size_t kLargestHeader = 4U << 20;

// The rule that the header's own text breaks. `text` is what `header` holds.
[[nodiscard]] std::optional<CompileError> broken_rule(std::string_view text,
                                                      const std::filesystem::path& header);

// The rule that is broken by what the header includes, or by words that macros put together.
// `preprocessed`: what the compiler makes of the grader, whose text is `grader`, with -E -dD.
[[nodiscard]] std::optional<CompileError> broken_rule_after_macros(
    std::string_view preprocessed, const std::filesystem::path& header, std::string_view grader);

}  // namespace runner
