#include "verdict/ranking.h"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <tuple>

namespace runner {

namespace {

// What may be the cause of all else first: undefined behaviour, then waiting that is done wrong;
// then code that does not go on, where whoever spins explains who gets nowhere; then wrong answers;
// then cost. What is not in the list comes last.
constexpr std::string_view kGravestFirst[] = {
    "use_after_free", "data_race",      "crash",
    "misuse",         "unguarded_wait", "deadlock",
    "lost_wakeup",    "hang",           "busy_wait",
    "livelock",       "wrong_result",   "leak",
    "unbounded",      "serialized",     "lock_held_while_blocking",
    "unsupported",    "internal_error", "not_implemented",
};

std::ptrdiff_t gravity(std::string_view finding) {
  return std::distance(std::begin(kGravestFirst),
                       std::find(std::begin(kGravestFirst), std::end(kGravestFirst), finding));
}

}  // namespace

std::vector<const BehaviourResult*> failures_worst_first(const Verdict& verdict) {
  std::vector<const BehaviourResult*> failures;
  for (const BehaviourResult& result : verdict.behaviours) {
    if (result.status == Status::fail || result.status == Status::error)
      failures.push_back(&result);
  }
  std::sort(failures.begin(), failures.end(), [](const auto* a, const auto* b) {
    // Both point into one vector: the address is the grader's order.
    return std::tuple(a->tier, gravity(a->finding), a) <
           std::tuple(b->tier, gravity(b->finding), b);
  });
  return failures;
}

std::optional<Tier> level_reached(const Verdict& verdict) {
  std::optional<Tier> level;
  for (const Tier tier : kTiers) {
    const TierCount count = verdict.count(tier);
    if (count.passed < count.total) break;
    if (count.total > 0) level = tier;
  }
  return level;
}

bool nothing_implemented(const Verdict& verdict) {
  bool any = false;
  for (const BehaviourResult& result : verdict.behaviours) {
    if (result.status == Status::skipped) continue;
    if (result.finding != "not_implemented") return false;
    any = true;
  }
  return any;
}

}  // namespace runner
