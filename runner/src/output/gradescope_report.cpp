// results.json as Gradescope's autograders write it: one point per behaviour.
#include <map>
#include <string>

#include <nlohmann/json.hpp>

#include "output/format.h"
#include "output/plain_text.h"
#include "system/text.h"
#include "verdict/ranking.h"

namespace runner {

namespace {

using nlohmann::ordered_json;

ordered_json test_to_json(const BehaviourResult& result, const std::string& number) {
  const bool passed = result.status == Status::pass;
  std::string output = plain_details(result);
  if (result.status == Status::skipped && output.empty()) {
    output = "Not run, because an earlier result made it pointless.";
  }
  if (!result.finding.empty()) output = result.finding + "\n" + output;
  ordered_json tags = ordered_json::array({name(result.tier)});
  if (!result.finding.empty()) tags.push_back(result.finding);
  return {{"name", std::string(name(result.tier)) + ": " + valid_utf8(result.sentence)},
          {"number", number},
          {"score", passed ? 1.0 : 0.0},
          {"max_score", 1.0},
          {"status", passed ? "passed" : "failed"},
          {"output", output},
          {"output_format", "text"},
          {"tags", std::move(tags)},
          {"visibility", "visible"}};
}

std::string overall_output(const Verdict& verdict) {
  std::string text = plain_reason(verdict);
  if (verdict.status == Status::error) {
    text = "This could not be graded; that is not the submission's fault.\n" + text;
  }
  if (!verdict.note.empty()) text += (text.empty() ? "" : "\n") + printable(verdict.note);
  const std::optional<Tier> level = level_reached(verdict);
  if (!verdict.behaviours.empty()) {
    if (!text.empty()) text += '\n';
    text += std::string("Level reached: ") + (level ? name(*level) : "none yet") + ".";
  }
  return text;
}

}  // namespace

std::string gradescope_report(const Verdict& verdict) {
  ordered_json tests = ordered_json::array();
  std::map<Tier, int> numbers;  // 1.1, 1.2 for core; 2.1 for robust; ...
  int passed = 0;
  for (const BehaviourResult& result : verdict.behaviours) {
    const std::string number = std::to_string(static_cast<int>(result.tier) + 1) + "." +
                               std::to_string(++numbers[result.tier]);
    tests.push_back(test_to_json(result, number));
    if (result.status == Status::pass) ++passed;
  }
  const std::optional<Tier> level = level_reached(verdict);
  const ordered_json document = {
      {"score", static_cast<double>(passed)},
      {"execution_time", static_cast<double>(verdict.milliseconds) / 1000.0},
      {"output", overall_output(verdict)},
      {"output_format", "text"},
      {"visibility", "visible"},
      {"stdout_visibility", "hidden"},
      {"extra_data",
       {{"kata", verdict.kata},
        {"status", name(verdict.status)},
        {"level", level ? ordered_json(name(*level)) : ordered_json(nullptr)},
        {"toolchain", valid_utf8(verdict.toolchain)},
        {"seed", verdict.seed}}},
      {"tests", std::move(tests)},
  };
  return document.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace runner
