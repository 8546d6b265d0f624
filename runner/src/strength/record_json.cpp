#include "strength/record_json.h"

#include <fmt/format.h>

#include <utility>

#include <nlohmann/json.hpp>

#include "system/text.h"
#include "user_error.h"

namespace runner {

namespace {

using Json = nlohmann::ordered_json;

Json to_json(const StageFigures& figures) {
  return {{"asked", figures.asked},         {"declared", figures.declared},
          {"at_once", figures.at_once},     {"findings", figures.findings},
          {"schedules", figures.schedules}, {"ms", figures.milliseconds}};
}

StageFigures stage_from(const Json& json) {
  StageFigures figures;
  figures.asked = json.at("asked");
  figures.declared = json.at("declared");
  figures.at_once = json.at("at_once");
  figures.findings = json.at("findings").get<std::map<std::string, int>>();
  figures.schedules = json.at("schedules");
  figures.milliseconds = json.at("ms");
  return figures;
}

Json to_json(const RivalFigures& figures) {
  return {{"asked", figures.asked},
          {"caught", figures.caught},
          {"how", figures.how},
          {"ms", figures.milliseconds},
          {"rounds", figures.rounds}};
}

RivalFigures rival_from(const Json& json) {
  RivalFigures figures;
  figures.asked = json.at("asked");
  figures.caught = json.at("caught");
  figures.how = json.at("how");
  figures.milliseconds = json.at("ms");
  figures.rounds = json.at("rounds");
  return figures;
}

Json to_json(const FaultFigures& fault) {
  return {{"name", fault.name},
          {"story", valid_utf8(fault.story)},
          {"findings", fault.findings},
          {"behaviour", fault.behaviour},
          {"only", fault.only},
          {"graded", fault.graded},
          {"explorer", to_json(fault.explorer)},
          {"tsan", to_json(fault.tsan)},
          {"grading",
           {{"finding", fault.grading.finding},
            {"behaviour", fault.grading.behaviour},
            {"schedules", fault.grading.schedules},
            {"ms", fault.grading.milliseconds}}},
          {"compared", fault.compared},
          {"plain", to_json(fault.plain)},
          {"stress", to_json(fault.stress)}};
}

FaultFigures fault_from(const Json& json) {
  FaultFigures fault;
  fault.name = json.at("name");
  fault.story = json.at("story");
  fault.findings = json.at("findings").get<std::vector<std::string>>();
  fault.behaviour = json.at("behaviour");
  fault.only = json.at("only");
  fault.graded = json.at("graded");
  fault.explorer = stage_from(json.at("explorer"));
  fault.tsan = stage_from(json.at("tsan"));
  const Json& grading = json.at("grading");
  fault.grading.finding = grading.at("finding");
  fault.grading.behaviour = grading.at("behaviour");
  fault.grading.schedules = grading.at("schedules");
  fault.grading.milliseconds = grading.at("ms");
  fault.compared = json.at("compared");
  fault.plain = rival_from(json.at("plain"));
  fault.stress = rival_from(json.at("stress"));
  return fault;
}

Json to_json(const RightFigures& right) {
  Json gradings = Json::object();
  for (const auto& [circumstances, count] : right.gradings) {
    gradings[circumstances] = {{"gradings", count.gradings}, {"rejections", count.rejections}};
  }
  return {{"name", right.name},
          {"graded", right.graded},
          {"gradings", gradings},
          {"compared", right.compared},
          {"plain", to_json(right.plain)},
          {"stress", to_json(right.stress)}};
}

RightFigures right_from(const Json& json) {
  RightFigures right;
  right.name = json.at("name");
  right.graded = json.at("graded");
  for (const auto& [circumstances, count] : json.at("gradings").items()) {
    right.gradings[circumstances] = {count.at("gradings"), count.at("rejections")};
  }
  right.compared = json.at("compared");
  right.plain = rival_from(json.at("plain"));
  right.stress = rival_from(json.at("stress"));
  return right;
}

Json to_json(const MutationFigures& mutation) {
  return {{"mutants", mutation.mutants},
          {"killed", mutation.killed},
          {"equivalent", mutation.equivalent},
          {"survivors", mutation.survivors}};
}

MutationFigures mutation_from(const Json& json) {
  return {json.at("mutants"), json.at("killed"), json.at("equivalent"), json.at("survivors")};
}

KataFigures kata_from(const Json& json) {
  KataFigures kata;
  kata.slug = json.at("slug");
  kata.title = json.at("title");
  kata.mutation = mutation_from(json.at("mutation"));
  for (const Json& fault : json.at("faults")) kata.faults.push_back(fault_from(fault));
  for (const Json& right : json.at("right")) kata.right.push_back(right_from(right));
  return kata;
}

template <typename Items>
std::string lines_of(const Items& items) {
  std::vector<std::string> lines;
  for (const auto& item : items) lines.push_back("    " + to_json(item).dump());
  return lines.empty() ? "[]" : "[\n" + join(lines, ",\n") + "\n   ]";
}

std::string kata_to_json(const KataFigures& kata) {
  return fmt::format(
      "  {{\"slug\": {}, \"title\": {},\n   \"mutation\": {},\n   \"right\": {},\n   \"faults\": "
      "{}}}",
      Json(kata.slug).dump(), Json(kata.title).dump(), to_json(kata.mutation).dump(),
      lines_of(kata.right), lines_of(kata.faults));
}

}  // namespace

std::string record_to_json(const StrengthRecord& record) {
  std::vector<std::string> katas;
  katas.reserve(record.katas.size());
  for (const KataFigures& kata : record.katas) katas.push_back(kata_to_json(kata));
  return fmt::format(
      "{{\n \"version\": {},\n \"machine\": {},\n \"compiler\": {},\n \"stress_seconds\": {},\n "
      "\"katas\": [\n{}\n ]\n}}\n",
      StrengthRecord::kVersion, Json(record.machine).dump(), Json(record.compiler).dump(),
      record.stress_seconds, join(katas, ",\n"));
}

StrengthRecord record_from_json(std::string_view text, const std::string& file) {
  try {
    const Json json = Json::parse(text);
    if (json.at("version") != StrengthRecord::kVersion) {
      throw UserError(fmt::format("{} is of another version of the project.", file));
    }
    StrengthRecord record;
    record.machine = json.at("machine");
    record.compiler = json.at("compiler");
    record.stress_seconds = json.at("stress_seconds");
    for (const Json& kata : json.at("katas")) record.katas.push_back(kata_from(kata));
    return record;
  } catch (const Json::exception& error) {
    throw UserError(fmt::format("{} is damaged: {}", file, error.what()));
  }
}

}  // namespace runner
