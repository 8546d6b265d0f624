// One stage of a grading: builds the grader for it and runs its behaviours side by side.
//
// Thread-safety: none; one owner.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <vector>

#include "build/build_result.h"
#include "build/grader_build.h"
#include "build/toolkit.h"
#include "stages/grade.h"
#include "stages/grader_process.h"
#include "stages/judge.h"
#include "stages/places/frame.h"
#include "verdict/verdict.h"

namespace runner {

class StageRun {
 public:
  // `build` is of request.header and outlives this object. Throws UserError when the stage's
  // toolkit is missing.
  StageRun(const GradeRequest& request, Stage stage, GraderBuild& build);

  // What this stage alone says of the behaviours named; of all when none is. Blocks, see grade().
  [[nodiscard]] Verdict run(const std::vector<std::string>& behaviours);

 private:
  struct Ran {
    BehaviourResult result;
    std::string output;
  };

  [[nodiscard]] bool run_core();
  [[nodiscard]] bool use(const BuildResult& built);
  void run_behaviours(const std::vector<std::string>& chosen);
  std::size_t run_range(const std::vector<BehaviourInfo>& all, std::size_t begin, std::size_t end);
  [[nodiscard]] StageReport stage_report() const;
  [[nodiscard]] Ran run_one(const BehaviourInfo& info) const;
  [[nodiscard]] int at_a_time() const;
  // What is asked first in front, the others core before robust before senior.
  [[nodiscard]] std::vector<BehaviourInfo> in_order(const std::vector<BehaviourInfo>& all) const;
  void keep_chosen(std::vector<BehaviourInfo>& behaviours,
                   const std::vector<std::string>& chosen) const;
  void cannot_begin(BehaviourResult failure);
  void skip(const BehaviourInfo& info);
  void interrupted();
  void could_not(std::string why);
  void tell(const std::string& news) const;

  const GradeRequest& request_;
  Toolkit toolkit_;
  GraderBuild& build_;
  LearnersCode code_;
  GraderProgram program_;
  Verdict verdict_;
  bool begun_ = false;  // A behaviour was more than not implemented.
  std::chrono::steady_clock::time_point started_;
};

}  // namespace runner
