// Delays before atomic changes: between looking at a value and acting on it. Code that uses
// nothing but atomics has no other place where threads could be made to meet.
//
// ThreadSanitizer turns atomic operations into calls, and the linker puts these functions in front
// of them (--wrap, see grading/CMakeLists.txt). Each ends in a jump to the sanitizer's own, which
// so takes the caller for its caller: reports keep the line of the operation.
#include "grading/src/perturbation/perturbation.h"
#include "grading/src/uninstrumented.h"

#if defined(__has_feature)
#if __has_feature(thread_sanitizer)

using grading::perturbation::Point;

// NOLINTBEGIN(bugprone-reserved-identifier): the names are the linker's.
#define GRADING_BEFORE(result, operation, parameters, arguments)    \
  extern "C" result __real___tsan_##operation parameters;           \
  extern "C" result __wrap___tsan_##operation parameters;           \
  extern "C" result __wrap___tsan_##operation parameters {          \
    grading::perturbation::reach(Point::before_atomic_change);      \
    [[clang::musttail]] return __real___tsan_##operation arguments; \
  }

#define GRADING_BEFORE_CHANGES(type, atomic)                                                    \
  GRADING_BEFORE(void, atomic##_store, (volatile type * object, type value, int order),         \
                 (object, value, order))                                                        \
  GRADING_BEFORE(type, atomic##_exchange, (volatile type * object, type value, int order),      \
                 (object, value, order))                                                        \
  GRADING_BEFORE(type, atomic##_fetch_add, (volatile type * object, type value, int order),     \
                 (object, value, order))                                                        \
  GRADING_BEFORE(type, atomic##_fetch_sub, (volatile type * object, type value, int order),     \
                 (object, value, order))                                                        \
  GRADING_BEFORE(int, atomic##_compare_exchange_strong,                                         \
                 (volatile type * object, type * expected, type value, int order, int failure), \
                 (object, expected, value, order, failure))                                     \
  GRADING_BEFORE(int, atomic##_compare_exchange_weak,                                           \
                 (volatile type * object, type * expected, type value, int order, int failure), \
                 (object, expected, value, order, failure))

GRADING_UNINSTRUMENTED_BEGIN
GRADING_BEFORE_CHANGES(char, atomic8)
GRADING_BEFORE_CHANGES(int, atomic32)
GRADING_BEFORE_CHANGES(long, atomic64)
GRADING_UNINSTRUMENTED_END
// NOLINTEND(bugprone-reserved-identifier)

#endif
#endif
