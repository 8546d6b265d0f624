#include "output/text_pass.h"

#include <algorithm>
#include <vector>

#include "system/text.h"

namespace runner {

namespace {

bool was_explored(const BehaviourResult& result) { return result.stage == Stage::explorer; }

// "proved, 312 schedules": how much a pass is worth.
std::string certainty(const BehaviourResult& result) {
  if (!was_explored(result)) return result.stage == Stage::tsan ? "ThreadSanitizer alone" : "ran";
  const std::string schedules =
      grouped(result.runs) + (result.runs == 1 ? " schedule" : " schedules");
  return (result.proved ? "proved, " : "sampled, ") + schedules;
}

std::string heading(const Verdict& verdict) {
  const auto& all = verdict.behaviours;
  std::string text = all.size() == 1 ? "The one behaviour holds"
                                     : "All " + std::to_string(all.size()) + " behaviours hold";
  const auto proved = std::ranges::count(all, true, &BehaviourResult::proved);
  const auto explored = std::ranges::count_if(all, was_explored);
  if (explored == 0) return text + ".";
  text += ": " + std::to_string(proved) + " proved over every schedule there is, " +
          std::to_string(explored - proved) + " over a sample";
  const auto alone = static_cast<std::ptrdiff_t>(all.size()) - explored;
  if (alone > 0) text += ", " + std::to_string(alone) + " on real threads alone";
  return text + ".";
}

std::string table(const Verdict& verdict, const TextOptions& options) {
  std::size_t widest = 0;
  for (const BehaviourResult& result : verdict.behaviours) {
    widest = std::max(widest, display_width(certainty(result)));
  }
  constexpr std::size_t kTierWidth = 6;
  constexpr std::size_t kLeastForSentence = 24;
  const std::size_t margin = kTierWidth + widest + 6;
  const bool narrow = options.style.columns() < margin + kLeastForSentence;
  const std::string below(kTierWidth + 4, ' ');
  std::string text;
  for (const BehaviourResult& result : verdict.behaviours) {
    const std::string words = certainty(result);
    std::string first = "  " + options.style.dim(pad_to(name(result.tier), kTierWidth)) + "  ";
    if (narrow) {
      text += first + words + "\n";
      first = below;
    } else {
      first += pad_to(words, widest) + "  ";
    }
    text += indent_wrapped(printable(result.sentence), options.style.columns(), first,
                           narrow ? below : std::string(margin, ' '));
    if (!result.note.empty()) {
      text += indent_wrapped(printable(result.note), options.style.columns(), below, below);
    }
  }
  return text;
}

std::string questions_text(const TextOptions& options) {
  if (options.questions.empty()) {
    return indent_wrapped(
        "Now be ready to talk about it: the discussion asks what an interviewer asks next, and the "
        "comparison sets your code beside the reference.",
        options.style.columns(), "  ", "  ");
  }
  std::string text = indent_wrapped(
      "What an interviewer asks next; the discussion has what a strong answer names:",
      options.style.columns(), "  ", "  ");
  for (const std::string& question : options.questions) {
    text += indent_wrapped(printable(question), options.style.columns(), "    - ", "      ");
  }
  return text;
}

}  // namespace

std::string passed_text(const Verdict& verdict, const TextOptions& options) {
  std::string text = "\n" + indent_wrapped(heading(verdict), options.style.columns(),
                                           options.style.green("✓ "), "  ");
  if (std::ranges::any_of(verdict.behaviours, was_explored)) {
    text += "\n" + table(verdict, options);
  }
  return text + "\n" + questions_text(options);
}

}  // namespace runner
