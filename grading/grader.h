// Everything a grader is written with. A grader includes the kata's header and this one.
#pragma once

#include "grading/behaviour.h"  // IWYU pragma: export
#include "grading/cast.h"       // IWYU pragma: export
#include "grading/expect.h"     // IWYU pragma: export
#include "grading/finding.h"    // IWYU pragma: export
#include "grading/rounds.h"     // IWYU pragma: export
#include "grading/stage.h"      // IWYU pragma: export
#include "grading/time.h"       // IWYU pragma: export
