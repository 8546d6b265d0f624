// ThreadSanitizer's findings, as messages for the runner. In a build without it, nothing happens.
//
// Thread-safety: reports() may be called from any thread.
#pragma once

namespace grading::tsan {

// Links the hooks in, and looks up what they need to know beforehand.
void install();

// How many problems were reported since forget_reports().
[[nodiscard]] int reports();
void forget_reports();

}  // namespace grading::tsan
