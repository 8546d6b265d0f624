#include "strength/measure_one.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "authoring/catches.h"
#include "authoring/prove.h"
#include "process/stop.h"
#include "stages/grade.h"
#include "strength/circumstances.h"
#include "strength/keys.h"
#include "strength/rejections.h"
#include "verdict/ranking.h"

namespace runner {

namespace {

constexpr std::chrono::seconds kPlainLimit{15};

// Adds up over seeds; says why when one of them could not be graded. That is not the same as not
// being rejected.
std::string ask(const Claim& claim, const MeasureOptions& options, std::vector<Stage> stages,
                int first_seed, int seeds, std::vector<Catches>& catches) {
  ProveOptions prove_options;
  prove_options.layout = options.layout;
  prove_options.stages = std::move(stages);
  prove_options.repeat = seeds;
  prove_options.all_rounds = true;
  prove_options.seed = static_cast<std::uint64_t>(first_seed);
  const ProofResult result = prove({claim}, prove_options).front();
  const bool graded = result.status != ProofStatus::error && !result.catches.empty();
  if (!graded) return result.observed;
  add_catches(catches, result.catches);
  return {};
}

StageFigures figures_of(const Catches& catches) {
  StageFigures figures;
  figures.asked = catches.asked;
  figures.declared = catches.declared;
  figures.at_once = catches.at_once;
  figures.findings = catches.findings;
  figures.schedules = catches.first.schedules;
  figures.milliseconds = catches.first.milliseconds;
  return figures;
}

std::string grade_whole(const Claim& claim, const MeasureOptions& options,
                        GradingFigures& figures) {
  GradeRequest request;
  request.kata = claim.kata;
  request.layout = options.layout;
  request.header = claim.header;
  request.workspace = claim.header.parent_path().parent_path();
  request.stages = {Stage::explorer};
  const Verdict verdict = grade(request);
  if (verdict.status == Status::error) return verdict.summary;
  for (const BehaviourResult& result : verdict.behaviours) {
    figures.schedules += result.failing_schedule > 0 ? result.failing_schedule : result.runs;
    figures.milliseconds += result.milliseconds;
    if (result.status == Status::fail || result.status == Status::error) break;
  }
  const auto failures = failures_worst_first(verdict);
  if (failures.empty()) return {};
  figures.finding = failures.front()->finding;
  figures.behaviour = failures.front()->name;
  return {};
}

// Both stages with as many seeds as ThreadSanitizer gets, from one compilation; the explorer with
// the rest.
std::string grade_fault(const Claim& claim, const MeasureOptions& options, FaultFigures& fault) {
  const int both = std::min(options.tsan_seeds, options.seeds);
  const int rest = options.seeds - both;
  std::vector<Catches> catches;
  std::string problem = ask(claim, options, {Stage::explorer, Stage::tsan}, 1, both, catches);
  if (problem.empty() && rest > 0) {
    problem = ask(claim, options, {Stage::explorer}, 1 + both, rest, catches);
  }
  GradingFigures grading;
  if (problem.empty()) problem = grade_whole(claim, options, grading);
  if (stop_requested()) return "interrupted";
  if (!problem.empty()) return problem;
  if (catches.size() != 2) return "it takes both stages to measure it";
  fault.explorer = figures_of(catches[0]);
  fault.tsan = figures_of(catches[1]);
  fault.grading = std::move(grading);
  return {};
}

// The times are those of the first run that failed, or of the first one.
RivalFigures figures_of(const std::vector<PlainOutcome>& outcomes) {
  RivalFigures figures;
  const PlainOutcome* told = &outcomes.front();
  for (const PlainOutcome& outcome : outcomes) {
    ++figures.asked;
    if (!outcome.caught()) continue;
    if (figures.caught++ == 0) told = &outcome;
  }
  figures.how = name(told->how);
  figures.milliseconds = told->milliseconds;
  figures.rounds = told->rounds;
  return figures;
}

std::string compare(const Claim& claim, const MeasuringTools& tools, RivalFigures& plain,
                    RivalFigures& stress) {
  const auto once =
      tools.plain->plain(claim.kata, claim.header, tools.options.plain_runs, kPlainLimit);
  const auto loop = tools.plain->stress(claim.kata, claim.header, tools.options.stress);
  if (stop_requested()) return "interrupted";
  for (const PlainOutcome& outcome : {once.front(), loop}) {
    if (outcome.how == PlainOutcome::How::not_compiled) {
      return "the plain test does not compile: " + outcome.words;
    }
  }
  plain = figures_of(once);
  stress = figures_of({loop});
  return {};
}

// What both kinds of solutions are compared by.
void compare_if_stale(const Claim& claim, const MeasuringTools& tools, auto& figures,
                      Measured& measured) {
  const std::string key = compared_key(tools.options.layout, claim);
  if (!tools.plain || (figures.compared == key && !tools.options.fresh)) return;
  if (!std::filesystem::exists(plain_test_of(tools.options.layout, claim.kata))) {
    measured.problem = "there is no plain test";
    return;
  }
  measured.problem = compare(claim, tools, figures.plain, figures.stress);
  if (!measured.problem.empty()) return;
  figures.compared = key;
  measured.changed = true;
}

}  // namespace

MeasuringTools::MeasuringTools(const MeasureOptions& measure_options,
                               const std::filesystem::path& scratch)
    : options(measure_options) {
  if (options.compare) plain.emplace(options.layout, scratch);
}

Measured measure_fault(const Claim& claim, const MeasuringTools& tools, FaultFigures& fault) {
  Measured measured;
  if (!claim.damage.empty()) return {false, claim.damage};
  const std::string key = graded_key(tools.options.layout, claim);
  if (fault.graded != key || tools.options.fresh) {
    measured.problem = grade_fault(claim, tools.options, fault);
    if (!measured.problem.empty()) return measured;
    fault.graded = key;
    measured.changed = true;
  }
  compare_if_stale(claim, tools, fault, measured);
  return measured;
}

Measured measure_right(const Claim& claim, const MeasuringTools& tools, RightFigures& right) {
  Measured measured;
  if (!claim.damage.empty()) return {false, claim.damage};
  const MeasureOptions& options = tools.options;
  const std::string key = graded_key(options.layout, claim);
  if (right.graded != key || options.fresh) right.gradings.clear();
  for (const Circumstances& circumstances : all_circumstances()) {
    RightFigures::Count& count = right.gradings[circumstances.name];
    while (count.gradings < options.right_gradings) {
      const Trial trial = try_under(circumstances, claim, options.layout,
                                    static_cast<std::uint64_t>(count.gradings) + 1);
      if (stop_requested()) return {measured.changed, "interrupted"};
      if (!trial.graded) return {measured.changed, trial.words};
      ++count.gradings;
      right.graded = key;
      measured.changed = true;
      if (trial.passed) continue;
      ++count.rejections;
      measured.problem = fmt::format("{}: {}", circumstances.name, trial.words);
    }
  }
  const std::string rejected = measured.problem;
  compare_if_stale(claim, tools, right, measured);
  if (!rejected.empty()) measured.problem = rejected;
  return measured;
}

}  // namespace runner
