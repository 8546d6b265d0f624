#include "grading/locks.h"

namespace grading {

unsigned holding_locks() { return 0; }

}  // namespace grading
