// What it means that a grader's process ended in some other way than by being done.
//
// Pure functions.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "stages/grader_process.h"
#include "stages/places/frame.h"
#include "verdict/verdict.h"

namespace runner {

struct EndingWords {
  Status status = Status::fail;  // fail; error when it is not the learner's fault.
  std::string finding;
  std::string message;
  std::vector<ThreadView> threads;
};

// Nothing when the process exited by itself; see left_early() for that.
[[nodiscard]] std::optional<EndingWords> explain_ending(const GraderRun& run,
                                                        const LearnersCode& code);

// The process exited before the behaviour was over.
[[nodiscard]] EndingWords left_early(const GraderRun& run);

// "SIGSEGV (segmentation fault: memory that is not there was used)"
[[nodiscard]] std::string signal_in_words(int signal);

}  // namespace runner
