#include "stages/grade.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <mutex>
#include <optional>
#include <utility>

#include "build/grader_build.h"
#include "build/toolkit.h"
#include "process/scratch.h"
#include "process/stop.h"
#include "stages/stage_run.h"
#include "stages/witnesses.h"
#include "system/files.h"

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

void ask_stages(const GradeRequest& request, GraderBuild& build, Verdict& verdict) {
  const std::vector<Stage> stages = possible_stages(request, verdict.note);
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

// The verdict on what the header holds now. Nothing when it was saved meanwhile, and so compiled
// in two versions, or in one that nobody has read.
std::optional<Verdict> grade_once(const GradeRequest& request, bool last_try) {
  const ScratchDirectory scratch;
  GraderBuild build(build_request(request, scratch.path()));
  Verdict verdict = blank_verdict(request);
  ask_stages(request, build, verdict);
  if (build.outdated() && !last_try && !stop_requested()) return std::nullopt;
  verdict.header_text = build.header();
  if (!build.outdated() && !stop_requested() && verdict.header_text &&
      read_file(request.header) != verdict.header_text) {
    verdict.note += fmt::format(
        "{}{} has been saved since: this verdict is on what it held when the grading began.",
        verdict.note.empty() ? "" : " ", request.header.filename().string());
  }
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
  constexpr int kTries = 3;
  std::optional<Verdict> done;
  for (int i = 1; !done; ++i) {
    if (i > 1 && request.progress) request.progress("saved meanwhile, from the start");
    done = grade_once(request, i == kTries);
  }
  Verdict verdict = std::move(*done);
  verdict.milliseconds =
      std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - started).count();
  return verdict;
}

}  // namespace runner
