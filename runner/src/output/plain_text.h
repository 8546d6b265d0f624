// A result in words without colour or layout, as the machine-readable formats carry it.
//
// Pure functions.
#pragma once

#include <string>

#include "verdict/verdict.h"

namespace runner {

// The message and the threads behind it, one line each; empty on pass.
[[nodiscard]] std::string plain_details(const BehaviourResult& result);

// "semaphore.h:31:5: error: ..." and its context lines.
[[nodiscard]] std::string plain_compile_error(const CompileError& error);

// Why there is nothing to judge by behaviours alone: the compile error, or the summary.
[[nodiscard]] std::string plain_reason(const Verdict& verdict);

// "acquire() semaphore.h:24".
[[nodiscard]] std::string plain_place(const Place& place);

// A program's output without terminal control and not longer than `most` bytes; says so when it was
// cut.
[[nodiscard]] std::string capped_output(const std::string& output, std::size_t most,
                                        const std::string& cut_note);

}  // namespace runner
