#include "stages/judge.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "stages/ending_words.h"
#include "stages/exploration.h"
#include "stages/json_fields.h"
#include "system/text.h"

namespace runner {

namespace {

Tier tier_named(std::string_view text) {
  for (const Tier tier : kTiers) {
    if (text == name(tier)) return tier;
  }
  return Tier::core;
}

// One thing that was said against the code. The highest rank is what the result is named after.
struct Charge {
  int rank = 0;
  EndingWords words;
};

enum Rank : int { kSuspicion = 1, kEnding, kFailure, kUndefined, kProof };

// A race makes everything after it meaningless; a possible deadlock or a thread that nobody joins
// matters less than what was really seen to go wrong.
int rank_of(const std::string& finding) {
  return finding == "deadlock" || finding == "leak" ? kSuspicion : kUndefined;
}

EndingWords terminated(const Json& message, const GraderRun& run, const LearnersCode& code) {
  const std::string type = text_of(message, "exception");
  const std::string what = text_of(message, "message");
  EndingWords words{Status::fail, "crash", {}, {}};
  // std::terminate ends in abort(), whose stack says where it came from.
  if (const auto ending = explain_ending(run, code)) words.threads = ending->threads;
  words.message =
      type.empty()
          ? "std::terminate was called: a joinable std::thread was destroyed, or a noexcept "
            "function was left by an exception"
          : fmt::format("std::terminate was called: {}{} was thrown and nobody caught it", type,
                        what.empty() ? "" : fmt::format(" (\"{}\")", what));
  return words;
}

EndingWords race(const RaceReport& report, const Symbols& symbols, const LearnersCode& code) {
  RaceWords words = in_words(report, symbols, code);
  std::string finding = finding_of(report, symbols);
  if (finding == "data_race" && report.fences_used) {
    return {Status::error, "unsupported",
            "ThreadSanitizer sees a data race here, but it does not understand "
            "std::atomic_thread_fence, which this code uses: it cannot tell whether the code is "
            "right. With orderings on the atomic operations themselves it can. What it saw: " +
                words.message,
            std::move(words.threads)};
  }
  return {Status::fail, std::move(finding), std::move(words.message), std::move(words.threads)};
}

class Case {
 public:
  Case(const GraderRun& run, const Symbols& symbols, const LearnersCode& code)
      : run_(run), symbols_(symbols), code_(code) {}

  // The charges, gravest first; those of the same rank in the order in which they were made.
  std::vector<EndingWords> charges(const std::string& behaviour) {
    if (!run_.interference.empty()) {
      add(kProof, {Status::fail,
                   "misuse",
                   "something wrote into the grader's own channel (" + run_.interference + ")",
                   {}});
    }
    const auto exploration = exploration_in(run_);
    bool ended_well = false;
    bool terminated_ = false;
    bool failed = false;
    for (const Json& message : run_.messages) {
      const std::string type = text_of(message, "type");
      if (type == "failure") {
        failed = true;
        add_failure(text_of(message, "finding"), text_of(message, "message"));
      }
      if (type == "terminate") {
        terminated_ = true;
        add(kEnding, terminated(message, run_, code_));
      }
      if (type == "race") {
        EndingWords words = race(read_race(message), symbols_, code_);
        const int rank = rank_of(words.finding);
        add(rank, std::move(words));
      }
      if (type == "end" && text_of(message, "name") == behaviour) {
        ended_well = text_of(message, "status") == "pass";
      }
    }
    if (exploration && !exploration->finding.empty() && !failed) {
      add_failure(exploration->finding, exploration->summary);
    }
    if (run_.stage == Stage::explorer && !exploration && out_of_control()) {
      add(kEnding, {Status::error,
                    "unsupported",
                    run_.outcome.ending == Ending::hung
                        ? "a call that the explorer does not control stops the whole program"
                        : "the explorer did not come to an end",
                    {}});
    } else if (auto ending = explain_ending(run_, code_)) {
      // abort() is how std::terminate ends.
      if (!terminated_) add(kEnding, std::move(*ending));
    } else if (charges_.empty() && (!ended_well || run_.outcome.exit_code != 0)) {
      add(kEnding, left_early(run_));
    } else if (charges_.empty() && run_.outcome.left_behind > 0) {
      add(kEnding, {Status::fail,
                    "leak",
                    fmt::format("{} process{} still there when the behaviour was over",
                                run_.outcome.left_behind,
                                run_.outcome.left_behind == 1 ? " was" : "es were"),
                    {}});
    }
    return sorted();
  }

 private:
  void add_failure(std::string finding, std::string message) {
    if (finding.empty()) finding = "wrong_result";
    const bool ours = finding == "unsupported" || finding == "internal_error";
    add(finding == "not_implemented" ? kProof : kFailure,
        {ours ? Status::error : Status::fail, std::move(finding), std::move(message), {}});
  }

  // The explorer ends what does not end by itself: if it could not, it had no hold of the code.
  [[nodiscard]] bool out_of_control() const {
    const Ending ending = run_.outcome.ending;
    return ending == Ending::hung || ending == Ending::cpu_limit || ending == Ending::wall_limit;
  }

  void add(int rank, EndingWords words) { charges_.push_back({rank, std::move(words)}); }

  std::vector<EndingWords> sorted() {
    std::vector<EndingWords> words;
    for (int rank = kProof; rank >= kSuspicion; --rank) {
      for (Charge& charge : charges_) {
        if (charge.rank == rank) words.push_back(std::move(charge.words));
      }
    }
    return words;
  }

  const GraderRun& run_;
  const Symbols& symbols_;
  const LearnersCode& code_;
  std::vector<Charge> charges_;
};

std::string readable(std::string_view text) { return printable(valid_utf8(trim(text))); }

// The gravest charge, and short mention of up to two others of another kind.
void accuse(BehaviourResult& result, std::vector<EndingWords> charges) {
  EndingWords& first = charges.front();
  result.status = first.status;
  result.finding = first.finding;
  result.message = readable(first.message);
  result.threads = std::move(first.threads);
  // A failure that ended in a hang is explained by where its threads stand.
  for (std::size_t i = 1; i < charges.size() && result.threads.empty(); ++i) {
    const std::string& finding = charges[i].finding;
    if (finding != "hang" && finding != "deadlock") continue;
    result.threads = charges[i].threads;
    if (result.finding == "hang" && finding == "deadlock") {
      // The grader saw that it hangs, the stacks say why.
      result.other_findings.push_back(std::exchange(result.finding, finding));
    }
  }
  constexpr std::size_t kMostMentioned = 2;
  for (std::size_t i = 1; i < charges.size(); ++i) {
    const std::string& finding = charges[i].finding;
    if (finding == result.finding) continue;
    if (std::ranges::find(result.other_findings, finding) != result.other_findings.end()) continue;
    result.other_findings.push_back(finding);
    if (result.other_findings.size() > kMostMentioned) continue;
    result.message += fmt::format("\nalso {}: {}", finding, readable(charges[i].message));
  }
}

}  // namespace

std::vector<RaceReport> races_in(const GraderRun& run) {
  std::vector<RaceReport> races;
  for (const Json& message : run.messages) {
    if (text_of(message, "type") == "race") races.push_back(read_race(message));
  }
  return races;
}

BehaviourResult judge(const BehaviourInfo& info, const GraderRun& run, const Symbols& symbols,
                      const LearnersCode& code) {
  BehaviourResult result;
  result.name = info.name;
  result.sentence = info.sentence;
  result.tier = info.tier;
  result.stage = run.stage;
  result.stages = {run.stage};
  result.milliseconds = run.outcome.wall.count();
  for (const Json& message : run.messages) {
    if (text_of(message, "type") != "end") continue;
    result.runs = count_of(message, "runs");
  }
  std::vector<EndingWords> charges = Case(run, symbols, code).charges(info.name);
  if (charges.empty()) {
    result.status = Status::pass;
  } else {
    accuse(result, std::move(charges));
  }
  if (const auto exploration = exploration_in(run)) add_exploration(result, *exploration, code);
  return result;
}

Listing judge_listing(const GraderRun& run, const LearnersCode& code) {
  Listing listing;
  bool complete = false;
  for (const Json& message : run.messages) {
    const std::string type = text_of(message, "type");
    if (type == "behaviour") {
      BehaviourInfo info;
      info.name = text_of(message, "name");
      info.sentence = readable(text_of(message, "sentence"));
      info.tier = tier_named(text_of(message, "tier"));
      if (const auto limit = number_of(message, "limit_ms"); limit > 0) {
        info.limit = std::chrono::milliseconds(limit);
      }
      listing.behaviours.push_back(std::move(info));
    }
    complete = complete || type == "end";
  }
  const bool clean = run.interference.empty() && run.outcome.ending == Ending::exited;
  if (complete && clean && !listing.behaviours.empty()) return listing;
  listing.behaviours.clear();
  // Whatever it was happened before any behaviour: in a static initialiser of the header.
  std::vector<EndingWords> charges = Case(run, {}, code).charges("");
  if (charges.empty()) {
    charges.push_back({Status::error, "internal_error", "the grader has no behaviours", {}});
  }
  listing.failure.emplace();
  accuse(*listing.failure, std::move(charges));
  return listing;
}

}  // namespace runner
