// A small verdict for tests of what is remembered.
#pragma once

#include "verdict/verdict.h"

namespace runner {

inline Verdict sample_verdict(Status status, int core_passed = 1) {
  Verdict verdict;
  verdict.kata = "latch";
  verdict.workspace = "katas";
  verdict.status = status;
  for (int i = 0; i < 2; ++i) {
    BehaviourResult result;
    result.name = "behaviour_" + std::to_string(i);
    result.status = i < core_passed ? Status::pass : Status::fail;
    if (result.status == Status::fail) result.finding = "lost_wakeup";
    verdict.behaviours.push_back(result);
  }
  return verdict;
}

}  // namespace runner
