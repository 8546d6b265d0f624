// Code that runs inside the sanitizer's own reports, or between a learner's call and the primitive
// it uses, must not itself be watched: these bracket such code.
#pragma once

#if defined(__clang__)
#define GRADING_PRAGMA(text) _Pragma(#text)
#define GRADING_UNINSTRUMENTED_BEGIN                                                      \
  GRADING_PRAGMA(clang attribute push(__attribute__((disable_sanitizer_instrumentation)), \
                                      apply_to = function))
#define GRADING_UNINSTRUMENTED_END GRADING_PRAGMA(clang attribute pop)
// Keeps the compiler from making a loop a call of memcpy or strlen, which sanitizers intercept.
#define GRADING_NO_BUILTIN __attribute__((no_builtin))
#else
#define GRADING_UNINSTRUMENTED_BEGIN
#define GRADING_UNINSTRUMENTED_END
#define GRADING_NO_BUILTIN
#endif
