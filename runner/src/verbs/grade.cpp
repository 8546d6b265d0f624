// kata grade: builds the grader against somebody's header, runs it, and says what came of it.
#include "stages/grade.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>

#include "output/format.h"
#include "process/stop.h"
#include "system/files.h"
#include "verbs/common/choice.h"
#include "verbs/common/discussion.h"
#include "verbs/common/help.h"
#include "verbs/common/report_file.h"
#include "verbs/common/stage_choice.h"
#include "verbs/verb.h"

namespace runner {

namespace {

namespace fs = std::filesystem;

constexpr const char* kNotes =
    "Exit codes: 0 passed; 1 graded and not passed (also a stub, a compile error or a hang);\n"
    "2 could not grade. docs/results.md describes --json and the formats.";

class GradeVerb final : public Verb {
 public:
  CLI::App* declare(CLI::App& app) override {
    CLI::App* verb =
        add_verb(app, "grade",
                 "build a kata's grader with your header, run it, and say what is wrong", kPractise,
                 {{"grade semaphore", "your own katas/semaphore/semaphore.h"},
                  {"grade", "the kata you worked on last"},
                  {"grade semaphore --workspace members/ana", "somebody else's"},
                  {"grade semaphore --json result.json", "the verdict for a program, too"},
                  {"grade semaphore --format junit --output report.xml", "for a CI server"},
                  {"grade semaphore --behaviour blocks_at_zero", "this one alone"},
                  {"grade semaphore --stage explorer", "the first of the two stages alone"}},
                 kNotes);
    verb->add_option("KATA", slug_, "the kata; the one you are working on if left out");
    verb->add_option("--workspace", workspace_,
                     "the folder that holds <kata>/<kata>.h (default: katas)")
        ->type_name("DIR");
    verb->add_option("--graders", graders_, "graders from elsewhere, of the same layout")
        ->type_name("DIR");
    verb->add_option("--json", json_, "write the verdict to this file, too")->type_name("FILE");
    verb->add_option("--format", format_, "text, json, junit, exercism or gradescope")
        ->type_name("FORMAT:{text,json,junit,exercism,gradescope}")
        ->default_str("text");
    verb->add_option("--output", output_, "write the report to this file, not to the screen")
        ->type_name("FILE");
    verb->add_option("--seed", seed_, "varies the timing that is tried")
        ->check(refuse_unfit_seed)
        ->default_str("1");
    add_stage_option(verb, stages_);
    verb->add_option("--behaviour", behaviour_, "run this behaviour alone")->type_name("NAME");
    return verb;
  }

  int run(Context& context) override {
    const Format format = format_named(format_);
    GradeRequest request = make_request(context);
    require_folder_for(json_);
    require_folder_for(output_);
    const bool own = workspace_.empty();
    Terminal& terminal = context.terminal;
    const bool on_screen = output_.empty() && terminal.interactive_output();
    if (on_screen && format == Format::text) {
      // Somebody is waiting: what is known already need not wait for the second witness.
      request.on_verdict_so_far = [&terminal](const Verdict& so_far) {
        terminal.print(text_so_far(so_far, terminal.style()));
      };
    }
    Verdict verdict;
    {
      const StopOnSignals stop_on_signals;
      verdict = grade(request);
    }
    context.terminal.progress("");
    // One behaviour alone says nothing about how far the kata is.
    if (behaviour_.empty()) context.state.record(verdict, request.header, own);
    write_reports(context, format, verdict, own, questions(context, verdict));
    constexpr int kSignalled = 128;
    return stop_signal() != 0 ? kSignalled + stop_signal() : verdict.exit_code();
  }

 private:
  GradeRequest make_request(Context& context) const {
    GradeRequest request;
    request.layout = with_graders(context.layout, graders_);
    const Catalog catalog = context.catalog();
    request.kata = chosen_kata(context, catalog, slug_);
    request.workspace = workspace_.empty() ? fs::path("katas") : fs::path(workspace_);
    request.header = header_in(context.layout, workspace_, request.kata.slug);
    request.seed = seed_;
    request.stages = stages_named(stages_);
    request.behaviour = behaviour_;
    request.processors = static_cast<int>(std::max(std::thread::hardware_concurrency(), 1U));
    Terminal& terminal = context.terminal;
    const std::string slug = request.kata.slug;
    request.progress = [&terminal, slug](const std::string& news) {
      terminal.progress(fmt::format("{}: {}", slug, news));
    };
    return request;
  }

  static std::vector<std::string> questions(const Context& context, const Verdict& verdict) {
    if (verdict.status != Status::pass) return {};
    const auto discussion = read_file(context.layout.solutions / verdict.kata / "README.md");
    return discussion_questions(discussion.value_or(""));
  }

  void write_reports(Context& context, Format format, const Verdict& verdict, bool own,
                     std::vector<std::string> questions) const {
    if (!json_.empty()) write_report(json_, json_report(verdict));
    const bool on_screen = output_.empty() && context.terminal.interactive_output();
    const TextOptions options{.style = output_.empty() ? context.terminal.style() : Style{},
                              .command = context.command,
                              .own_workspace = own,
                              .story_columns = on_screen ? context.terminal.columns() : 0,
                              .questions = std::move(questions)};
    const std::string report = render(format, verdict, options);
    if (output_.empty()) {
      context.terminal.print(report);
    } else {
      write_report(output_, report);
    }
  }

  std::string slug_;
  std::string workspace_;
  std::string graders_;
  std::string json_;
  std::string format_ = "text";
  std::string output_;
  std::uint64_t seed_ = 1;
  std::string stages_ = "both";
  std::string behaviour_;
};

}  // namespace

std::unique_ptr<Verb> make_grade_verb() { return std::make_unique<GradeVerb>(); }

}  // namespace runner
