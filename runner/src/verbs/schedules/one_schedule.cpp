#include "verbs/schedules/one_schedule.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "build/toolkit.h"
#include "output/plain_text.h"
#include "process/stop.h"
#include "stages/exploration.h"
#include "system/text.h"
#include "user_error.h"
#include "verbs/common/choice.h"

namespace runner {

namespace {

// Why a schedule could not be run again, and what to do.
[[noreturn]] void not_replayable(const BehaviourResult& result, const std::string& grade) {
  if (result.finding == "internal_error") {
    throw UserError(fmt::format(
        "This schedule does not fit the header as it is now: {}. The header or its grader has "
        "changed since, or the token is not complete.\n\n  {}   finds a schedule of the header as "
        "it is",
        result.message.substr(0, result.message.find('\n')), grade));
  }
  throw UserError(
      fmt::format("The schedule could not be run: {}: {}", result.finding, result.message));
}

}  // namespace

void OneSchedule::declare(CLI::App* verb) {
  verb->add_option("KATA", slug_, "the kata")->required();
  verb->add_option("SCHEDULE", schedule_, "BEHAVIOUR:TOKEN, as a failed grading prints it")
      ->required();
  verb->add_option("--workspace", workspace_,
                   "the folder that holds <kata>/<kata>.h (default: katas)")
      ->type_name("DIR");
  verb->add_option("--graders", graders_, "graders from elsewhere, of the same layout")
      ->type_name("DIR");
}

std::string OneSchedule::workspace_option() const {
  return workspace_.empty() ? "" : " --workspace " + shell_quoted(workspace_);
}

std::string OneSchedule::arguments() const { return slug_ + " " + schedule_ + workspace_option(); }

GradeRequest OneSchedule::request(const Context& context) const {
  const auto schedule = parse_schedule_name(schedule_);
  if (!schedule) {
    throw UserError(fmt::format(
        "`{}` is not BEHAVIOUR:TOKEN, for example blocks_at_zero:3kF9aQ. A failed grading prints "
        "both: {} grade {}{}",
        printable(schedule_), context.command, slug_, workspace_option()));
  }
  GradeRequest request;
  request.layout = with_graders(context.layout, graders_);
  if (!has_toolkit(request.layout, Stage::explorer)) {
    throw UserError(
        "The explorer does not run on this machine, so schedules cannot be chosen here. "
        "ThreadSanitizer grades without it: " +
        context.command + " grade " + slug_);
  }
  request.kata = context.catalog().get(slug_);
  request.workspace = workspace_.empty() ? "katas" : workspace_;
  request.header = header_in(context.layout, workspace_, request.kata.slug);
  request.stages = {Stage::explorer};
  request.behaviour = schedule->behaviour;
  request.token = schedule->token;
  Terminal& terminal = context.terminal;
  request.progress = [&terminal](const std::string& news) { terminal.progress(news); };
  return request;
}

BehaviourResult OneSchedule::run(const Context& context, const std::string& story) const {
  GradeRequest request = this->request(context);
  request.story = story;
  Verdict verdict;
  {
    const StopOnSignals stop_on_signals;
    verdict = grade(request);
  }
  context.terminal.progress("");
  const std::string grade = context.command + " grade " + slug_ + workspace_option();
  if (!verdict.compile_errors.empty()) {
    throw UserError(plain_reason(verdict) + "\n\n  " + grade);
  }
  if (verdict.behaviours.empty() || verdict.interrupted) throw UserError(verdict.summary);
  BehaviourResult& result = verdict.behaviours.front();
  if (result.status == Status::error) not_replayable(result, grade);
  return std::move(result);
}

}  // namespace runner
