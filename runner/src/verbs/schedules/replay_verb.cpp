// kata replay: runs one schedule of one behaviour again, if asked under a debugger.
#include <memory>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "output/text_failure.h"
#include "process/stop.h"
#include "system/text.h"
#include "verbs/common/help.h"
#include "verbs/schedules/debugger.h"
#include "verbs/schedules/one_schedule.h"
#include "verbs/verb.h"

namespace runner {

namespace {

constexpr const char* kNotes =
    "A schedule is BEHAVIOUR:TOKEN, as a failed grading prints it. It gives the same verdict and\n"
    "the same story each time, as long as the header is the same.\n"
    "\n"
    "Exit codes: 0 the schedule passes; 1 it fails; 2 it could not be run, for example because "
    "the\n"
    "header has changed since.";

class ReplayVerb final : public Verb {
 public:
  CLI::App* declare(CLI::App& app) override {
    CLI::App* verb = add_verb(
        app, "replay", "run the one schedule again that a grading found", kPractise,
        {{"replay semaphore blocks_at_zero:3kF9aQ", "the same verdict and story"},
         {"replay semaphore blocks_at_zero:3kF9aQ --debug", "step through it in gdb"},
         {"replay semaphore blocks_at_zero:3kF9aQ --workspace members/ana", "somebody else's"}},
        kNotes);
    schedule_.declare(verb);
    verb->add_flag("--debug", debug_, "run it in gdb, stopped where the header's code begins");
    return verb;
  }

  int run(Context& context) override {
    if (debug_) return debug_schedule(context, schedule_.request(context));
    const BehaviourResult result = schedule_.run(context, "text");
    Terminal& terminal = context.terminal;
    if (result.status == Status::pass) {
      terminal.print(terminal.style().green("✓ ") + printable(result.sentence) +
                     "\n\n  This schedule passes; the others are for the grader to say.\n");
      terminal.print(next_line(context, {"grade " + schedule_.slug()}));
      return 0;
    }
    const FailureLayout layout{
        .style = terminal.style(),
        .story_columns = terminal.interactive_output() ? terminal.columns() : 0,
        .replay = {},
        .workspace = {}};
    terminal.print(failure_in_full(result, layout));
    terminal.print(next_line(context, {"replay " + schedule_.arguments() + " --debug",
                                       "story " + schedule_.arguments() + " --format mermaid",
                                       "explain " + result.finding}));
    return 1;
  }

 private:
  OneSchedule schedule_;
  bool debug_ = false;
};

}  // namespace

std::unique_ptr<Verb> make_replay_verb() { return std::make_unique<ReplayVerb>(); }

}  // namespace runner
