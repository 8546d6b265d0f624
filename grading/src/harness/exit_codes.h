// How a grader's process ends.
#pragma once

namespace grading::harness {

inline constexpr int kPassed = 0;
inline constexpr int kFailed = 1;
inline constexpr int kUsage = 2;
inline constexpr int kNotImplemented = 77;  // CTest's SKIP_RETURN_CODE: nothing is solved yet.

}  // namespace grading::harness
