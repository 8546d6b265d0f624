#include "stages/stage_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <iterator>
#include <optional>
#include <utility>

#include "process/stop.h"
#include "stages/learner_output.h"
#include "stages/places/symbolizer.h"
#include "stages/side_by_side.h"
#include "stages/witnesses.h"
#include "system/text.h"
#include "user_error.h"

namespace runner {

namespace {

using Clock = std::chrono::steady_clock;

// What is to be looked up, each once.
std::vector<std::uint64_t> addresses_in(const GraderRun& run) {
  std::vector<std::uint64_t> addresses;
  for (const RaceReport& race : races_in(run)) {
    for (const RaceAccess& access : race.accesses) {
      addresses.insert(addresses.end(), access.stack.begin(), access.stack.end());
    }
  }
  for (const ThreadStack& stack : run.stacks) {
    std::ranges::copy_if(stack.addresses, std::back_inserter(addresses),
                         [](std::uint64_t address) { return address != 0; });
  }
  std::ranges::sort(addresses);
  const auto repeated = std::ranges::unique(addresses);
  addresses.erase(repeated.begin(), repeated.end());
  return addresses;
}

std::vector<BehaviourInfo> by_tier(const std::vector<BehaviourInfo>& behaviours) {
  std::vector<BehaviourInfo> sorted;
  for (const Tier tier : kTiers) {
    std::ranges::copy_if(behaviours, std::back_inserter(sorted),
                         [tier](const BehaviourInfo& info) { return info.tier == tier; });
  }
  return sorted;
}

}  // namespace

StageRun::StageRun(const GradeRequest& request, Stage stage, GraderBuild& build)
    : request_(request),
      toolkit_(load_toolkit(request.layout, stage)),
      build_(build),
      code_(std::filesystem::absolute(request.header)) {
  program_.stage = stage;
  const std::string watched_by = watcher(stage);
  verdict_.toolchain = toolkit_.description() + (watched_by.empty() ? "" : ", " + watched_by);
}

Verdict StageRun::run(const std::vector<std::string>& behaviours) {
  started_ = Clock::now();
  tell("building");
  // Core is compiled sooner than the rest, and learners wait for it.
  const bool in_turn = behaviours.empty() && request_.ask_first.empty();
  if (!in_turn || toolkit_.stage != Stage::explorer || run_core()) {
    if (use(build_.program(toolkit_))) run_behaviours(behaviours);
  }
  verdict_.stages = {stage_report()};
  return std::move(verdict_);
}

// Runs core alone where it can be had before the rest. False when that was the end of it.
bool StageRun::run_core() {
  const std::optional<BuildResult> core = build_.core_program(toolkit_);
  if (!core) return true;
  if (!use(*core)) return false;
  // A grader may be without core; and of how the program begins, the whole has the last word.
  const Listing listing = judge_listing(list_behaviours(program_), code_);
  if (listing.failure) return true;
  run_range(listing.behaviours, 0, listing.behaviours.size());
  if (stop_requested()) {
    interrupted();
    return false;
  }
  if (begun_ && request_.on_verdict_so_far) {
    Verdict so_far = verdict_;
    conclude(so_far);
    so_far.kata = request_.kata.slug;
    so_far.stages = {stage_report()};
    request_.on_verdict_so_far(so_far);
  }
  tell("building the rest");
  return true;
}

StageReport StageRun::stage_report() const {
  const auto spent = std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - started_);
  return {toolkit_.stage, verdict_.status, spent.count()};
}

// Whether there is a program now. If not, the verdict says why.
bool StageRun::use(const BuildResult& built) {
  switch (built.kind) {
    case BuildResult::Kind::built:
      program_.executable = built.executable;
      return true;
    case BuildResult::Kind::rejected:
      verdict_.status = Status::fail;
      verdict_.summary = "It does not compile.";
      // What core did is told no more: it is the whole header that has to compile.
      if (begun_) {
        verdict_.note =
            "Core was compiled and graded first, and alone. With what robust and senior behaviours "
            "need of it, the header does not compile.";
      }
      verdict_.behaviours.clear();
      verdict_.learner_output.clear();
      verdict_.compile_errors = {built.error};
      return false;
    case BuildResult::Kind::failed:
      could_not(built.problem);
      return false;
    case BuildResult::Kind::interrupted:
      interrupted();
      return false;
  }
  return false;
}

void StageRun::run_behaviours(const std::vector<std::string>& chosen) {
  Listing listing = judge_listing(list_behaviours(program_), code_);
  if (listing.failure) {
    cannot_begin(std::move(*listing.failure));
    return;
  }
  keep_chosen(listing.behaviours, chosen);
  // Core first: when none of it is there yet, the rest says nothing new.
  const std::vector<BehaviourInfo> all = in_order(listing.behaviours);
  const auto core_end =
      request_.ask_first.empty()
          ? static_cast<std::size_t>(std::ranges::count(all, Tier::core, &BehaviourInfo::tier))
          : 0;
  std::size_t done = run_range(all, verdict_.behaviours.size(), core_end);
  if (begun_ || core_end == 0) done = run_range(all, done, all.size());
  for (std::size_t i = done; i < all.size(); ++i) skip(all[i]);
  if (stop_requested()) {
    interrupted();
  } else {
    conclude(verdict_);
  }
}

// Runs the behaviours from `begin` on, `end` excluded, and adds their results in order; `begun_`
// becomes true when one of them was more than not implemented. Returns the first that was not run:
// `end`, unless the grading was interrupted or has seen enough.
std::size_t StageRun::run_range(const std::vector<BehaviourInfo>& all, std::size_t begin,
                                std::size_t end) {
  if (begin >= end || stop_requested()) return begin;
  std::size_t done = begin;
  bool cut_short = false;
  std::atomic<bool> enough{false};
  const auto tell_next = [&] {
    tell(fmt::format("{} of {}: {}", done + 1, all.size(), all[done].name));
  };
  tell_next();
  const auto take = [&](std::optional<Ran> ran) {
    cut_short = cut_short || !ran;
    if (cut_short) return;
    begun_ = begun_ || ran->result.finding != "not_implemented";
    add_learner_output(verdict_.learner_output, ran->output);
    verdict_.behaviours.push_back(std::move(ran->result));
    if (++done < end) tell_next();
  };
  const auto run = [&](std::size_t i) {
    if (stop_requested() || enough) return std::optional<Ran>();
    std::optional<Ran> ran = run_one(all[begin + i]);
    // Cut off, most likely: not a result.
    if (ran->result.status == Status::error && stop_requested()) return std::optional<Ran>();
    if (request_.stop_at_first_failure && ran->result.status == Status::fail) enough = true;
    return ran;
  };
  side_by_side(end - begin, at_a_time(), run, take);
  return done;
}

std::vector<BehaviourInfo> StageRun::in_order(const std::vector<BehaviourInfo>& all) const {
  std::vector<BehaviourInfo> ordered;
  for (const std::string& name : request_.ask_first) {
    std::ranges::copy_if(all, std::back_inserter(ordered),
                         [&](const BehaviourInfo& info) { return info.name == name; });
  }
  std::ranges::copy_if(by_tier(all), std::back_inserter(ordered), [&](const BehaviourInfo& info) {
    return std::ranges::find(request_.ask_first, info.name) == request_.ask_first.end();
  });
  return ordered;
}

// On real threads most of a behaviour's time is waiting for threads to block: four fit on a
// processor. The explorer's threads never wait for anything but their turn.
int StageRun::at_a_time() const {
  const int processors = std::max(request_.processors, 1);
  return toolkit_.stage == Stage::explorer ? processors : 4 * processors;
}

StageRun::Ran StageRun::run_one(const BehaviourInfo& info) const {
  GraderRun run = run_behaviour(program_, {.name = info.name,
                                           .seed = request_.seed,
                                           .limit = info.limit,
                                           .token = request_.token,
                                           .story = request_.story,
                                           .backend = request_.backend});
  const Symbols symbols = symbolize(toolkit_.symbolizer, program_.executable, addresses_in(run));
  resolve(run.stacks, symbols);
  return {judge(info, run, symbols, code_), std::move(run.outcome.output)};
}

void StageRun::keep_chosen(std::vector<BehaviourInfo>& behaviours,
                           const std::vector<std::string>& chosen) const {
  if (chosen.empty()) return;
  std::vector<std::string> names;
  names.reserve(behaviours.size());
  for (const BehaviourInfo& info : behaviours) names.push_back(info.name);
  std::erase_if(behaviours, [&](const BehaviourInfo& info) {
    return std::ranges::find(chosen, info.name) == chosen.end();
  });
  if (!behaviours.empty()) return;
  throw UserError(fmt::format("{} has no behaviour `{}`. {}", request_.kata.slug, chosen.front(),
                              did_you_mean(chosen.front(), names)));
}

// The program ended before it could say what its behaviours are.
void StageRun::cannot_begin(BehaviourResult failure) {
  if (stop_requested()) {
    interrupted();
    return;
  }
  failure.name = kStarts;
  failure.sentence = "a program that includes the header starts";
  failure.stage = toolkit_.stage;
  failure.stages = {toolkit_.stage};
  verdict_.summary = failure.status == Status::error
                         ? failure.message
                         : "The program ends before any behaviour can begin.";
  verdict_.status = failure.status;
  verdict_.behaviours.push_back(std::move(failure));
}

void StageRun::skip(const BehaviourInfo& info) {
  BehaviourResult result;
  result.name = info.name;
  result.sentence = info.sentence;
  result.tier = info.tier;
  result.status = Status::skipped;
  result.stage = toolkit_.stage;
  verdict_.behaviours.push_back(std::move(result));
}

void StageRun::interrupted() {
  could_not("The grading was interrupted.");
  verdict_.interrupted = true;
}

void StageRun::could_not(std::string why) {
  verdict_.status = Status::error;
  verdict_.summary = std::move(why);
}

void StageRun::tell(const std::string& news) const {
  if (!request_.progress) return;
  const std::string watched_by = watcher(toolkit_.stage);
  request_.progress(watched_by.empty() ? news : watched_by + ", " + news);
}

}  // namespace runner
