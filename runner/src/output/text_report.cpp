// The verdict as a learner reads it: counts, the worst finding in full, then what to do next.
#include <algorithm>
#include <string>
#include <vector>

#include "output/format.h"
#include "output/plain_text.h"
#include "output/text_failure.h"
#include "output/text_pass.h"
#include "system/text.h"
#include "verdict/ranking.h"

namespace runner {

namespace {

constexpr std::size_t kFailuresInFull = 2;  // More is a wall; the rest gets a line each.
constexpr std::size_t kOutputLines = 12;

bool any_run(const Verdict& verdict, Tier tier) {
  return std::any_of(verdict.behaviours.begin(), verdict.behaviours.end(), [tier](const auto& b) {
    return b.tier == tier && b.status != Status::skipped;
  });
}

// "core 6/6 · robust 3/5 · senior –"
std::string tier_counts(const Verdict& verdict, const Style& style) {
  std::string text;
  for (const Tier tier : kTiers) {
    const TierCount count = verdict.count(tier);
    if (count.total == 0) continue;
    if (!text.empty()) text += style.dim(" · ");
    if (!any_run(verdict, tier)) {
      text += style.dim(std::string(name(tier)) + " –");
      continue;
    }
    const std::string words = std::string(name(tier)) + " " + std::to_string(count.passed) + "/" +
                              std::to_string(count.total);
    text += count.passed == count.total ? style.green(words)
                                        : (count.passed == 0 ? style.red(words) : words);
  }
  return text;
}

std::string headline(const Verdict& verdict, const Style& style) {
  std::string state;
  if (!verdict.compile_errors.empty()) {
    state = style.red("does not compile");
  } else if (nothing_implemented(verdict)) {
    state = style.yellow("not implemented yet");
  } else {
    state = tier_counts(verdict, style);
    if (verdict.status == Status::error) {
      state += (state.empty() ? "" : " · ") + style.yellow("could not be graded");
    } else if (state.empty()) {
      state = verdict.status == Status::pass ? style.green("passed") : style.red("not passed");
    }
  }
  const std::size_t width = display_width(verdict.kata) + 3 + display_width(state);
  const bool fits = width <= static_cast<std::size_t>(style.width);
  return style.bold(verdict.kata) + (fits ? "   " : "\n  ") + state + "\n";
}

// "./kata hint semaphore · ./kata explain lost_wakeup", broken into lines where it must be.
std::string commands_text(const std::vector<std::string>& commands, const TextOptions& options) {
  std::string text = "\n";
  std::size_t used = 0;
  for (const std::string& command : commands) {
    const std::size_t width = display_width(command);
    if (used > 0 && used + 3 + width > options.style.columns()) {
      text += "\n";
      used = 0;
    }
    if (used > 0) text += options.style.dim(" · ");
    text += options.style.cyan(command);
    used += width + (used > 0 ? 3 : 0);
  }
  return text + "\n";
}

// " --workspace members/ana", or nothing.
std::string workspace_option(const Verdict& verdict, const TextOptions& options) {
  if (options.own_workspace) return "";
  return " --workspace " + shell_quoted(printable(verdict.workspace.string()));
}

std::string grade_again(const Verdict& verdict, const TextOptions& options) {
  return options.command + " grade " + verdict.kata + workspace_option(verdict, options);
}

// The pages of the findings that are told in full, each once.
std::vector<std::string> pages(const Verdict& verdict) {
  std::vector<std::string> findings;
  for (const BehaviourResult* result : failures_worst_first(verdict)) {
    const std::string& finding = result->finding;
    if (finding.empty() || finding == "not_implemented") continue;
    if (std::ranges::find(findings, finding) != findings.end()) continue;
    if (findings.size() < kFailuresInFull) findings.push_back(finding);
  }
  return findings;
}

std::vector<std::string> next_commands(const Verdict& verdict, const TextOptions& options) {
  const std::string& kata = options.command;
  const std::string& slug = verdict.kata;
  if (verdict.status == Status::pass) {
    if (!options.own_workspace) return {kata + " compare " + slug, kata + " list"};
    return {kata + " compare " + slug, kata + " solution " + slug, kata + " next"};
  }
  if (verdict.interrupted) return {grade_again(verdict, options)};
  if (verdict.status == Status::error) return {kata + " doctor", grade_again(verdict, options)};
  if (!verdict.compile_errors.empty()) return {grade_again(verdict, options)};
  std::vector<std::string> commands;
  if (options.own_workspace && nothing_implemented(verdict))
    commands.push_back(kata + " show " + slug);
  if (options.own_workspace) commands.push_back(kata + " hint " + slug);
  const std::string explain = kata + " explain ";
  for (const std::string& finding : pages(verdict)) commands.push_back(explain + finding);
  commands.push_back(grade_again(verdict, options));
  return commands;
}

std::string failures_text(const Verdict& verdict, const TextOptions& options) {
  const Style& style = options.style;
  const FailureLayout layout{.style = style,
                             .story_columns = options.story_columns,
                             .replay = options.command + " replay " + verdict.kata,
                             .workspace = workspace_option(verdict, options)};
  std::string text;
  std::size_t shown = 0;
  int unwritten = 0;
  for (const BehaviourResult* result : failures_worst_first(verdict)) {
    if (result->finding == "not_implemented") {
      ++unwritten;
    } else if (shown++ < kFailuresInFull) {
      text += "\n" + failure_in_full(*result, layout);
    } else {
      if (shown == kFailuresInFull + 1) text += "\n";
      text += failure_in_short(*result, style);
    }
  }
  if (unwritten == 1)
    text += "\n" + style.yellow("○") + " one behaviour needs what is not implemented yet\n";
  if (unwritten > 1) {
    text += "\n" + style.yellow("○") + " " + std::to_string(unwritten) +
            " behaviours need what is not implemented yet\n";
  }
  const auto skipped = std::count_if(verdict.behaviours.begin(), verdict.behaviours.end(),
                                     [](const auto& b) { return b.status == Status::skipped; });
  if (skipped > 0) {
    text += "\n" +
            style.dim(std::to_string(skipped) +
                      (skipped == 1 ? " behaviour was not run." : " behaviours were not run.")) +
            "\n";
  }
  return text;
}

// How far this code has come, for a verdict between nothing and everything.
std::string level_text(const Verdict& verdict, const TextOptions& options) {
  const std::optional<Tier> level = level_reached(verdict);
  if (verdict.status != Status::fail || !level) return "";
  std::string open;
  for (const Tier tier : kTiers) {
    const TierCount count = verdict.count(tier);
    if (count.passed == count.total) continue;
    open += (open.empty() ? "" : ", ") + std::string(name(tier)) + " (" +
            std::to_string(count.total - count.passed) + " to go)";
  }
  return "\n" + indent_wrapped(
                    "Level reached: " + std::string(name(*level)) + ". Still open: " + open + ".",
                    options.style.columns(), "", "");
}

std::string output_text(const Verdict& verdict, const TextOptions& options) {
  const std::vector<std::string> lines = split_lines(printable(verdict.learner_output));
  if (lines.empty()) return "";
  std::string text = "\n" + options.style.dim("Your code printed:") + "\n";
  for (std::size_t i = 0; i < std::min(lines.size(), kOutputLines); ++i) {
    text += "  " + cut_to(lines[i], options.style.columns() - 2) + "\n";
  }
  if (lines.size() > kOutputLines) {
    text +=
        options.style.dim("  … " + std::to_string(lines.size() - kOutputLines) + " more lines") +
        "\n";
  }
  return text;
}

std::string note_text(const Verdict& verdict, const TextOptions& options) {
  if (verdict.note.empty()) return "";
  return "\n" + indent_wrapped(printable(verdict.note), options.style.columns(), "", "");
}

// "4.3 s"
std::string seconds(std::int64_t milliseconds) {
  return std::to_string(milliseconds / 1000) + "." + std::to_string(milliseconds % 1000 / 100) +
         " s";
}

std::string footer(const Verdict& verdict, const Style& style) {
  std::string text = printable(verdict.toolchain);
  if (text.empty()) return "";
  text += " · seed " + std::to_string(verdict.seed);
  if (verdict.milliseconds > 0) text += " · " + seconds(verdict.milliseconds);
  return "\n" + style.dim(cut_to(text, static_cast<std::size_t>(style.width))) + "\n";
}

}  // namespace

// "semaphore   core 6/6 · robust 5/5 · senior 4/4   so far (explorer, 2.1 s)" and what fails.
std::string text_so_far(const Verdict& verdict, const Style& style) {
  std::string text = style.bold(verdict.kata) + "   " + tier_counts(verdict, style) + "   so far (";
  for (const StageReport& stage : verdict.stages) {
    text += std::string(name(stage.stage)) + ", " + seconds(stage.milliseconds);
  }
  text += ")\n";
  for (const BehaviourResult* result : failures_worst_first(verdict)) {
    if (result->finding != "not_implemented") text += failure_in_short(*result, style);
  }
  return text;
}

std::string text_report(const Verdict& verdict, const TextOptions& options) {
  const Style& style = options.style;
  std::string text = headline(verdict, style);
  for (const CompileError& error : verdict.compile_errors) {
    text += "\n" + compile_error_text(error, style);
    if (!error.in_learners_file) {
      text += "\n" + indent_wrapped(
                         "The error is not in your file: the grader could not use your "
                         "header as the brief describes it.",
                         options.style.columns(), "", "");
    }
  }
  const bool stub = nothing_implemented(verdict);
  const bool explained = stub || !verdict.compile_errors.empty() || verdict.status == Status::pass;
  if (stub) {
    text += "\n" + indent_wrapped(
                       "What the grader calls still says \"not implemented\". The brief says "
                       "what is wanted, the header's comments are the contract.",
                       options.style.columns(), "", "");
  } else if (!explained && !trim(verdict.summary).empty()) {
    text += "\n" + indent_wrapped(printable(verdict.summary), options.style.columns(), "", "");
  }
  if (!stub) text += failures_text(verdict, options);
  if (verdict.status == Status::pass) text += passed_text(verdict, options);
  text += level_text(verdict, options);
  text += output_text(verdict, options);
  text += note_text(verdict, options);
  text += footer(verdict, style);
  return text + commands_text(next_commands(verdict, options), options);
}

}  // namespace runner
