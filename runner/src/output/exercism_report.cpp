// results.json as Exercism's test runner interface, version 3, defines it.
#include <algorithm>
#include <string>

#include <nlohmann/json.hpp>

#include "output/format.h"
#include "output/plain_text.h"
#include "system/text.h"

namespace runner {

namespace {

using nlohmann::ordered_json;

// Limits that the interface sets.
constexpr std::size_t kLongestOutput = 500;
constexpr std::size_t kLongestMessage = 65535;

std::string message_text(const std::string& text) {
  return capped_output(text, kLongestMessage, "\n(cut)");
}

// The interface knows pass, fail and error; a behaviour that was not run is an error with a reason.
const char* test_status(Status status) {
  switch (status) {
    case Status::pass:
      return "pass";
    case Status::fail:
      return "fail";
    case Status::error:
    case Status::skipped:
      return "error";
  }
  return "error";
}

ordered_json test_to_json(const BehaviourResult& result) {
  ordered_json test = {
      {"name", std::string(name(result.tier)) + ": " + valid_utf8(result.sentence)},
      {"status", test_status(result.status)}};
  if (result.status != Status::pass) {
    std::string message = plain_details(result);
    if (message.empty()) message = "This was not run, because an earlier result made it pointless.";
    if (!result.finding.empty()) message = result.finding + ": " + message;
    test["message"] = message_text(message);
  }
  return test;
}

const char* overall_status(const Verdict& verdict) {
  if (verdict.status == Status::pass) return "pass";
  const bool some_test_ran =
      std::any_of(verdict.behaviours.begin(), verdict.behaviours.end(), [](const auto& result) {
        return result.status == Status::pass || result.status == Status::fail;
      });
  return verdict.status == Status::fail && some_test_ran ? "fail" : "error";
}

}  // namespace

std::string exercism_report(const Verdict& verdict) {
  const std::string status = overall_status(verdict);
  ordered_json tests = ordered_json::array();
  for (const BehaviourResult& result : verdict.behaviours) tests.push_back(test_to_json(result));
  if (!verdict.learner_output.empty() && !tests.empty()) {
    // What was printed belongs to the test that a reader looks at: the first that did not pass.
    auto where = std::find_if(tests.begin(), tests.end(),
                              [](const ordered_json& test) { return test["status"] != "pass"; });
    if (where == tests.end()) where = tests.begin();
    (*where)["output"] = capped_output(verdict.learner_output, kLongestOutput,
                                       "\nOutput was truncated. Please limit to 500 chars");
  }
  ordered_json document = {{"version", 3}, {"status", status}, {"message", nullptr}};
  if (status == "error") {
    const std::string reason = plain_reason(verdict);
    document["message"] = message_text(reason.empty() ? "It could not be graded." : reason);
  }
  document["tests"] = std::move(tests);
  return document.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace runner
