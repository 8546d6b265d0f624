#include "verbs/mutate/mutation_report.h"

#include <fmt/format.h>

#include <algorithm>

#include "system/text.h"
#include "verbs/mutate/unified_diff.h"

namespace runner {

namespace {

std::string plural(std::size_t number, const char* one, const char* many) {
  return fmt::format("{} {}", number, number == 1 ? one : many);
}

std::size_t killed_by(const MutationReport& report, const char* stage) {
  return static_cast<std::size_t>(
      std::ranges::count_if(report.results, [&](const MutantResult& result) {
        return result.fate == Fate::killed && result.stage == stage;
      }));
}

std::size_t equivalent_count(const MutationReport& report) {
  std::size_t number = 0;
  for (std::size_t i = 0; i < report.mutants.size(); ++i) {
    if (report.is_equivalent(i)) ++number;
  }
  return number;
}

std::string numbers(const MutationReport& report) {
  std::string text = plural(report.mutants.size(), "mutant", "mutants") + ": ";
  text += fmt::format("{} killed ({} by the explorer, {} by ThreadSanitizer)",
                      report.count(Fate::killed), killed_by(report, "explorer"),
                      killed_by(report, "tsan"));
  if (const auto n = equivalent_count(report)) text += fmt::format(", {} equivalent", n);
  if (const auto n = report.count(Fate::not_compiled)) {
    text += fmt::format(", {} that {} not compile", n, n == 1 ? "does" : "do");
  }
  text += fmt::format(", {} survived", report.count(Fate::survived));
  if (const auto n = report.count(Fate::ungraded)) text += fmt::format(", {} not gradable", n);
  if (const auto n = report.count(Fate::pending)) text += fmt::format(", {} not asked", n);
  return text;
}

}  // namespace

bool MutationReport::is_equivalent(std::size_t index) const {
  return find_equivalent(equivalents, mutants[index].id) != nullptr;
}

std::size_t MutationReport::count(Fate fate) const {
  std::size_t number = 0;
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (results[i].fate == fate && !is_equivalent(i)) ++number;
  }
  return number;
}

int MutationReport::exit_code() const {
  bool wrongly_explained = false;
  bool ungraded = false;
  for (std::size_t i = 0; i < results.size(); ++i) {
    wrongly_explained = wrongly_explained || (results[i].fate == Fate::killed && is_equivalent(i));
    ungraded = ungraded || results[i].fate == Fate::ungraded;
  }
  if (count(Fate::survived) > 0 || wrongly_explained) return 1;
  return ungraded ? 2 : 0;
}

std::string result_line(const Mutant& mutant, const MutantResult& result, const Style& style) {
  const std::string subject = fmt::format("{} (line {})", mutant.id, mutant.line);
  switch (result.fate) {
    case Fate::killed:
      return fmt::format("  {} {}: {} in {}, {}", style.green("✓"), subject, result.finding,
                         result.behaviour, result.stage);
    case Fate::survived:
      return fmt::format("  {} {} survived", style.red("✗"), subject);
    case Fate::not_compiled:
      return fmt::format("  {} {} does not compile", style.dim("-"), subject);
    case Fate::ungraded:
      return fmt::format("  {} {} could not be graded: {}", style.red("!"), subject, result.words);
    case Fate::pending:
      break;
  }
  return fmt::format("  {} {}", style.dim("·"), subject);
}

std::string diff_of(const MutationReport& report, std::size_t index, const Style& style) {
  const Mutant& mutant = report.mutants[index];
  return unified_diff(report.source, mutant.source, report.reference, mutant.id, style);
}

std::string summary_text(const MutationReport& report, const Style& style) {
  std::string text;
  for (std::size_t i = 0; i < report.results.size(); ++i) {
    const MutantResult& result = report.results[i];
    const bool equivalent = report.is_equivalent(i);
    if (result.fate == Fate::survived && !equivalent) {
      text += "\n" + result_line(report.mutants[i], result, style) + "\n";
      text += diff_of(report, i, style);
    } else if (result.fate == Fate::ungraded) {
      text += result_line(report.mutants[i], result, style) + "\n";
    } else if (result.fate == Fate::killed && equivalent) {
      text += fmt::format("  {} {} is listed as equivalent, but {} fails: {}\n", style.red("✗"),
                          report.mutants[i].id, result.behaviour, result.words);
    }
  }
  return text + "\n" + numbers(report) + "\n";
}

nlohmann::json to_json(const MutationReport& report) {
  nlohmann::json mutants = nlohmann::json::array();
  for (std::size_t i = 0; i < report.mutants.size(); ++i) {
    const Mutant& mutant = report.mutants[i];
    const MutantResult& result = report.results[i];
    nlohmann::json entry = {{"id", mutant.id},
                            {"operator", mutant.operator_name},
                            {"function", mutant.function},
                            {"line", mutant.line},
                            {"column", mutant.column},
                            {"original", valid_utf8(mutant.original)},
                            {"mutated", valid_utf8(mutant.mutated)},
                            {"fate", report.is_equivalent(i) ? "equivalent" : name(result.fate)},
                            {"stage", result.stage},
                            {"behaviour", result.behaviour},
                            {"finding", result.finding},
                            {"words", valid_utf8(result.words)},
                            {"milliseconds", result.milliseconds}};
    mutants.push_back(std::move(entry));
  }
  const int code = report.exit_code();
  return {{"version", 1},
          {"kata", report.kata},
          {"seed", report.seed},
          {"status", code == 0   ? "pass"
                     : code == 1 ? "fail"
                                 : "error"},
          {"killed",
           {{"explorer", killed_by(report, "explorer")}, {"tsan", killed_by(report, "tsan")}}},
          {"equivalent", equivalent_count(report)},
          {"not_compiled", report.count(Fate::not_compiled)},
          {"survived", report.count(Fate::survived)},
          {"ungraded", report.count(Fate::ungraded)},
          {"pending", report.count(Fate::pending)},
          {"mutants", std::move(mutants)}};
}

}  // namespace runner
