#include "grading/locks.h"

#include "explorer/controls.h"

namespace grading {

unsigned holding_locks() { return explorer::holding_locks(); }

}  // namespace grading
