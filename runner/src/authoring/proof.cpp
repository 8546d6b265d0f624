#include "authoring/proof.h"

#include <fmt/format.h>

#include <algorithm>

#include "system/text.h"

namespace runner {

namespace {

bool passes(const Verdict& verdict, Tier tier) {
  const TierCount count = verdict.count(tier);
  return count.total > 0 && count.passed == count.total;
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

bool has_finding(const BehaviourResult& result, const std::vector<std::string>& findings) {
  return std::ranges::any_of(findings, [&](const std::string& finding) {
    return result.finding == finding ||
           std::ranges::find(result.other_findings, finding) != result.other_findings.end();
  });
}

ProofResult weigh_stub(const Verdict& verdict) {
  const bool missing = std::ranges::all_of(verdict.behaviours, [](const BehaviourResult& result) {
    return result.finding == "not_implemented" || result.status == Status::skipped;
  });
  if (missing && !verdict.behaviours.empty()) return {ProofStatus::proved, "not implemented", 0};
  return {ProofStatus::refuted, first_failure(verdict), 0};
}

ProofResult weigh_complete(const Verdict& verdict) {
  if (verdict.status != Status::pass) return {ProofStatus::refuted, first_failure(verdict), 0};
  return {ProofStatus::proved, fmt::format("passes {} behaviours", verdict.behaviours.size()), 0};
}

ProofResult weigh_faulty(const FaultyExpectation& expectation, const Verdict& verdict) {
  if (!verdict.compile_errors.empty()) return {ProofStatus::refuted, first_failure(verdict), 0};
  const auto result =
      std::ranges::find(verdict.behaviours, expectation.behaviour, &BehaviourResult::name);
  const bool rejected = result != verdict.behaviours.end() && result->status == Status::fail &&
                        has_finding(*result, expectation.findings);
  if (expectation.known_limit) {
    return {ProofStatus::known_limit, rejected ? "rejected this time" : "not rejected this time",
            0};
  }
  if (rejected) return {ProofStatus::proved, "rejected: " + result->finding, 0};
  return {ProofStatus::refuted, first_failure(verdict), 0};
}

ProofResult weigh_accepted(const AcceptedExpectation& expectation, const Verdict& verdict) {
  std::string more;
  for (const Tier tier : kTiers) {
    const bool promised = std::ranges::find(expectation.tiers, tier) != expectation.tiers.end();
    if (promised && verdict.count(tier).total > 0 && !passes(verdict, tier)) {
      return {ProofStatus::refuted, first_failure(verdict), 0};
    }
    if (!promised && passes(verdict, tier)) more += fmt::format(" and {}", name(tier));
  }
  if (verdict.behaviours.empty()) return {ProofStatus::refuted, first_failure(verdict), 0};
  return {ProofStatus::proved, more.empty() ? "passes them" : "passes them" + more, 0};
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
      return fmt::format("{} in {}{}", join(faulty.findings, " or "), faulty.behaviour,
                         faulty.known_limit ? " (known limit)" : "");
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

ProofResult weigh(const Claim& claim, const Verdict& verdict) {
  ProofResult result;
  if (verdict.status == Status::error) {
    result = {ProofStatus::error, verdict.summary, 0};
  } else {
    switch (claim.kind) {
      case Claim::Kind::stub:
        result = weigh_stub(verdict);
        break;
      case Claim::Kind::reference:
      case Claim::Kind::submission:
        result = weigh_complete(verdict);
        break;
      case Claim::Kind::faulty:
        result = weigh_faulty(claim.faulty, verdict);
        break;
      case Claim::Kind::accepted:
        result = weigh_accepted(claim.accepted, verdict);
        break;
    }
  }
  result.milliseconds = verdict.milliseconds;
  return result;
}

}  // namespace runner
