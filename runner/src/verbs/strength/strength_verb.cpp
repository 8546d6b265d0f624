// kata strength: measures how strong the graders are, and publishes it.
#include <fmt/format.h>

#include <chrono>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "process/stop.h"
#include "strength/figures.h"
#include "strength/measure.h"
#include "strength/mutants.h"
#include "strength/outline.h"
#include "strength/page.h"
#include "strength/record_json.h"
#include "strength/staleness.h"
#include "system/files.h"
#include "system/text.h"
#include "user_error.h"
#include "verbs/common/help.h"
#include "verbs/verb.h"

namespace runner {

namespace {

namespace fs = std::filesystem;

constexpr const char* kNotes =
    R"text(Figures are kept in docs/grader-strength.json and shown in docs/grader-strength.md, which is
made of it. What has been measured is not measured again unless the wrong solution, the
behaviour that it names or the plain test has changed: an interrupted run goes on where it
was. Ten seconds of stress make this slow; leave the machine alone meanwhile.
Right solutions are graded until --gradings are on record under each of the circumstances:
on both of the explorer's backends, with GCC, on one processor, and while something else uses
processors and memory. Round by round: wherever that is interrupted, all of them have been
graded about as often.

Exit codes: 0 measured, or not out of date; 1 out of date, or something is not as it should
be; 2 it could not be found out.)text";

class StrengthVerb final : public Verb {
 public:
  CLI::App* declare(CLI::App& app) override {
    CLI::App* verb =
        add_verb(app, "strength", "measure and publish how strong the graders are", kAuthors,
                 {{"strength", "measure what is missing or out of date"},
                  {"strength semaphore --only no_lock --fresh", "that one, again"},
                  {"strength --gradings 1000", "a night for false alarms"},
                  {"strength --check", "is what is published out of date?"}},
                 kNotes);
    verb->add_option("KATA", slug_, "the kata; all of them if left out");
    verb->add_option("--only", only_, "only subjects with this in their name")->type_name("TEXT");
    verb->add_flag("--check", check_, "measure nothing, say what is out of date");
    verb->add_flag("--page", page_,
                   "measure nothing: forget what is out of date, make the page anew");
    verb->add_flag("--fresh", fresh_, "also measure what is not out of date");
    verb->add_flag("--graders-only", graders_only_, "leave out the plain test and its stress loop");
    verb->add_option("--mutants", mutants_,
                     "measure nothing: take in what `mutate KATA --json FILE` has found")
        ->type_name("FILE");
    add_number(verb, "--seeds", options_.seeds, "seeds of the explorer for a wrong solution");
    add_number(verb, "--tsan-seeds", options_.tsan_seeds, "seeds of ThreadSanitizer");
    add_number(verb, "--gradings", options_.right_gradings,
               "gradings of each right solution under each of the circumstances");
    add_number(verb, "--stress-seconds", stress_seconds_, "how long the stress loop may take");
    add_number(verb, "--jobs", options_.jobs, "measurements at a time; more than one blurs times");
    verb->add_option("--record", file_, "another file than docs/grader-strength.json")
        ->type_name("FILE");
    return verb;
  }

  int run(Context& context) override {
    const Catalog catalog = context.catalog();
    const fs::path file =
        file_.empty() ? context.layout.docs / "grader-strength.json" : fs::absolute(file_);
    StrengthRecord record = read(file);
    if (check_) return check(context, catalog, record, file);
    if (page_ || !mutants_.empty()) {
      forget_what_is_stale(record, context.layout, catalog.katas());
      for (const std::string& report : mutants_) {
        const auto text = read_file(report);
        if (!text) throw UserError(fmt::format("{} cannot be read.", shown_path(report)));
        take_in_mutants(record, *text, shown_path(report));
      }
      publish(record, file);
      return 0;
    }
    return measure_into(context, catalog, record, file);
  }

 private:
  static void add_number(CLI::App* verb, const char* option, int& number, const char* words) {
    constexpr int kMost = 100'000;
    verb->add_option(option, number, words)
        ->check(CLI::Range(1, kMost))
        ->default_str(std::to_string(number));
  }

  static fs::path page_of(const fs::path& file) { return fs::path(file).replace_extension(".md"); }

  static void publish(const StrengthRecord& record, const fs::path& file) {
    write_file(file, record_to_json(record));
    write_file(page_of(file), strength_page(record));
  }

  StrengthRecord read(const fs::path& file) const {
    const auto text = read_file(file);
    if (text) return record_from_json(*text, shown_path(file));
    std::error_code failed;
    if (fs::exists(file, failed)) throw UserError(shown_path(file) + " cannot be read.");
    if (check_ || page_) throw UserError(fmt::format("There is no {} yet.", shown_path(file)));
    return {};
  }

  int check(Context& context, const Catalog& catalog, const StrengthRecord& record,
            const fs::path& file) const {
    std::vector<std::string> faults = stale(record, context.layout, catalog.katas());
    if (read_file(page_of(file)) != strength_page(record)) {
      faults.push_back(shown_path(page_of(file)) + " is not what the record makes of it");
    }
    for (const std::string& fault : faults) context.terminal.print_line("  " + fault);
    if (faults.empty()) {
      context.terminal.print_line("What is published is not out of date.");
      return 0;
    }
    context.terminal.print(next_line(context, {"strength", "strength --page"}));
    return 1;
  }

  int measure_into(Context& context, const Catalog& catalog, StrengthRecord& record,
                   const fs::path& file) {
    const std::vector<Kata> katas =
        slug_.empty() ? catalog.katas() : std::vector<Kata>{catalog.get(slug_)};
    options_.layout = context.layout;
    options_.only = only_;
    options_.fresh = fresh_;
    options_.compare = !graders_only_;
    options_.stress = std::chrono::seconds(stress_seconds_);
    options_.tell = [&](const std::string& words) { context.terminal.print_line(words); };
    options_.keep = [&](const StrengthRecord& so_far) { write_file(file, record_to_json(so_far)); };
    int failed = 0;
    {
      const StopOnSignals stop_on_signals;
      failed = measure(katas, record, options_);
    }
    keep_only(record, catalog.katas());
    publish(record, file);
    show(context, record, file);
    constexpr int kSignalled = 128;
    return stop_signal() != 0 ? kSignalled + stop_signal() : failed > 0 ? 1 : 0;
  }

  static void show(Context& context, const StrengthRecord& record, const fs::path& file) {
    const Headline sum = headline(record);
    context.terminal.print_line(fmt::format(
        "{} wrong solutions: the explorer rejects {}, the stress loop {}, the plain test {}; {} "
        "not measured",
        sum.faults, sum.grading.caught, sum.stress.caught, sum.plain.caught, sum.unmeasured));
    context.terminal.print_line("See " + shown_path(page_of(file)));
  }

  std::string slug_;
  std::string only_;
  std::string file_;
  std::vector<std::string> mutants_;
  MeasureOptions options_;
  int stress_seconds_ = 10;
  bool check_ = false;
  bool page_ = false;
  bool fresh_ = false;
  bool graders_only_ = false;
};

}  // namespace

std::unique_ptr<Verb> make_strength_verb() { return std::make_unique<StrengthVerb>(); }

}  // namespace runner
