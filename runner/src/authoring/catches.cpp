#include "authoring/catches.h"

#include <fmt/format.h>

#include <algorithm>

#include "system/text.h"

namespace runner {

namespace {

Stage stage_of(const Verdict& verdict) {
  return verdict.stages.empty() ? Stage::tsan : verdict.stages.front().stage;
}

bool declared(const FaultyExpectation& expectation, const std::string& finding) {
  return std::ranges::find(expectation.findings, finding) != expectation.findings.end();
}

Catch catch_in(const FaultyExpectation& expectation, const Verdict& verdict) {
  Catch made;
  made.stage = stage_of(verdict);
  const auto result =
      std::ranges::find(verdict.behaviours, expectation.behaviour, &BehaviourResult::name);
  if (result == verdict.behaviours.end()) return made;
  made.milliseconds = result->milliseconds;
  if (result->status != Status::fail) return made;
  made.finding = result->finding;
  made.schedules = result->failing_schedule;
  made.right_at_once = declared(expectation, result->finding);
  made.as_declared = made.right_at_once ||
                     std::ranges::any_of(result->other_findings, [&](const std::string& other) {
                       return declared(expectation, other);
                     });
  return made;
}

Catches one_seed(Catch caught) {
  Catches made;
  made.asked = 1;
  made.declared = caught.as_declared ? 1 : 0;
  made.at_once = caught.right_at_once ? 1 : 0;
  made.findings[caught.finding] = 1;
  made.first = std::move(caught);
  return made;
}

// "lost_wakeup by explorer in schedule 17"
std::string in_words(const Catch& caught) {
  std::string words = fmt::format("{} by {}", caught.finding, name(caught.stage));
  if (caught.schedules > 0) words += fmt::format(" in schedule {}", caught.schedules);
  return words;
}

std::string all_catches(const std::vector<Catches>& catches) {
  std::vector<std::string> words;
  for (const Catches& stage : catches) {
    if (stage.first.as_declared) words.push_back(in_words(stage.first));
  }
  return words.empty() ? "not rejected this time" : "rejected: " + join(words, ", ");
}

}  // namespace

void add_catches(std::vector<Catches>& sum, const std::vector<Catches>& round) {
  if (sum.empty()) {
    sum = round;
    return;
  }
  for (std::size_t i = 0; i < std::min(sum.size(), round.size()); ++i) {
    sum[i].asked += round[i].asked;
    sum[i].declared += round[i].declared;
    sum[i].at_once += round[i].at_once;
    for (const auto& [finding, times] : round[i].findings) sum[i].findings[finding] += times;
  }
}

std::string first_failure(const Verdict& verdict) {
  if (!verdict.compile_errors.empty()) {
    const CompileError& error = verdict.compile_errors.front();
    return fmt::format("does not compile: line {}: {}", error.line, error.message);
  }
  for (const BehaviourResult& result : verdict.behaviours) {
    if (result.status == Status::pass || result.status == Status::skipped) continue;
    const std::vector<std::string> lines = split_lines(result.message);
    return fmt::format("{} in {}{}", result.finding, result.name,
                       lines.empty() ? "" : ": " + lines.front());
  }
  return verdict.summary.empty() ? "passes every behaviour" : verdict.summary;
}

ProofResult weigh_faulty(const FaultyExpectation& expectation,
                         const std::vector<Verdict>& verdicts) {
  ProofResult result;
  // The first stage that has to see it is the one whose word decides.
  const Verdict* decisive = nullptr;
  for (const Verdict& verdict : verdicts) {
    if (!verdict.compile_errors.empty()) {
      return {ProofStatus::refuted, first_failure(verdict), 0, {}};
    }
    result.catches.push_back(one_seed(catch_in(expectation, verdict)));
    if (decisive == nullptr && expectation.binds(stage_of(verdict))) decisive = &verdict;
  }
  result.observed = all_catches(result.catches);
  if (decisive == nullptr) {
    result.status = ProofStatus::known_limit;
    return result;
  }
  const Catch& caught = result.catches[static_cast<std::size_t>(decisive - verdicts.data())].first;
  if (caught.as_declared) {
    result.status = ProofStatus::proved;
  } else if (decisive->status == Status::error) {
    result.status = ProofStatus::error;
    result.observed = decisive->summary;
  } else {
    result.status = ProofStatus::refuted;
    result.observed = first_failure(*decisive);
    if (verdicts.size() > 1) result.observed += fmt::format(" ({})", title(caught.stage));
  }
  return result;
}

}  // namespace runner
