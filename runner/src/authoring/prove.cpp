#include "authoring/prove.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <string>
#include <thread>
#include <utility>

#include "authoring/catches.h"
#include "build/toolkit.h"
#include "process/stop.h"
#include "stages/grade.h"

namespace runner {

namespace {

// What one of several that prove at the same time needs.
struct Proving {
  const ProveOptions& options;
  std::mutex& real_threads;
};

std::vector<Verdict> grade_subject(const Claim& claim, const Proving& proving, std::uint64_t seed,
                                   const std::string& behaviour) {
  GradeRequest request;
  request.kata = claim.kata;
  request.layout = proving.options.layout;
  request.header = claim.header;
  request.workspace = claim.header.parent_path().parent_path();
  request.seed = seed;
  request.behaviour = behaviour;
  request.stages = proving.options.stages;
  request.backend = proving.options.backend;
  request.real_threads = &proving.real_threads;
  return grade_by_each(request);
}

ProofResult weigh_behaviour(const Claim& claim, const Proving& proving, std::uint64_t seed,
                            const std::string& behaviour) {
  const std::vector<Verdict> verdicts = grade_subject(claim, proving, seed, behaviour);
  ProofResult result = weigh(claim, verdicts);
  for (const Verdict& verdict : verdicts) result.milliseconds += verdict.milliseconds;
  return result;
}

// A wrong solution is told by the one behaviour that its claim names; the others are run only to
// say what happened instead.
ProofResult weigh_once(const Claim& claim, const Proving& proving, std::uint64_t seed) {
  if (claim.kind != Claim::Kind::faulty) return weigh_behaviour(claim, proving, seed, {});
  ProofResult alone = weigh_behaviour(claim, proving, seed, claim.faulty.behaviour);
  if (alone.status != ProofStatus::refuted) return alone;
  const ProofResult among_all = weigh_behaviour(claim, proving, seed, {});
  alone.observed = among_all.status == ProofStatus::proved
                       ? "rejected only now and then: not when that behaviour was run alone"
                       : among_all.observed;
  alone.milliseconds += among_all.milliseconds;
  return alone;
}

bool holds(const ProofResult& result) {
  return result.status == ProofStatus::proved || result.status == ProofStatus::known_limit;
}

ProofResult weigh_round(const Claim& claim, const Proving& proving, int round) {
  try {
    ProofResult result =
        weigh_once(claim, proving, proving.options.seed + static_cast<std::uint64_t>(round));
    if (round > 0 && !holds(result)) result.observed += fmt::format(" (in round {})", round + 1);
    return result;
  } catch (const std::exception& error) {
    return {ProofStatus::refuted, error.what(), 0, {}};
  }
}

// The result is that of the first round that does not bear out the claim, or of the last one.
ProofResult weigh_repeatedly(const Claim& claim, const Proving& proving) {
  const ProveOptions& options = proving.options;
  if (!claim.damage.empty()) return {ProofStatus::refuted, claim.damage, 0, {}};
  ProofResult result;
  std::vector<Catches> catches;
  std::int64_t milliseconds = 0;
  for (int round = 0; round < options.repeat; ++round) {
    if (stop_requested()) return {ProofStatus::error, "interrupted", milliseconds, catches};
    ProofResult next = weigh_round(claim, proving, round);
    milliseconds += next.milliseconds;
    add_catches(catches, next.catches);
    if (round == 0 || holds(result)) result = std::move(next);
    if (!holds(result) && !options.all_rounds) break;
  }
  result.milliseconds = milliseconds;
  result.catches = std::move(catches);
  return result;
}

}  // namespace

std::vector<ProofResult> prove(const std::vector<Claim>& claims, const ProveOptions& options) {
  if (!claims.empty()) {
    // Once, here: a missing toolchain is no verdict on any claim.
    [[maybe_unused]] const Toolkit toolkit = load_toolkit(options.layout, options.stages.back());
  }
  std::vector<ProofResult> results(claims.size());
  std::atomic<std::size_t> next{0};
  std::mutex telling;
  std::mutex real_threads;
  const auto work = [&] {
    for (std::size_t i = next.fetch_add(1); i < claims.size(); i = next.fetch_add(1)) {
      results[i] = weigh_repeatedly(claims[i], {options, real_threads});
      const std::lock_guard lock(telling);
      if (options.on_result) options.on_result(i, results[i]);
    }
  };
  std::vector<std::jthread> workers;
  const int extra = std::max(options.jobs, 1) - 1;
  workers.reserve(static_cast<std::size_t>(extra));
  for (int i = 0; i < extra; ++i) workers.emplace_back(work);
  work();
  workers.clear();
  return results;
}

}  // namespace runner
