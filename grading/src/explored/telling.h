// What an exploration found, in the learner's terms: the sentence, the kind of finding, and the
// story without the grader's own code in it.
#pragma once

#include "explorer/report.h"
#include "grading/behaviour.h"
#include "grading/src/explored/exploration.h"

namespace grading::telling {

// Sends the result and its story to the runner, or prints them where there is none, and records a
// failure of the current GoogleTest test if there is one. Changes `report` for the learner's eyes.
void tell(const Behaviour& behaviour, explorer::Report& report, exploration::Rendering rendering);

}  // namespace grading::telling
