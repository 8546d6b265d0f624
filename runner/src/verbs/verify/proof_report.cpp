#include "verbs/verify/proof_report.h"

#include <fmt/format.h>

#include <algorithm>

#include "system/text.h"

namespace runner {

namespace {

constexpr std::size_t kSubjectWidth = 38;

std::ptrdiff_t number_of(const std::vector<Proof>& proofs, ProofStatus status) {
  return std::ranges::count_if(
      proofs, [status](const Proof& proof) { return proof.result.status == status; });
}

// "the explorer by itself caught 36 of 37 wrong solutions as declared", and in how many gradings.
std::string caught_by(Stage stage, const std::vector<Proof>& proofs) {
  int asked = 0;
  int caught = 0;
  int gradings = 0;
  int declared = 0;
  for (const Proof& proof : proofs) {
    for (const Catches& one : proof.result.catches) {
      if (one.first.stage != stage) continue;
      ++asked;
      if (one.declared == one.asked) ++caught;
      gradings += one.asked;
      declared += one.declared;
    }
  }
  if (asked == 0) return {};
  std::string words = fmt::format("{} by itself caught {} of {} wrong solutions as declared",
                                  title(stage), caught, asked);
  if (gradings > asked) words += fmt::format(": in {} of {} gradings", declared, gradings);
  return words + "\n";
}

std::string rival_words(const PlainOutcome& outcome) {
  return fmt::format("{} after {:.1f} s", name(outcome.how),
                     static_cast<double>(outcome.milliseconds) / 1000);
}

std::string rivals_sum(const std::vector<Proof>& proofs) {
  int faults = 0;
  int stress = 0;
  int plain = 0;
  for (const Proof& proof : proofs) {
    if (!proof.rivals.tried || proof.claim.kind != Claim::Kind::faulty) continue;
    ++faults;
    if (proof.rivals.stress.caught()) ++stress;
    if (proof.rivals.plain.caught()) ++plain;
  }
  if (faults == 0) return {};
  return fmt::format(
      "the plain test caught {} of them run once, {} again and again under ThreadSanitizer\n",
      plain, stress);
}

nlohmann::json to_json(const std::vector<Catches>& catches) {
  nlohmann::json list = nlohmann::json::array();
  for (const Catches& stage : catches) {
    const Catch& first = stage.first;
    nlohmann::json findings = nlohmann::json::object();
    for (const auto& [finding, times] : stage.findings) {
      findings[finding.empty() ? "none" : finding] = times;
    }
    list.push_back({{"stage", name(first.stage)},
                    {"finding", first.finding.empty() ? nlohmann::json(nullptr)
                                                      : nlohmann::json(first.finding)},
                    {"as_declared", first.as_declared},
                    {"right_at_once", first.right_at_once},
                    {"schedules", first.schedules},
                    {"milliseconds", first.milliseconds},
                    {"seeds", stage.asked},
                    {"seeds_as_declared", stage.declared},
                    {"seeds_right_at_once", stage.at_once},
                    {"findings", std::move(findings)}});
  }
  return list;
}

nlohmann::json to_json(const PlainOutcome& outcome) {
  return {{"how", name(outcome.how)},
          {"caught", outcome.caught()},
          {"milliseconds", outcome.milliseconds},
          {"rounds", outcome.rounds},
          {"words", valid_utf8(outcome.words)}};
}

}  // namespace

std::string proof_line(const Style& style, const Claim& claim, const ProofResult& result) {
  const std::string subject = pad_to(claim.subject, kSubjectWidth);
  switch (result.status) {
    case ProofStatus::proved:
      return fmt::format("  {} {} {}", style.green("✓"), subject, result.observed);
    case ProofStatus::known_limit:
      return fmt::format("  {} {} known limit; {}", style.yellow("~"), subject, result.observed);
    case ProofStatus::refuted:
      return fmt::format("  {} {} expected: {}\n{}observed: {}", style.red("✗"), subject,
                         claim.expected(), std::string(kSubjectWidth + 5, ' '), result.observed);
    case ProofStatus::error:
      return fmt::format("  {} {} could not be graded: {}", style.red("!"), subject,
                         result.observed);
  }
  return {};
}

std::string rivals_line(const Style& style, const Claim& claim, const Rivals& rivals) {
  const bool right = claim.kind != Claim::Kind::faulty;
  const auto mark = [&](const PlainOutcome& outcome) {
    return outcome.caught() != right ? style.green("✓") : style.dim("–");
  };
  return fmt::format("{}{} stress: {}; {} plain test: {}", std::string(kSubjectWidth + 5, ' '),
                     mark(rivals.stress), rival_words(rivals.stress), mark(rivals.plain),
                     rival_words(rivals.plain));
}

std::string proofs_text(const Style& style, const std::vector<Proof>& proofs) {
  std::string text;
  std::string kata;
  for (const Proof& proof : proofs) {
    if (proof.claim.kata.slug != kata) {
      kata = proof.claim.kata.slug;
      text += style.bold(kata) + "\n";
    }
    text += proof_line(style, proof.claim, proof.result) + "\n";
    if (proof.rivals.tried) text += rivals_line(style, proof.claim, proof.rivals) + "\n";
  }
  const auto errors = number_of(proofs, ProofStatus::error);
  text += fmt::format(
      "\n{} proved, {} not as claimed, {} known limits{}\n", number_of(proofs, ProofStatus::proved),
      number_of(proofs, ProofStatus::refuted), number_of(proofs, ProofStatus::known_limit),
      errors > 0 ? fmt::format(", {} could not be graded", errors) : "");
  for (const Stage stage : kStages) text += caught_by(stage, proofs);
  return text + rivals_sum(proofs);
}

nlohmann::json proofs_json(const std::vector<Proof>& proofs) {
  nlohmann::json list = nlohmann::json::array();
  for (const Proof& proof : proofs) {
    nlohmann::json entry = {{"kata", proof.claim.kata.slug},
                            {"subject", valid_utf8(proof.claim.subject)},
                            {"expected", valid_utf8(proof.claim.expected())},
                            {"observed", valid_utf8(proof.result.observed)},
                            {"status", name(proof.result.status)},
                            {"by_stage", to_json(proof.result.catches)},
                            {"milliseconds", proof.result.milliseconds}};
    if (proof.rivals.tried) {
      entry["versus"] = {{"plain", to_json(proof.rivals.plain)},
                         {"stress", to_json(proof.rivals.stress)}};
    }
    list.push_back(std::move(entry));
  }
  return list;
}

int proofs_exit_code(const std::vector<Proof>& proofs) {
  if (number_of(proofs, ProofStatus::error) > 0) return 2;
  return number_of(proofs, ProofStatus::refuted) > 0 ? 1 : 0;
}

}  // namespace runner
