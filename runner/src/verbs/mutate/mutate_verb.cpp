// kata mutate: plants mistakes in a reference solution and sees whether its grader notices.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>

#include "catalog/original_stub.h"
#include "mutation/equivalents.h"
#include "mutation/grade_mutants.h"
#include "mutation/mutant.h"
#include "mutation/results.h"
#include "process/stop.h"
#include "system/files.h"
#include "system/text.h"
#include "user_error.h"
#include "verbs/common/choice.h"
#include "verbs/common/help.h"
#include "verbs/common/report_file.h"
#include "verbs/mutate/mutation_report.h"
#include "verbs/verb.h"

namespace runner {

namespace {

namespace fs = std::filesystem;

constexpr const char* kNotes = R"text(
A mutant is the reference with one mistake in it of the kind that people make with threads:
a lock, a notify, a check or a join forgotten, a wait without its loop, a lock let go too soon,
two statements in the wrong order, one too many. A grader that lets one pass lacks a behaviour,
or no caller can tell the mutant from the reference. Those stand in
graders/<kata>/equivalent.json with the reason why.

No mistake is made in what the stub gives word for word: a whole function, or a line outside
of functions.

What was found out is kept: a run that was interrupted goes on where it stopped, and after a
change of reference, grader or tools only what may have changed is graded again.

Exit codes: 0 every mutant is killed or explained; 1 some are not, or an explanation is no
longer right; 2 it could not be found out.)text";

class MutateVerb final : public Verb {
 public:
  CLI::App* declare(CLI::App& app) override {
    CLI::App* verb = add_verb(
        app, "mutate", "plant mistakes in the reference and see whether the grader notices",
        kAuthors,
        {{"mutate semaphore", "grades every mutant"},
         {"mutate semaphore --list", "shows them"},
         {"mutate semaphore --only drop_notify", "one operator, or one mutant by its id"},
         {"mutate semaphore --explained", "does the grader still let pass what is explained?"},
         {"mutate --check", "of all katas: is what equivalent.json explains still there?"}},
        kNotes);
    verb->add_option("KATA", slug_, "the kata; only --check does without");
    verb->add_flag("--list", list_, "show the mutants and grade none");
    verb->add_option("--show", show_, "show one mutant as a patch")->type_name("ID");
    verb->add_flag("--check", check_, "only look whether equivalent.json fits the reference");
    verb->add_option("--only", only_, "only this operator's mutants, or those with this in the id")
        ->type_name("TEXT");
    verb->add_option("--limit", limit_, "no more than so many")->check(CLI::Range(1, 100'000));
    verb->add_flag("--all", all_, "grade those listed as equivalent, too");
    verb->add_flag("--explained", explained_, "grade only those listed as equivalent");
    verb->add_flag("--fresh", fresh_, "forget what earlier runs found out");
    verb->add_option("--equivalent", equivalent_,
                     "write a mutant into equivalent.json, with the --reason why no caller can "
                     "tell it from the reference")
        ->type_name("ID");
    verb->add_option("--reason", reason_, "see --equivalent")->type_name("TEXT");
    verb->add_option("--jobs", jobs_, "gradings at a time (default: one per processor)")
        ->check(CLI::Range(1, 64));
    verb->add_option("--seed", seed_, "of the explorer")
        ->check(refuse_unfit_seed)
        ->default_str("1");
    verb->add_option("--graders", graders_, "graders from elsewhere, of the same layout")
        ->type_name("DIR");
    verb->add_option("--json", json_, "write all mutants and their fates to this file, too")
        ->type_name("FILE");
    return verb;
  }

  int run(Context& context) override {
    context.layout = with_graders(context.layout, graders_);
    const Catalog catalog = context.catalog();
    if (check_) return check(context, catalog);
    if (slug_.empty()) throw UserError("Which kata? For example `mutate semaphore`.");
    require_folder_for(json_);
    MutationReport report = planned(context, catalog.get(slug_));
    if (!show_.empty()) return show(context, report);
    if (!equivalent_.empty()) return explain(context, report);
    report.mutants = chosen_mutants(std::move(report.mutants), only_);
    if (report.mutants.empty()) {
      throw UserError(fmt::format("No mutant has `{}` in its id; `mutate {} --list` shows them.",
                                  printable(only_), slug_));
    }
    if (explained_) keep_explained(report);
    if (limit_ > 0 && report.mutants.size() > limit_) report.mutants.resize(limit_);
    if (list_) return list(context, report);
    return grade(context, catalog.get(slug_), report);
  }

 private:
  static fs::path equivalents_file(const Context& context, const std::string& slug) {
    return context.layout.graders / slug / "equivalent.json";
  }

  // Everything but the results.
  MutationReport planned(const Context& context, const Kata& kata) const {
    MutationReport report;
    report.kata = kata.slug;
    report.reference = shown_path(context.layout.solutions / kata.slug / (kata.slug + ".h"));
    report.seed = seed_;
    report.equivalents = read_equivalents(equivalents_file(context, kata.slug));
    const SyntaxTree tree = read_reference(context.layout, kata);
    report.source = tree.source;
    report.mutants = mutants_of(tree, original_stub(context.layout, kata.slug).value_or(""));
    return report;
  }

  static std::size_t index_of(const MutationReport& report, const std::string& id) {
    const auto found = std::ranges::find(report.mutants, id, &Mutant::id);
    if (found != report.mutants.end()) {
      return static_cast<std::size_t>(found - report.mutants.begin());
    }
    std::vector<std::string> ids;
    for (const Mutant& mutant : report.mutants) ids.push_back(mutant.id);
    throw UserError(fmt::format("{} has no mutant `{}`. {}", report.kata, printable(id),
                                did_you_mean(id, ids)));
  }

  int show(Context& context, const MutationReport& report) const {
    context.terminal.print(diff_of(report, index_of(report, show_), context.terminal.style()));
    context.terminal.print(next_line(context, {fmt::format("mutate {} --only {}", slug_, show_)}));
    return 0;
  }

  // Adds to equivalent.json.
  int explain(Context& context, const MutationReport& report) const {
    const Mutant& mutant = report.mutants[index_of(report, equivalent_)];
    std::vector<EquivalentMutant> equivalents = report.equivalents;
    std::erase_if(equivalents, [&](const EquivalentMutant& e) { return e.id == mutant.id; });
    equivalents.push_back(
        {mutant.id, mutant.operator_name, mutant.original, mutant.mutated, valid_utf8(reason_)});
    const fs::path file = equivalents_file(context, slug_);
    require_reason(reason_);
    write_equivalents(file, equivalents);
    context.terminal.print_line(fmt::format("{}: {} is explained.", shown_path(file), mutant.id));
    context.terminal.print(next_line(context, {"mutate " + slug_}));
    return 0;
  }

  static int list(Context& context, const MutationReport& report) {
    const Style style = context.terminal.style();
    for (std::size_t i = 0; i < report.mutants.size(); ++i) {
      const Mutant& mutant = report.mutants[i];
      context.terminal.print_line(fmt::format("{}  line {}{}", style.bold(mutant.id), mutant.line,
                                              report.is_equivalent(i) ? ", equivalent" : ""));
      for (const std::string& line : split_lines(mutant.original)) {
        context.terminal.print_line(style.red("  - " + printable(line)));
      }
      for (const std::string& line : split_lines(mutant.mutated)) {
        context.terminal.print_line(style.green("  + " + printable(line)));
      }
    }
    context.terminal.print_line(
        fmt::format("\n{} mutants of {}", report.mutants.size(), report.reference));
    context.terminal.print(next_line(context, {"mutate " + report.kata}));
    return 0;
  }

  // Whether equivalent.json is up to date; complains where it is not.
  static bool is_current(const Context& context, const MutationReport& report) {
    const std::vector<std::string> complaints = stale(report.equivalents, report.mutants);
    const std::string file = shown_path(equivalents_file(context, report.kata));
    for (const std::string& complaint : complaints) {
      context.terminal.complain(fmt::format("{}: {}.", file, complaint));
    }
    return complaints.empty();
  }

  int check(Context& context, const Catalog& catalog) const {
    const std::vector<Kata> katas =
        slug_.empty() ? catalog.katas() : std::vector<Kata>{catalog.get(slug_)};
    bool all_current = true;
    for (const Kata& kata : katas) {
      const MutationReport report = planned(context, kata);
      const bool current = is_current(context, report);
      all_current = all_current && current;
      context.terminal.print_line(fmt::format(
          "{}: {} mutants, {} listed as equivalent{}", kata.slug, report.mutants.size(),
          report.equivalents.size(), current ? "" : ", which do not fit the reference"));
    }
    return all_current ? 0 : 1;
  }

  MutationOptions options(Context& context, const Kata& kata) const {
    MutationOptions options;
    options.layout = context.layout;
    options.kata = kata;
    options.seed = seed_;
    options.jobs =
        jobs_ > 0 ? jobs_ : std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
    return options;
  }

  int grade(Context& context, const Kata& kata, MutationReport& report) {
    if (only_.empty() && limit_ == 0 && !is_current(context, report)) {
      context.terminal.complain("Nothing was graded. Mend that file first.");
      return 1;
    }
    const fs::path file = context.state.directory() / "mutation" / (kata.slug + ".json");
    if (fresh_) {
      std::error_code ignored;
      fs::remove(file, ignored);
    }
    Terminal& terminal = context.terminal;
    MutationResults results(
        file, [&terminal](const std::string& warning) { terminal.complain("Note: " + warning); });
    {
      const StopOnSignals stop_on_signals;
      const MutationOptions chosen = options(context, kata);
      terminal.progress("the reference itself");
      require_sound_reference(report, chosen, results);
      if (!stop_requested()) grade_asked(context, report, chosen, results);
    }
    terminal.progress("");
    return conclude(context, report);
  }

  void keep_explained(MutationReport& report) const {
    std::vector<Mutant> explained;
    for (std::size_t i = 0; i < report.mutants.size(); ++i) {
      if (report.is_equivalent(i)) explained.push_back(std::move(report.mutants[i]));
    }
    if (explained.empty()) {
      throw UserError(fmt::format("None of these mutants of {} is listed as equivalent.", slug_));
    }
    report.mutants = std::move(explained);
  }

  // A grader that rejects the reference kills every mutant and proves nothing.
  static void require_sound_reference(const MutationReport& report, const MutationOptions& options,
                                      MutationResults& results) {
    Mutant reference;
    reference.id = "reference";
    reference.source = report.source;
    const MutantResult result = grade_mutants({reference}, options, results).front();
    if (result.fate == Fate::survived || result.fate == Fate::pending) return;
    throw UserError(fmt::format("The reference itself is not accepted: {}{}.",
                                result.behaviour.empty() ? "" : result.behaviour + ": ",
                                result.words));
  }

  // Leaves out what is explained, unless that is asked for.
  void grade_asked(Context& context, MutationReport& report, MutationOptions options,
                   MutationResults& results) const {
    std::vector<Mutant> asked;
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < report.mutants.size(); ++i) {
      if (!all_ && !explained_ && report.is_equivalent(i)) continue;
      asked.push_back(report.mutants[i]);
      places.push_back(i);
    }
    Terminal& terminal = context.terminal;
    std::size_t done = 0;
    options.on_result = [&](std::size_t index, const MutantResult& result) {
      ++done;
      if (result.fate == Fate::survived) {
        terminal.print_line(result_line(asked[index], result, terminal.style()));
      }
      terminal.progress(
          fmt::format("{} graded of at most {}: {}", done, asked.size(), asked[index].id));
    };
    report.results.resize(report.mutants.size());
    std::vector<MutantResult> found = grade_mutants(asked, options, results);
    for (std::size_t i = 0; i < found.size(); ++i) report.results[places[i]] = std::move(found[i]);
  }

  int conclude(Context& context, MutationReport& report) const {
    report.results.resize(report.mutants.size());
    const Style style = context.terminal.style();
    context.terminal.print(summary_text(report, style));
    if (!json_.empty()) write_report(json_, to_json(report).dump(2) + "\n");
    if (stop_signal() != 0) {
      constexpr int kSignalled = 128;
      context.terminal.print_line("Interrupted. The same command goes on from here.");
      return kSignalled + stop_signal();
    }
    const int code = report.exit_code();
    if (report.count(Fate::survived) > 0) {
      context.terminal.print(indent_wrapped(
          fmt::format("A survivor asks for a behaviour in {} that fails for it. If no caller can "
                      "tell it from the reference, say why: {} mutate {} --equivalent ID --reason "
                      "TEXT",
                      shown_path(context.layout.graders / slug_ / (slug_ + "_grader.cpp")),
                      context.command, slug_),
          static_cast<std::size_t>(style.width), "", ""));
    }
    context.terminal.print(next_line(
        context, code == 0 ? std::vector<std::string>{"verify " + slug_}
                           : std::vector<std::string>{"mutate " + slug_, "verify " + slug_}));
    return code;
  }

  std::string slug_;
  std::string show_;
  std::string only_;
  std::string equivalent_;
  std::string reason_;
  std::string graders_;
  std::string json_;
  bool list_ = false;
  bool check_ = false;
  bool all_ = false;
  bool explained_ = false;
  bool fresh_ = false;
  std::size_t limit_ = 0;
  int jobs_ = 0;
  std::uint64_t seed_ = 1;
};

}  // namespace

std::unique_ptr<Verb> make_mutate_verb() { return std::make_unique<MutateVerb>(); }

}  // namespace runner
