// Holds a program that is about to die of a signal still, so that the runner can take the stack of
// the thread that did it.
#pragma once

namespace grading::harness {

// Does nothing without a runner. Call once, at the start of main(). A crash before that is named by
// its signal alone.
void install_crash_handler();

}  // namespace grading::harness
