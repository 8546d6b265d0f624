#include "stages/grade.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <mutex>
#include <utility>

#include "build/grader_build.h"
#include "build/toolkit.h"
#include "process/scratch.h"
#include "process/stop.h"
#include "stages/stage_run.h"
#include "stages/witnesses.h"

namespace runner {

namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

// Where the explorer does not exist, ThreadSanitizer stands for both; a stage that was asked for
// alone has no substitute.
std::vector<Stage> possible_stages(const GradeRequest& request, std::string& note) {
  std::vector<Stage> stages = request.stages;
  if (stages.size() < 2 || has_toolkit(request.layout, Stage::explorer)) return stages;
  std::erase(stages, Stage::explorer);
  note =
      "Graded by ThreadSanitizer alone: the explorer does not run on this machine. A mistake that "
      "needs one particular interleaving may have stayed unseen.";
  return stages;
}

std::vector<std::string> chosen(const GradeRequest& request) {
  if (request.behaviour.empty()) return {};
  return {request.behaviour};
}

void ask_stages(const GradeRequest& request, Verdict& verdict) {
  const ScratchDirectory scratch;
  const std::vector<Stage> stages = possible_stages(request, verdict.note);
  GraderBuild build(build_request(request, scratch.path()));
  add_witness(verdict, StageRun(request, stages.front(), build).run(chosen(request)));
  for (std::size_t i = 1; i < stages.size() && !stop_requested(); ++i) {
    const NextQuestion question = next_question(verdict);
    if (!question.ask) break;
    if (request.stop_at_first_failure && verdict.status == Status::fail) break;
    if (request.on_verdict_so_far) request.on_verdict_so_far(verdict);
    add_witness(verdict,
                StageRun(request, stages[i], build)
                    .run(question.behaviours.empty() ? chosen(request) : question.behaviours));
  }
}

Verdict blank_verdict(const GradeRequest& request) {
  Verdict verdict;
  verdict.kata = request.kata.slug;
  verdict.workspace = request.workspace;
  verdict.seed = request.seed;
  return verdict;
}

}  // namespace

BuildRequest build_request(const GradeRequest& request, const fs::path& scratch) {
  return {.header = fs::absolute(request.header),
          .grader = fs::absolute(request.layout.graders) / request.kata.slug /
                    (request.kata.slug + "_grader.cpp"),
          .libraries = request.kata.libraries,
          .scratch = scratch,
          .cache = request.keep_program
                       ? toolkits_directory(request.layout).parent_path() / "graders-built"
                       : fs::path(),
          .processors = request.processors};
}

std::vector<Verdict> grade_by_each(const GradeRequest& request) {
  const ScratchDirectory scratch;
  std::string note;
  GraderBuild build(build_request(request, scratch.path()));
  std::vector<Verdict> verdicts;
  for (const Stage stage : possible_stages(request, note)) {
    if (stop_requested() && !verdicts.empty()) break;
    std::unique_lock<std::mutex> turn;
    if (stage != Stage::explorer && request.real_threads)
      turn = std::unique_lock(*request.real_threads);
    Verdict verdict = blank_verdict(request);
    add_witness(verdict, StageRun(request, stage, build).run(chosen(request)));
    verdict.note = note;
    verdict.milliseconds = verdict.stages.front().milliseconds;
    verdicts.push_back(std::move(verdict));
  }
  return verdicts;
}

Verdict grade(const GradeRequest& request) {
  const auto started = Clock::now();
  Verdict verdict = blank_verdict(request);
  ask_stages(request, verdict);
  verdict.milliseconds =
      std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - started).count();
  return verdict;
}

}  // namespace runner
