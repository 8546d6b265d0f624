// Parts of the text report: one failed behaviour, one compile error.
//
// Pure functions; every text ends with a newline.
#pragma once

#include <string>

#include "system/terminal.h"
#include "verdict/verdict.h"

namespace runner {

struct FailureLayout {
  Style style;
  int story_columns = 0;  // See TextOptions.
  std::string replay;     // "./kata replay semaphore"; what is to be replayed is put behind it.
  std::string workspace;  // " --workspace members/ana", or nothing.
};

// The tier, the sentence, the finding, the message, the stacks behind it, the failing schedule's
// story and how to see it again.
[[nodiscard]] std::string failure_in_full(const BehaviourResult& result,
                                          const FailureLayout& layout);

// The same in one line.
[[nodiscard]] std::string failure_in_short(const BehaviourResult& result, const Style& style);

// The error as the compiler tells it, with its context; nothing of what follows from it.
[[nodiscard]] std::string compile_error_text(const CompileError& error, const Style& style);

}  // namespace runner
