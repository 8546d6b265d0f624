// What `replay` and `story` have in common: which schedule of which kata's behaviour, and running
// it once more.
#pragma once

#include <string>

#include "stages/grade.h"
#include "verbs/verb.h"
#include "verdict/verdict.h"

namespace runner {

class OneSchedule {
 public:
  void declare(CLI::App* verb);

  // Runs the schedule and returns the result of its behaviour. `story`: text, mermaid, trace or
  // json. Throws UserError, which says what to do, when the command line is wrong, when the header
  // does not compile, or when the schedule is not one of this header's.
  [[nodiscard]] BehaviourResult run(const Context& context, const std::string& story) const;

  // The same checks of the command line, without running anything.
  [[nodiscard]] GradeRequest request(const Context& context) const;

  // " --workspace DIR" as it was given, or nothing.
  [[nodiscard]] std::string workspace_option() const;
  // "semaphore blocks_at_zero:3kF9aQ --workspace members/ana"
  [[nodiscard]] std::string arguments() const;
  [[nodiscard]] const std::string& slug() const { return slug_; }

 private:
  std::string slug_;
  std::string schedule_;
  std::string workspace_;
  std::string graders_;
};

}  // namespace runner
