#include "authoring/proof.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "authoring/catches.h"
#include "stages/witnesses.h"
#include "system/text.h"

namespace runner {

namespace {

bool passes(const Verdict& verdict, Tier tier) {
  const TierCount count = verdict.count(tier);
  return count.total > 0 && count.passed == count.total;
}

ProofResult proved(std::string observed) {
  return {ProofStatus::proved, std::move(observed), 0, {}};
}

ProofResult refuted(const Verdict& verdict) {
  return {ProofStatus::refuted, first_failure(verdict), 0, {}};
}

// "passes 18 behaviours, 11 of them proved"
std::string complete_words(const Verdict& verdict) {
  std::string words = fmt::format("passes {} behaviours", verdict.behaviours.size());
  const auto for_certain = std::ranges::count(verdict.behaviours, true, &BehaviourResult::proved);
  if (for_certain > 0) words += fmt::format(", {} of them proved", for_certain);
  return words;
}

ProofResult weigh_stub(const Verdict& verdict) {
  const bool missing = std::ranges::all_of(verdict.behaviours, [](const BehaviourResult& result) {
    return result.finding == "not_implemented" || result.status == Status::skipped;
  });
  if (missing && !verdict.behaviours.empty()) return proved("not implemented");
  return refuted(verdict);
}

ProofResult weigh_complete(const Verdict& verdict) {
  if (verdict.status != Status::pass) return refuted(verdict);
  return proved(complete_words(verdict));
}

ProofResult weigh_accepted(const AcceptedExpectation& expectation, const Verdict& verdict) {
  std::string more;
  for (const Tier tier : kTiers) {
    const bool promised = std::ranges::find(expectation.tiers, tier) != expectation.tiers.end();
    if (promised && verdict.count(tier).total > 0 && !passes(verdict, tier)) {
      return refuted(verdict);
    }
    if (!promised && passes(verdict, tier)) more += fmt::format(" and {}", name(tier));
  }
  if (verdict.behaviours.empty()) return refuted(verdict);
  return proved("passes them" + more);
}

}  // namespace

std::string Claim::expected() const {
  switch (kind) {
    case Kind::stub:
      return "not implemented";
    case Kind::reference:
    case Kind::submission:
      return "passes everything";
    case Kind::faulty:
      return fmt::format(
          "{} in {}{}", join(faulty.findings, " or "), faulty.behaviour,
          faulty.only ? fmt::format(" (known limit: {} only)", name(*faulty.only)) : "");
    case Kind::accepted: {
      std::string text = "passes";
      for (const Tier tier : accepted.tiers) text += fmt::format(" {}", name(tier));
      return text;
    }
  }
  return {};
}

const char* name(ProofStatus status) {
  switch (status) {
    case ProofStatus::proved:
      return "proved";
    case ProofStatus::known_limit:
      return "known_limit";
    case ProofStatus::refuted:
      return "refuted";
    case ProofStatus::error:
      return "error";
  }
  return "error";
}

ProofResult weigh(const Claim& claim, const std::vector<Verdict>& verdicts) {
  if (claim.kind == Claim::Kind::faulty) return weigh_faulty(claim.faulty, verdicts);
  Verdict all;
  for (const Verdict& verdict : verdicts) add_witness(all, verdict);
  if (all.status == Status::error) return {ProofStatus::error, all.summary, 0, {}};
  switch (claim.kind) {
    case Claim::Kind::stub:
      return weigh_stub(all);
    case Claim::Kind::reference:
    case Claim::Kind::submission:
      return weigh_complete(all);
    case Claim::Kind::accepted:
      return weigh_accepted(claim.accepted, all);
    case Claim::Kind::faulty:
      break;
  }
  return {};
}

}  // namespace runner
