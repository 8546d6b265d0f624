#include "stages/grade.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <iterator>
#include <optional>
#include <utility>

#include "build/grader_build.h"
#include "build/toolkit.h"
#include "process/scratch.h"
#include "process/stop.h"
#include "stages/grader_process.h"
#include "stages/judge.h"
#include "stages/side_by_side.h"
#include "stages/symbolizer.h"
#include "system/files.h"
#include "system/text.h"
#include "user_error.h"

namespace runner {

namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr std::size_t kMostOutput = 64UL * 1024;

// Runs one stage of a request and adds what it finds to the verdict.
class StageRun {
 public:
  StageRun(const GradeRequest& request, Stage stage, Verdict& verdict)
      : request_(request),
        verdict_(verdict),
        header_(fs::absolute(request.header)),
        toolkit_(load_toolkit(request.layout, stage)),
        code_(header_) {}

  void run() {
    verdict_.toolchain = toolkit_.description();
    tell("building");
    const BuildResult built = build_grader(
        toolkit_, {.header = header_,
                   .grader = fs::absolute(request_.layout.graders) / request_.kata.slug /
                             (request_.kata.slug + "_grader.cpp"),
                   .libraries = request_.kata.libraries,
                   .scratch = scratch_.path(),
                   .cache = toolkits_directory(request_.layout).parent_path() / "graders-built"});
    switch (built.kind) {
      case BuildResult::Kind::built:
        program_.executable = built.executable;
        run_behaviours();
        return;
      case BuildResult::Kind::rejected:
        verdict_.status = Status::fail;
        verdict_.summary = "It does not compile.";
        verdict_.compile_errors = {built.error};
        return;
      case BuildResult::Kind::failed:
        could_not(built.problem);
        return;
      case BuildResult::Kind::interrupted:
        interrupted();
        return;
    }
  }

 private:
  void run_behaviours() {
    Listing listing = judge_listing(list_behaviours(program_), code_);
    if (listing.failure) {
      cannot_begin(*listing.failure);
      return;
    }
    keep_chosen(listing.behaviours);
    // Core first: when none of it is there yet, the rest says nothing new.
    listing.behaviours = by_tier(listing.behaviours);
    const std::vector<BehaviourInfo>& all = listing.behaviours;
    const auto core_end = static_cast<std::size_t>(std::ranges::count_if(
        all, [](const BehaviourInfo& info) { return info.tier == Tier::core; }));
    bool begun = false;
    std::size_t done = run_range(all, 0, core_end, begun);
    if (begun || core_end == 0) done = run_range(all, done, all.size(), begun);
    for (std::size_t i = done; i < all.size(); ++i) skip(all[i]);
    conclude(begun);
  }

  struct Ran {
    BehaviourResult result;
    std::string output;
  };

  // Runs the behaviours from `begin` on, `end` excluded, and adds their results in order; `begun`
  // becomes true when one of them was more than not implemented. Returns the first that was not
  // run: `end`, unless the grading was interrupted.
  std::size_t run_range(const std::vector<BehaviourInfo>& all, std::size_t begin, std::size_t end,
                        bool& begun) {
    if (begin == end || stop_requested()) return begin;
    std::size_t done = begin;
    bool cut_short = false;
    tell(fmt::format("{} of {}: {}", done + 1, all.size(), all[done].name));
    const auto take = [&](std::optional<Ran> ran) {
      cut_short = cut_short || !ran;
      if (cut_short) return;
      begun = begun || ran->result.finding != "not_implemented";
      add_output(ran->output);
      add(std::move(ran->result));
      ++done;
      if (done < end) tell(fmt::format("{} of {}: {}", done + 1, all.size(), all[done].name));
    };
    const auto run = [&](std::size_t i) {
      return stop_requested() ? std::nullopt : std::optional<Ran>(run_one(all[begin + i]));
    };
    side_by_side(end - begin, request_.at_a_time, run, take);
    return done;
  }

  [[nodiscard]] Ran run_one(const BehaviourInfo& info) const {
    GraderRun run = run_behaviour(program_, info.name, request_.seed, info.limit);
    const Symbols symbols = symbolize(toolkit_.symbolizer, program_.executable, addresses_in(run));
    resolve(run.stacks, symbols);
    BehaviourResult result = judge(info, run, symbols, code_);
    result.stage = toolkit_.stage;
    return {std::move(result), std::move(run.outcome.output)};
  }

  // What is to be looked up, each once.
  static std::vector<std::uint64_t> addresses_in(const GraderRun& run) {
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

  static std::vector<BehaviourInfo> by_tier(const std::vector<BehaviourInfo>& behaviours) {
    std::vector<BehaviourInfo> sorted;
    for (const Tier tier : kTiers) {
      std::ranges::copy_if(behaviours, std::back_inserter(sorted),
                           [tier](const BehaviourInfo& info) { return info.tier == tier; });
    }
    return sorted;
  }

  void keep_chosen(std::vector<BehaviourInfo>& behaviours) const {
    if (request_.behaviour.empty()) return;
    std::vector<std::string> names;
    names.reserve(behaviours.size());
    for (const BehaviourInfo& info : behaviours) names.push_back(info.name);
    std::erase_if(behaviours,
                  [&](const BehaviourInfo& info) { return info.name != request_.behaviour; });
    if (behaviours.empty()) {
      throw UserError(fmt::format("{} has no behaviour `{}`. {}", request_.kata.slug,
                                  request_.behaviour, did_you_mean(request_.behaviour, names)));
    }
  }

  // The program ended before it could say what its behaviours are.
  void cannot_begin(const BehaviourResult& failure) {
    if (stop_requested()) {
      interrupted();
      return;
    }
    BehaviourResult result = failure;
    result.name = "starts";
    result.sentence = "a program that includes the header starts";
    result.stage = toolkit_.stage;
    verdict_.summary = failure.status == Status::error
                           ? failure.message
                           : "The program ends before any behaviour can begin.";
    verdict_.status = failure.status;
    add(std::move(result));
  }

  void skip(const BehaviourInfo& info) {
    BehaviourResult result;
    result.name = info.name;
    result.sentence = info.sentence;
    result.tier = info.tier;
    result.status = Status::skipped;
    result.stage = toolkit_.stage;
    verdict_.behaviours.push_back(std::move(result));
  }

  void add(BehaviourResult result) {
    verdict_.behaviours.push_back(std::move(result));
    if (request_.on_result) request_.on_result(verdict_.behaviours.back());
  }

  // What ThreadSanitizer prints is told in words elsewhere.
  void add_output(const std::string& output) {
    if (verdict_.learner_output.size() >= kMostOutput) return;
    verdict_.learner_output += without_sanitizer_reports(output);
    if (verdict_.learner_output.size() > kMostOutput) verdict_.learner_output.resize(kMostOutput);
  }

  static std::string without_sanitizer_reports(const std::string& output) {
    constexpr std::string_view kRuler = "==================";
    std::string kept;
    bool report = false;
    for (const std::string& line : split_lines(output)) {
      if (line == kRuler) {
        report = !report;
      } else if (!report && !line.starts_with("ThreadSanitizer: reported ")) {
        kept += line + "\n";
      }
    }
    return valid_utf8(kept);
  }

  void conclude(bool begun) {
    if (stop_requested()) {
      interrupted();
      return;
    }
    const auto any = [&](Status status) {
      return std::ranges::any_of(verdict_.behaviours, [status](const BehaviourResult& result) {
        return result.status == status;
      });
    };
    verdict_.status = any(Status::fail) || any(Status::skipped) ? Status::fail
                      : any(Status::error)                      ? Status::error
                                                                : Status::pass;
    if (!begun) verdict_.summary = "Not implemented yet.";
    if (verdict_.status != Status::error) return;
    const auto first =
        std::ranges::find(verdict_.behaviours, Status::error, &BehaviourResult::status);
    verdict_.summary = first->message;
  }

  void interrupted() {
    could_not("The grading was interrupted.");
    verdict_.interrupted = true;
  }

  void could_not(std::string why) {
    verdict_.status = Status::error;
    verdict_.summary = std::move(why);
  }

  void tell(const std::string& news) const {
    if (request_.progress) request_.progress(news);
  }

  const GradeRequest& request_;
  Verdict& verdict_;
  fs::path header_;
  Toolkit toolkit_;
  LearnersCode code_;
  ScratchDirectory scratch_;
  GraderProgram program_;
};

}  // namespace

Verdict grade(const GradeRequest& request) {
  const auto started = Clock::now();
  Verdict verdict;
  verdict.kata = request.kata.slug;
  verdict.workspace = request.workspace;
  verdict.seed = request.seed;
  for (const Stage stage : request.stages) {
    StageRun(request, stage, verdict).run();
    // A later stage is a second witness for code that the first let pass.
    if (verdict.status != Status::pass) break;
  }
  verdict.milliseconds =
      std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - started).count();
  return verdict;
}

}  // namespace runner
