// What a stage has to provide besides the public headers: one implementation each in src/threads
// and src/explored.
//
// Thread-safety: note_failure(), failed() and note_measure() may be called from any thread, the
// others from main().
#pragma once

#include <string_view>
#include <vector>

#include "grading/behaviour.h"
#include "grading/finding.h"

namespace grading::stage {

// Links in what the stage interposes. Called first in main().
void prepare();

// Threads that are neither the learner's nor the grader's.
[[nodiscard]] std::vector<int> runtime_threads();

// Whether `option` (such as --kata-replay=...) is one of the stage's own and well-formed.
[[nodiscard]] bool take_option(std::string_view option);

// Runs the behaviour's body as often as the stage does and leaves what is wrong with it as failures
// of the current GoogleTest test, or of messages to the runner.
void run(const Behaviour& behaviour);

// A failure seen by the running body. Under the explorer it ends the schedule and does not return.
void note_failure(std::string_view message, Finding finding, const char* file, int line);
void note_measure(std::string_view what, long long value, long long limit);

// Problems that the sanitizer has reported of the running behaviour.
[[nodiscard]] int problems();
void forget_problems();

}  // namespace grading::stage
