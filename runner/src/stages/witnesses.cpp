#include "stages/witnesses.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "verdict/ranking.h"

namespace runner {

namespace {

bool any(const Verdict& verdict, Status status) {
  return std::ranges::find(verdict.behaviours, status, &BehaviourResult::status) !=
         verdict.behaviours.end();
}

// With the first sentence of why.
std::string could_not_judge(const BehaviourResult& result) {
  const std::string& why = result.message;
  return fmt::format("{} could not judge it ({}: {})", title(result.stage), result.finding,
                     why.substr(0, std::min(why.find('\n'), why.find(". "))));
}

// Behaviours that could neither be passed nor failed.
std::vector<std::string> undecided(const Verdict& verdict) {
  std::vector<std::string> names;
  for (const BehaviourResult& result : verdict.behaviours) {
    if (result.status == Status::error) names.push_back(result.name);
  }
  return names;
}

// The worse of two results for the same behaviour. A stage that could not judge counts only when
// none could.
BehaviourResult worse(BehaviourResult earlier, BehaviourResult later) {
  const std::int64_t milliseconds = earlier.milliseconds + later.milliseconds;
  std::vector<Stage> stages = earlier.stages;
  stages.insert(stages.end(), later.stages.begin(), later.stages.end());
  const bool only_later = earlier.status == Status::error || earlier.status == Status::skipped;
  const bool keep_earlier = only_later
                                ? later.status == Status::error || later.status == Status::skipped
                                : later.status != Status::fail;
  BehaviourResult& kept = keep_earlier ? earlier : later;
  const BehaviourResult& other = keep_earlier ? later : earlier;
  if (other.status == Status::error && kept.status != Status::error) {
    kept.note = could_not_judge(other);
  }
  kept.milliseconds = milliseconds;
  kept.stages = std::move(stages);
  return std::move(kept);
}

// The program ended before any behaviour.
bool is_false_start(const Verdict& verdict) {
  return !verdict.behaviours.empty() && verdict.behaviours.front().name == kStarts;
}

// Where one stage could not begin for no fault of the code, the next one's word stands alone.
void forget_false_start(Verdict& verdict, const Verdict& later) {
  if (!is_false_start(verdict) || later.behaviours.empty() || is_false_start(later)) return;
  const BehaviourResult& start = verdict.behaviours.front();
  if (start.status != Status::error) return;
  verdict.note = fmt::format("Graded without {}, which could not begin: {}", title(start.stage),
                             start.message);
  verdict.behaviours.erase(verdict.behaviours.begin());
}

// "clang 19.1.7, explorer" and "clang 19.1.7, ThreadSanitizer" share their beginning.
void add_toolchain(Verdict& verdict, const std::string& toolchain) {
  const auto comma = toolchain.find(", ");
  const bool same_compiler = !verdict.toolchain.empty() && comma != std::string::npos &&
                             verdict.toolchain.starts_with(toolchain.substr(0, comma) + ",");
  if (same_compiler) {
    verdict.toolchain += toolchain.substr(comma);
  } else if (!toolchain.empty()) {
    verdict.toolchain = toolchain;
  }
}

}  // namespace

NextQuestion next_question(const Verdict& verdict) {
  const bool impossible = verdict.interrupted || !verdict.compile_errors.empty() ||
                          verdict.behaviours.empty() || nothing_implemented(verdict);
  if (impossible) return {};
  std::vector<std::string> open = undecided(verdict);
  if (any(verdict, Status::fail)) return {!open.empty(), std::move(open)};
  return {true, {}};
}

void add_witness(Verdict& verdict, Verdict later) {
  verdict.stages.insert(verdict.stages.end(), later.stages.begin(), later.stages.end());
  add_toolchain(verdict, later.toolchain);
  if (verdict.learner_output.empty()) verdict.learner_output = std::move(later.learner_output);
  if (verdict.note.empty()) verdict.note = std::move(later.note);
  verdict.interrupted = later.interrupted;
  forget_false_start(verdict, later);
  // A header that does not compile, a program that cannot begin, a broken toolchain, a signal: no
  // behaviour's result says that.
  const bool unexplained = later.behaviours.empty() || later.interrupted || is_false_start(later);
  for (BehaviourResult& result : later.behaviours) {
    const auto same = std::ranges::find(verdict.behaviours, result.name, &BehaviourResult::name);
    if (same == verdict.behaviours.end()) {
      verdict.behaviours.push_back(std::move(result));
    } else {
      *same = worse(std::move(*same), std::move(result));
    }
  }
  // It is the whole header that has to compile, for every stage.
  if (!later.compile_errors.empty()) {
    verdict.behaviours.clear();
    verdict.learner_output.clear();
  }
  conclude(verdict);
  if (!unexplained) return;
  verdict.status = later.status;
  verdict.summary = std::move(later.summary);
  verdict.compile_errors = std::move(later.compile_errors);
}

void conclude(Verdict& verdict) {
  verdict.summary.clear();
  if (verdict.behaviours.empty()) {
    verdict.status = Status::error;
    verdict.summary = "The grader has no behaviours.";
    return;
  }
  verdict.status = any(verdict, Status::fail) || any(verdict, Status::skipped) ? Status::fail
                   : any(verdict, Status::error)                               ? Status::error
                                                                               : Status::pass;
  if (nothing_implemented(verdict)) verdict.summary = "Not implemented yet.";
  if (verdict.status != Status::error) return;
  const auto first = std::ranges::find(verdict.behaviours, Status::error, &BehaviourResult::status);
  verdict.summary = first->message;
}

}  // namespace runner
