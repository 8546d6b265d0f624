// The project's own format; docs/results.md is its description.
#include <string>

#include <nlohmann/json.hpp>

#include "output/format.h"
#include "output/plain_text.h"
#include "system/text.h"
#include "verdict/ranking.h"

namespace runner {

namespace {

using nlohmann::ordered_json;

ordered_json text_or_null(const std::string& text) {
  return text.empty() ? ordered_json(nullptr) : ordered_json(valid_utf8(text));
}

ordered_json place_to_json(const Place& place) {
  return {{"function", valid_utf8(place.function)},
          {"file", valid_utf8(place.file.filename().string())},
          {"line", place.line}};
}

ordered_json thread_to_json(const ThreadView& view) {
  ordered_json places = ordered_json::array();
  for (const Place& place : view.places) places.push_back(place_to_json(place));
  return {{"thread", valid_utf8(view.thread)},
          {"doing", valid_utf8(view.doing)},
          {"places", std::move(places)}};
}

ordered_json behaviour_to_json(const BehaviourResult& result) {
  ordered_json threads = ordered_json::array();
  for (const ThreadView& view : result.threads) threads.push_back(thread_to_json(view));
  ordered_json stages = ordered_json::array();
  for (const Stage stage : result.stages) stages.push_back(name(stage));
  return {{"name", result.name},
          {"sentence", valid_utf8(result.sentence)},
          {"tier", name(result.tier)},
          {"status", name(result.status)},
          {"finding", text_or_null(result.finding)},
          {"message", valid_utf8(result.message)},
          {"stage", name(result.stage)},
          {"stages", std::move(stages)},
          {"runs", result.runs},
          {"proved", result.proved},
          {"failing_schedule", result.failing_schedule > 0 ? ordered_json(result.failing_schedule)
                                                           : ordered_json(nullptr)},
          {"token", text_or_null(result.token)},
          {"story", text_or_null(result.story)},
          {"note", text_or_null(result.note)},
          {"milliseconds", result.milliseconds},
          {"threads", std::move(threads)}};
}

ordered_json compile_error_to_json(const CompileError& error) {
  ordered_json context = ordered_json::array();
  for (const std::string& line : error.context) context.push_back(valid_utf8(line));
  return {{"file", valid_utf8(error.file.filename().string())},
          {"line", error.line},
          {"column", error.column},
          {"message", valid_utf8(error.message)},
          {"context", std::move(context)},
          {"in_learners_file", error.in_learners_file},
          {"further_errors", error.further_errors}};
}

}  // namespace

std::string json_report(const Verdict& verdict) {
  ordered_json tiers = ordered_json::object();
  for (const Tier tier : kTiers) {
    const TierCount count = verdict.count(tier);
    tiers[name(tier)] = {{"passed", count.passed}, {"total", count.total}};
  }
  ordered_json behaviours = ordered_json::array();
  for (const BehaviourResult& result : verdict.behaviours) {
    behaviours.push_back(behaviour_to_json(result));
  }
  ordered_json errors = ordered_json::array();
  for (const CompileError& error : verdict.compile_errors) {
    errors.push_back(compile_error_to_json(error));
  }
  ordered_json stages = ordered_json::array();
  for (const StageReport& stage : verdict.stages) {
    stages.push_back({{"stage", name(stage.stage)},
                      {"status", name(stage.status)},
                      {"milliseconds", stage.milliseconds}});
  }
  const std::optional<Tier> level = level_reached(verdict);
  const ordered_json document = {
      {"version", Verdict::kVersion},
      {"kata", verdict.kata},
      {"workspace", valid_utf8(verdict.workspace.string())},
      {"status", name(verdict.status)},
      {"level", level ? ordered_json(name(*level)) : ordered_json(nullptr)},
      {"summary", valid_utf8(verdict.summary)},
      {"note", text_or_null(verdict.note)},
      {"stages", std::move(stages)},
      {"tiers", std::move(tiers)},
      {"behaviours", std::move(behaviours)},
      {"compile_errors", std::move(errors)},
      {"output", valid_utf8(verdict.learner_output)},
      {"toolchain", valid_utf8(verdict.toolchain)},
      {"seed", verdict.seed},
      {"milliseconds", verdict.milliseconds},
  };
  return document.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace runner
