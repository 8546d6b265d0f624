// kata grade: builds the grader against somebody's header, runs it, and says what came of it.
#include "stages/grade.h"

#include <fmt/format.h>

#include <cstdint>
#include <exception>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "output/format.h"
#include "process/stop.h"
#include "system/files.h"
#include "system/text.h"
#include "user_error.h"
#include "verbs/verb.h"

namespace runner {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kFooter = R"(Examples:
  kata grade semaphore                     your own katas/semaphore/semaphore.h
  kata grade                               the kata you worked on last
  kata grade semaphore --workspace members/ana
  kata grade semaphore --json result.json
  kata grade semaphore --format junit --output report.xml
  kata grade semaphore --behaviour release_wakes_a_waiter --seed 7

Exit codes: 0 passed; 1 graded and not passed (also a compile error or a hang); 2 could not grade.)";

class GradeVerb final : public Verb {
 public:
  CLI::App* declare(CLI::App& app) override {
    CLI::App* verb = app.add_subcommand("grade", "Grade a kata and say what is wrong");
    verb->add_option("slug", slug_, "The kata; the one worked on last if left out");
    verb->add_option("--workspace", workspace_,
                     "Folder with <slug>/<slug>.h in it (default: katas/, your own work)");
    verb->add_option("--graders", graders_, "Folder with private graders of the same layout");
    verb->add_option("--json", json_, "Also write the verdict to this file as JSON");
    verb->add_option("--format", format_, "text, json, junit, exercism or gradescope")
        ->default_str("text");
    verb->add_option("--output", output_, "Write the report to this file instead of the screen");
    verb->add_option("--seed", seed_, "Varies the timing that is tried")->default_str("1");
    verb->add_option("--stage", stage_, "tsan (threads watched by ThreadSanitizer) or plain")
        ->default_str("tsan");
    verb->add_option("--behaviour", behaviour_, "Run this behaviour alone");
    verb->footer(std::string(kFooter));
    return verb;
  }

  int run(Context& context) override {
    const Format format = format_named(format_);
    const GradeRequest request = make_request(context);
    const bool own = workspace_.empty();
    Verdict verdict;
    {
      const StopOnSignals stop_on_signals;
      verdict = grade(request);
    }
    context.terminal.progress("");
    // One behaviour alone says nothing about how far the kata is.
    if (behaviour_.empty()) context.state.record(verdict, request.header, own);
    write_reports(context, format, verdict, own);
    constexpr int kSignalled = 128;
    return stop_signal() != 0 ? kSignalled + stop_signal() : verdict.exit_code();
  }

 private:
  GradeRequest make_request(Context& context) const {
    GradeRequest request;
    request.layout = context.layout;
    if (!graders_.empty()) request.layout.graders = directory(graders_);
    request.kata = context.catalog().get(chosen(context));
    const fs::path workspace = workspace_.empty() ? context.layout.katas : directory(workspace_);
    request.workspace = workspace_.empty() ? fs::path("katas") : fs::path(workspace_);
    request.header = workspace / request.kata.slug / (request.kata.slug + ".h");
    if (std::error_code failed; !fs::exists(request.header, failed)) missing(context, request);
    request.seed = seed_;
    request.stages = {stage()};
    request.behaviour = behaviour_;
    Terminal& terminal = context.terminal;
    const std::string slug = request.kata.slug;
    request.progress = [&terminal, slug](const std::string& news) {
      terminal.progress(fmt::format("{}: {}", slug, news));
    };
    return request;
  }

  std::string chosen(Context& context) const {
    if (!slug_.empty()) return slug_;
    std::string current = context.state.load().current;
    if (current.empty()) {
      throw UserError(fmt::format(
          "Which kata? None was begun yet. `{0} list` shows them, `{0} next` proposes one.",
          context.command));
    }
    return current;
  }

  static fs::path directory(const std::string& text) {
    std::error_code failed;
    if (!fs::is_directory(text, failed)) {
      throw UserError(fmt::format("There is no folder {}.", text));
    }
    return fs::absolute(text);
  }

  [[noreturn]] void missing(const Context& context, const GradeRequest& request) const {
    const std::string& slug = request.kata.slug;
    throw UserError(
        workspace_.empty()
            ? fmt::format("There is no {}. `{} reset {}` brings the stub back.",
                          shown_path(request.header), context.command, slug)
            : fmt::format(
                  "There is no {0}. A workspace holds <slug>/<slug>.h; copy katas/{1} there to "
                  "begin.",
                  shown_path(request.header), slug));
  }

  [[nodiscard]] Stage stage() const {
    for (const Stage stage : {Stage::tsan, Stage::plain}) {
      if (stage_ == name(stage)) return stage;
    }
    throw UserError(fmt::format("There is no stage {}: choose tsan or plain.", stage_));
  }

  void write_reports(Context& context, Format format, const Verdict& verdict, bool own) const {
    if (!json_.empty()) write(json_, json_report(verdict));
    const TextOptions options{.style = output_.empty() ? context.terminal.style() : Style{},
                              .command = context.command,
                              .own_workspace = own};
    const std::string report = render(format, verdict, options);
    if (output_.empty()) {
      context.terminal.print(report);
    } else {
      write(output_, report);
    }
  }

  static void write(const std::string& file, const std::string& content) {
    try {
      // A device or a pipe, /dev/stdout say, is written to and not replaced.
      std::error_code failed;
      if (fs::exists(file, failed) && !fs::is_regular_file(file, failed)) {
        std::ofstream stream(file);
        stream << content << std::flush;
        if (!stream) throw UserError(fmt::format("{} cannot be written.", file));
        return;
      }
      write_file(file, content);
    } catch (const std::system_error& error) {
      throw UserError(fmt::format("{} cannot be written: {}.", file, error.code().message()));
    }
  }

  std::string slug_;
  std::string workspace_;
  std::string graders_;
  std::string json_;
  std::string format_ = "text";
  std::string output_;
  std::uint64_t seed_ = 1;
  std::string stage_ = "tsan";
  std::string behaviour_;
};

}  // namespace

std::unique_ptr<Verb> make_grade_verb() { return std::make_unique<GradeVerb>(); }

}  // namespace runner
