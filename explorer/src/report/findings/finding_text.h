// A finding in words: one sentence that stands alone, supporting facts, the author's stack.
//
// Kinds without evidence of their own in the trace (wrong_result, crash, misuse, unsupported,
// internal_error) say what the runtime said. Thread-safety: none.
#pragma once

#include <string>

#include "explorer/finding.h"
#include "report/evidence.h"
#include "report/facts/names.h"
#include "report/symbols/symbols.h"

namespace explorer {

[[nodiscard]] Finding describe(const ExecutionRecord& record, const Evidence& evidence,
                               const Names& names, Symbols& symbols);

// "at semaphore.h:31 in Semaphore::release", as far as known; empty when nothing is.
[[nodiscard]] std::string place_words(const SourceLocation& where);

// The code at a place, in back quotes and shortened; empty when the file cannot be read.
[[nodiscard]] std::string code_words(const SourceLocation& where);

}  // namespace explorer
