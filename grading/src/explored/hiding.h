// Graders are hidden: their places and functions are taken out of what a learner sees.
#pragma once

#include "explorer/report.h"
#include "grading/behaviour.h"

namespace grading::hiding {

// Takes every place in the grader's file or in this library out, and what the grader does there for
// itself only.
void hide_grader(const Behaviour& behaviour, explorer::Report& report);

}  // namespace grading::hiding
