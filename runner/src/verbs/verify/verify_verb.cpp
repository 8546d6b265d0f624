// kata verify: proves that graders accept what is right and reject what is wrong.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "authoring/claims.h"
#include "authoring/prove.h"
#include "process/scratch.h"
#include "process/stop.h"
#include "strength/circumstances.h"
#include "strength/plain_test.h"
#include "system/text.h"
#include "user_error.h"
#include "verbs/common/choice.h"
#include "verbs/common/help.h"
#include "verbs/common/report_file.h"
#include "verbs/common/stage_choice.h"
#include "verbs/verb.h"
#include "verbs/verify/proof_report.h"

namespace runner {

namespace {

namespace fs = std::filesystem;

constexpr const char* kNotes = R"text(For each kata it is proved that
  - the stub, as the project ships it, is graded "not implemented";
  - the reference in solutions/ passes every behaviour;
  - each graders/<kata>/accepted/<variant> passes the tiers that its first line names:
        // accept: core robust
  - each graders/<kata>/faulty/<fault> is rejected with the finding and in the behaviour
    that its first line names:
        // expect: data_race in exact_counts_under_contention
    The explorer has to see it by itself. A stage that cannot is named by what stands
    behind: "(known limit: explorer only)", "(known limit: tsan only)". That stage then
    asks no more than that it compiles.
With --versus each solution also meets graders/<kata>/<kata>_plain_test.cpp, an ordinary
GoogleTest program: once, and again and again under ThreadSanitizer.
With --workspace it is proved instead that every <kata>/<kata>.h there passes its grader:
for the collected work of a group.

Exit codes: 0 all proved; 1 something is not as claimed; 2 it could not be found out.)text";

class VerifyVerb final : public Verb {
 public:
  CLI::App* declare(CLI::App& app) override {
    CLI::App* verb = add_verb(
        app, "verify", "prove that graders accept what is right and reject what is wrong", kAuthors,
        {{"verify", "all katas"},
         {"verify semaphore --seeds 20", "with twenty seeds"},
         {"verify semaphore --stage explorer", "by one of the two stages"},
         {"verify semaphore --only faulty/no_lock", "that one alone"},
         {"verify --right-only --seeds 50 --pressure", "look for false alarms"},
         {"verify semaphore --versus", "against a plain test and a stress loop"},
         {"verify --workspace members/ana", "all that Ana has solved passes"}},
        kNotes);
    verb->add_option("KATA", slug_, "the kata; all of them if left out");
    verb->add_option("--workspace", workspace_, "prove that every header in this folder passes")
        ->type_name("DIR");
    verb->add_option("--graders", graders_, "graders from elsewhere, of the same layout")
        ->type_name("DIR");
    verb->add_option("--jobs", jobs_, "gradings at a time (default: one per processor)")
        ->check(CLI::Range(1, 64));
    add_stage_option(verb, stages_);
    verb->add_option("--repeat,--seeds", repeat_,
                     "grade each so often, with another seed each time")
        ->check(CLI::Range(1, 10'000))
        ->default_str("1");
    verb->add_option("--seed", seed_, "the first seed")->check(refuse_unfit_seed)->default_str("1");
    verb->add_option("--only", only_, "only subjects with this in their name")->type_name("TEXT");
    verb->add_flag("--right-only", right_only_,
                   "reference and accepted variants alone: what must never be rejected");
    verb->add_option("--backend", backend_,
                     "how the explorer runs threads: fibers or kernel_threads")
        ->check(CLI::IsMember({"fibers", "kernel_threads"}));
    verb->add_flag("--one-processor", one_processor_, "all of it on one processor");
    verb->add_flag("--pressure", pressure_, "with other work on all processors and in memory");
    verb->add_flag("--versus", versus_,
                   "compare with the plain test of the kata, run once and under ThreadSanitizer");
    verb->add_option("--stress-seconds", stress_seconds_, "how long the latter is repeated")
        ->check(CLI::Range(1, 3'600))
        ->default_str("10");
    verb->add_option("--json", json_, "write the proofs to this file, too")->type_name("FILE");
    return verb;
  }

  int run(Context& context) override {
    context.layout = with_graders(context.layout, graders_);
    const std::vector<Kata> katas = chosen(context);
    require_folder_for(json_);
    const ScratchDirectory scratch;
    std::vector<Claim> claims;
    if (workspace_.empty()) {
      for (const Kata& kata : katas) {
        std::ranges::move(claims_about(context.layout, kata, scratch.path()),
                          std::back_inserter(claims));
      }
    } else {
      claims = claims_about_workspace(directory(workspace_), katas);
    }
    std::erase_if(claims, [&](const Claim& claim) {
      if (right_only_ && !is_right(claim)) return true;
      return !only_.empty() && claim.subject.find(only_) == std::string::npos;
    });
    if (claims.empty()) throw UserError(nothing_there());

    const std::vector<Proof> proofs = proved(context, claims);
    context.terminal.progress("");
    if (!json_.empty()) write_json(proofs);
    context.terminal.print(proofs_text(context.terminal.style(), proofs));
    constexpr int kSignalled = 128;
    return stop_signal() != 0 ? kSignalled + stop_signal() : proofs_exit_code(proofs);
  }

 private:
  static bool is_right(const Claim& claim) {
    return claim.kind != Claim::Kind::faulty && claim.kind != Claim::Kind::stub;
  }

  std::vector<Proof> proved(Context& context, const std::vector<Claim>& claims) {
    const StopOnSignals stop_on_signals;
    std::vector<ProofResult> results;
    {
      const Pressure pressure(pressure_);
      const OneProcessor one(one_processor_);
      results = prove(claims, options(context, claims));
    }
    std::vector<Proof> proofs;
    for (std::size_t i = 0; i < claims.size(); ++i) {
      proofs.push_back({claims[i], std::move(results[i]), {}});
    }
    if (versus_ && !stop_requested()) try_rivals(context, proofs);
    return proofs;
  }

  static fs::path directory(const std::string& text) {
    std::error_code failed;
    if (!fs::is_directory(text, failed))
      throw UserError(fmt::format("There is no folder {}.", text));
    return fs::absolute(text);
  }

  std::vector<Kata> chosen(const Context& context) const {
    const Catalog catalog = context.catalog();
    if (!slug_.empty()) return {catalog.get(slug_)};
    return catalog.katas();
  }

  [[nodiscard]] std::string nothing_there() const {
    if (!only_.empty()) return fmt::format("Nothing to verify has `{}` in its name.", only_);
    if (!workspace_.empty()) return fmt::format("There is no <slug>/<slug>.h in {}.", workspace_);
    return "There are no katas to verify.";
  }

  ProveOptions options(Context& context, const std::vector<Claim>& claims) {
    ProveOptions options;
    options.layout = context.layout;
    options.stages = stages_named(stages_);
    const unsigned int processors = one_processor_ ? 1 : std::thread::hardware_concurrency();
    options.jobs = jobs_ > 0 ? jobs_ : std::max(1, static_cast<int>(processors));
    options.repeat = repeat_;
    options.all_rounds = repeat_ > 1;
    options.seed = seed_;
    options.backend = backend_;
    Terminal& terminal = context.terminal;
    options.on_result = [this, &terminal, &claims](std::size_t index, const ProofResult& result) {
      ++done_;
      const Claim& claim = claims[index];
      if (result.status == ProofStatus::refuted || result.status == ProofStatus::error) {
        terminal.print_line(proof_line(terminal.style(), claim, result));
      }
      terminal.progress(
          fmt::format("{} of {}: {} {}", done_, claims.size(), claim.kata.slug, claim.subject));
    };
    return options;
  }

  // What people use instead, where that was asked for.
  void try_rivals(Context& context, std::vector<Proof>& proofs) const {
    const ScratchDirectory scratch;
    const PlainTests tests(context.layout, scratch.path());
    std::size_t done = 0;
    for (Proof& proof : proofs) {
      const Claim& claim = proof.claim;
      ++done;
      if (stop_requested()) return;
      if (claim.kind == Claim::Kind::stub ||
          !fs::exists(plain_test_of(context.layout, claim.kata))) {
        continue;
      }
      context.terminal.progress(fmt::format("plain test, {} of {}: {} {}", done, proofs.size(),
                                            claim.kata.slug, claim.subject));
      proof.rivals.plain =
          tests.plain(claim.kata, claim.header, 1, std::chrono::seconds(15)).front();
      proof.rivals.stress =
          tests.stress(claim.kata, claim.header, std::chrono::seconds(stress_seconds_));
      proof.rivals.tried = !stop_requested();
    }
  }

  void write_json(const std::vector<Proof>& proofs) const {
    const int code = proofs_exit_code(proofs);
    const nlohmann::json report = {
        {"version", 1},      {"status", code == 0 ? "pass" : code == 1 ? "fail" : "error"},
        {"stages", stages_}, {"repeat", repeat_},
        {"seed", seed_},     {"proofs", proofs_json(proofs)}};
    write_report(json_, report.dump(2) + "\n");
  }

  std::string slug_;
  std::string workspace_;
  std::string graders_;
  std::string only_;
  std::string json_;
  std::string backend_;
  std::string stages_ = "both";
  bool right_only_ = false;
  bool one_processor_ = false;
  bool pressure_ = false;
  bool versus_ = false;
  int stress_seconds_ = 10;
  int jobs_ = 0;
  int repeat_ = 1;
  std::uint64_t seed_ = 1;
  std::size_t done_ = 0;
};

}  // namespace

std::unique_ptr<Verb> make_verify_verb() { return std::make_unique<VerifyVerb>(); }

}  // namespace runner
