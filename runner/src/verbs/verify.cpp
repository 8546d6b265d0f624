// kata verify: proves that graders accept what is right and reject what is wrong.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>
#include <vector>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "authoring/claims.h"
#include "authoring/prove.h"
#include "process/scratch.h"
#include "process/stop.h"
#include "system/files.h"
#include "system/text.h"
#include "user_error.h"
#include "verbs/common/choice.h"
#include "verbs/common/help.h"
#include "verbs/common/report_file.h"
#include "verbs/common/stage_choice.h"
#include "verbs/verb.h"

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
         {"verify --workspace members/ana", "all that Ana has solved passes"}},
        kNotes);
    verb->add_option("KATA", slug_, "the kata; all of them if left out");
    verb->add_option("--workspace", workspace_, "prove that every header in this folder passes")
        ->type_name("DIR");
    verb->add_option("--graders", graders_, "graders from elsewhere, of the same layout")
        ->type_name("DIR");
    verb->add_option("--jobs", jobs_, "gradings at a time (default: one per two processors)")
        ->check(CLI::Range(1, 64));
    add_stage_option(verb, stages_);
    verb->add_option("--repeat,--seeds", repeat_,
                     "grade each so often, with another seed each time")
        ->check(CLI::Range(1, 10'000))
        ->default_str("1");
    verb->add_option("--seed", seed_, "the first seed")->check(refuse_sign)->default_str("1");
    verb->add_option("--only", only_, "only subjects with this in their name")->type_name("TEXT");
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
      return !only_.empty() && claim.subject.find(only_) == std::string::npos;
    });
    if (claims.empty()) throw UserError(nothing_there());

    std::vector<ProofResult> results;
    {
      const StopOnSignals stop_on_signals;
      results = prove(claims, options(context, claims));
    }
    context.terminal.progress("");
    if (!json_.empty()) write_json(claims, results);
    show(context.terminal, claims, results);
    constexpr int kSignalled = 128;
    return stop_signal() != 0 ? kSignalled + stop_signal() : exit_code(results);
  }

 private:
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
    options.jobs =
        jobs_ > 0 ? jobs_ : std::max(1, static_cast<int>(std::thread::hardware_concurrency()) / 2);
    options.repeat = repeat_;
    options.seed = seed_;
    Terminal& terminal = context.terminal;
    options.on_result = [this, &terminal, &claims](std::size_t index, const ProofResult& result) {
      ++done_;
      const Claim& claim = claims[index];
      if (result.status == ProofStatus::refuted || result.status == ProofStatus::error) {
        terminal.print_line(line(terminal.style(), claim, result));
      }
      terminal.progress(
          fmt::format("{} of {}: {} {}", done_, claims.size(), claim.kata.slug, claim.subject));
    };
    return options;
  }

  static std::string line(const Style& style, const Claim& claim, const ProofResult& result) {
    constexpr std::size_t kSubjectWidth = 38;
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

  void show(Terminal& terminal, const std::vector<Claim>& claims,
            const std::vector<ProofResult>& results) const {
    const Style style = terminal.style();
    std::string kata;
    for (std::size_t i = 0; i < claims.size(); ++i) {
      if (claims[i].kata.slug != kata) {
        kata = claims[i].kata.slug;
        terminal.print_line(style.bold(kata));
      }
      terminal.print_line(line(style, claims[i], results[i]));
    }
    const auto number = [&](ProofStatus status) {
      return std::ranges::count(results, status, &ProofResult::status);
    };
    terminal.print_line("");
    terminal.print_line(
        fmt::format("{} proved, {} not as claimed, {} known limits{}", number(ProofStatus::proved),
                    number(ProofStatus::refuted), number(ProofStatus::known_limit),
                    number(ProofStatus::error) > 0
                        ? fmt::format(", {} could not be graded", number(ProofStatus::error))
                        : ""));
    for (const Stage stage : kStages) {
      const std::string words = caught_by(stage, results);
      if (!words.empty()) terminal.print_line(words);
    }
  }

  // "the explorer by itself caught 36 of 37 wrong solutions as declared"
  static std::string caught_by(Stage stage, const std::vector<ProofResult>& results) {
    int asked = 0;
    int caught = 0;
    for (const ProofResult& result : results) {
      for (const Catch& one : result.catches) {
        if (one.stage != stage) continue;
        ++asked;
        if (one.as_declared) ++caught;
      }
    }
    if (asked == 0) return {};
    return fmt::format("{} by itself caught {} of {} wrong solutions as declared", title(stage),
                       caught, asked);
  }

  static nlohmann::json catches_to_json(const std::vector<Catch>& catches) {
    nlohmann::json list = nlohmann::json::array();
    for (const Catch& caught : catches) {
      list.push_back({{"stage", name(caught.stage)},
                      {"finding", caught.finding.empty() ? nlohmann::json(nullptr)
                                                         : nlohmann::json(caught.finding)},
                      {"as_declared", caught.as_declared},
                      {"right_at_once", caught.right_at_once},
                      {"schedules", caught.schedules},
                      {"milliseconds", caught.milliseconds}});
    }
    return list;
  }

  void write_json(const std::vector<Claim>& claims, const std::vector<ProofResult>& results) const {
    nlohmann::json proofs = nlohmann::json::array();
    for (std::size_t i = 0; i < claims.size(); ++i) {
      proofs.push_back({{"kata", claims[i].kata.slug},
                        {"subject", valid_utf8(claims[i].subject)},
                        {"expected", valid_utf8(claims[i].expected())},
                        {"observed", valid_utf8(results[i].observed)},
                        {"status", name(results[i].status)},
                        {"by_stage", catches_to_json(results[i].catches)},
                        {"milliseconds", results[i].milliseconds}});
    }
    const int code = exit_code(results);
    const nlohmann::json report = {
        {"version", 1},      {"status", code == 0 ? "pass" : code == 1 ? "fail" : "error"},
        {"stages", stages_}, {"repeat", repeat_},
        {"seed", seed_},     {"proofs", std::move(proofs)}};
    write_report(json_, report.dump(2) + "\n");
  }

  static int exit_code(const std::vector<ProofResult>& results) {
    const auto any = [&](ProofStatus status) {
      return std::ranges::find(results, status, &ProofResult::status) != results.end();
    };
    if (any(ProofStatus::error)) return 2;
    return any(ProofStatus::refuted) ? 1 : 0;
  }

  std::string slug_;
  std::string workspace_;
  std::string graders_;
  std::string only_;
  std::string json_;
  std::string stages_ = "both";
  int jobs_ = 0;
  int repeat_ = 1;
  std::uint64_t seed_ = 1;
  std::size_t done_ = 0;
};

}  // namespace

std::unique_ptr<Verb> make_verify_verb() { return std::make_unique<VerifyVerb>(); }

}  // namespace runner
