// Grades one kata: builds the grader with the learner's header and runs every behaviour in a child
// process of its own.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "catalog/catalog.h"
#include "verdict/verdict.h"

namespace runner {

struct GradeRequest {
  Kata kata;
  Layout layout;
  std::filesystem::path header;     // The file under test, <workspace>/<slug>/<slug>.h.
  std::filesystem::path workspace;  // As the user named it, for reports.
  std::uint64_t seed = 1;
  std::vector<Stage> stages = {Stage::tsan};
  std::string behaviour;  // Only this one; all when empty.
  // Behaviours run at the same time. Verdicts do not depend on it, waiting times do.
  int at_a_time = 1;
  // Called from the grading thread whenever there is news worth showing: "building", a behaviour's
  // name, "3 of 18". May be empty.
  std::function<void(const std::string&)> progress;
  // Called as each behaviour's result arrives. May be empty.
  std::function<void(const BehaviourResult&)> on_result;
};

// Blocks until the verdict is there, seconds to a minute. Survives whatever the learner's code
// does. Never throws for the learner's code; throws UserError when the toolchain is missing.
// Interruptible: after request_stop() (process/stop.h) children are killed and the verdict says
// `error`.
[[nodiscard]] Verdict grade(const GradeRequest& request);

}  // namespace runner
