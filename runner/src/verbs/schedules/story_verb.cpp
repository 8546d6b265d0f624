// kata story: tells what happens in one schedule, for people or for other programs.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <string>

#include <CLI/CLI.hpp>

#include "system/text.h"
#include "user_error.h"
#include "verbs/common/help.h"
#include "verbs/common/report_file.h"
#include "verbs/schedules/one_schedule.h"
#include "verbs/verb.h"

namespace runner {

namespace {

constexpr const char* kNotes =
    "Formats: text (lanes side by side), mermaid (a sequence diagram, as GitHub renders it), "
    "trace\n"
    "(Chrome trace events; open it in Perfetto), json (every step with all that is known of it).\n"
    "\n"
    "Exit codes: 0 the story is told; 2 it could not be, for example because the header has "
    "changed\n"
    "since or because this schedule no longer fails.";

constexpr std::array kForms = {"text", "mermaid", "trace", "json"};

class StoryVerb final : public Verb {
 public:
  CLI::App* declare(CLI::App& app) override {
    CLI::App* verb = add_verb(
        app, "story", "what happens step by step in a schedule that fails", kPractise,
        {{"story semaphore blocks_at_zero:3kF9aQ", "lanes side by side"},
         {"story semaphore blocks_at_zero:3kF9aQ --format mermaid", "a diagram for a page"},
         {"story semaphore blocks_at_zero:3kF9aQ --format trace --output a.json", "for Perfetto"}},
        kNotes);
    schedule_.declare(verb);
    verb->add_option("--format", format_, "text, mermaid, trace or json")
        ->type_name("FORMAT:{text,mermaid,trace,json}")
        ->default_str("text");
    verb->add_option("--output", output_, "write it to this file, not to the screen")
        ->type_name("FILE");
    return verb;
  }

  int run(Context& context) override {
    if (std::ranges::find(kForms, format_) == kForms.end()) {
      throw UserError(fmt::format("There is no format `{}`: choose text, mermaid, trace or json.",
                                  printable(format_)));
    }
    require_folder_for(output_);
    const BehaviourResult result = schedule_.run(context, format_);
    if (result.story.empty()) {
      throw UserError(fmt::format("There is no story to tell: {}.",
                                  result.status == Status::pass
                                      ? "this schedule does not fail with the header as it is now"
                                      : "the schedule ended without one"));
    }
    std::string story = result.story;
    if (story.back() != '\n') story += '\n';
    if (output_.empty()) {
      context.terminal.print(story);
    } else {
      write_report(output_, story);
    }
    // Other formats are for programs, which want nothing behind them.
    if (format_ == "text" && output_.empty()) {
      context.terminal.print(next_line(
          context, {"replay " + schedule_.arguments() + " --debug", "explain " + result.finding}));
    }
    return 0;
  }

 private:
  OneSchedule schedule_;
  std::string format_ = "text";
  std::string output_;
};

}  // namespace

std::unique_ptr<Verb> make_story_verb() { return std::make_unique<StoryVerb>(); }

}  // namespace runner
