// Exercism's and Gradescope's results.json, field by field.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "output/format.h"
#include "sample_verdicts.h"

namespace runner {
namespace {

using nlohmann::json;

json exercism(const Verdict& verdict) { return json::parse(exercism_report(verdict)); }
json gradescope(const Verdict& verdict) { return json::parse(gradescope_report(verdict)); }

TEST(Exercism, a_failure_lists_all_tests_in_the_graders_order) {
  const json report = exercism(failed_verdict());
  EXPECT_EQ(report["version"], 3);
  EXPECT_EQ(report["status"], "fail");
  EXPECT_TRUE(report["message"].is_null());
  ASSERT_EQ(report["tests"].size(), 4U);
  EXPECT_EQ(report["tests"][0],
            (json{{"name", "core: blocks while there is no permit"}, {"status", "pass"}}));
  EXPECT_EQ(report["tests"][1]["status"], "fail");
  EXPECT_NE(report["tests"][1]["message"].get<std::string>().find("semaphore.h:31"),
            std::string::npos);
  EXPECT_EQ(report["tests"][3]["status"], "error");
}

// What every format says of a failing schedule.
void expect_story(const std::string& text) {
  EXPECT_NE(text.find("notify_one -> T1 :31"), std::string::npos) << text;
  EXPECT_NE(text.find("replay: release_wakes_all:A3kF9aQ"), std::string::npos) << text;
}

TEST(ExchangeFormats, carry_the_story_and_the_token_of_a_schedule) {
  const Verdict verdict = explored_failure_verdict();
  expect_story(exercism(verdict)["tests"][1]["message"]);
  expect_story(gradescope(verdict)["tests"][1]["output"]);
  std::string junit = junit_report(verdict);
  for (std::size_t at = junit.find("&gt;"); at != std::string::npos; at = junit.find("&gt;")) {
    junit.replace(at, 4, ">");
  }
  expect_story(junit);
}

TEST(ExchangeFormats, say_how_it_was_graded_where_that_matters) {
  Verdict verdict = passed_verdict();
  verdict.note = "Graded by ThreadSanitizer alone.";
  EXPECT_NE(gradescope(verdict)["output"].get<std::string>().find(verdict.note), std::string::npos);
  EXPECT_NE(junit_report(verdict).find("name=\"note\" value=\"" + verdict.note), std::string::npos);
}

TEST(Exercism, a_pass_is_a_pass) {
  const json report = exercism(passed_verdict());
  EXPECT_EQ(report["status"], "pass");
  for (const json& test : report["tests"]) EXPECT_EQ(test["status"], "pass");
}

TEST(Exercism, a_compile_error_is_an_error_with_the_compilers_words) {
  const json report = exercism(compile_error_verdict());
  EXPECT_EQ(report["status"], "error");
  const std::string message = report["message"];
  EXPECT_NE(message.find("semaphore.h:31:5: error: use of undeclared"), std::string::npos);
  EXPECT_NE(message.find("count++"), std::string::npos);
  EXPECT_EQ(message.find("/x/"), std::string::npos);  // No paths of the machine.
}

TEST(Exercism, what_could_not_be_graded_is_an_error_with_the_reason) {
  const json report = exercism(could_not_grade_verdict());
  EXPECT_EQ(report["status"], "error");
  EXPECT_NE(report["message"].get<std::string>().find("toolkit is missing"), std::string::npos);
}

TEST(Exercism, output_stands_with_the_failed_test_and_is_at_most_500_characters) {
  const json report = exercism(hang_verdict());
  EXPECT_FALSE(report["tests"][0].contains("output"));
  EXPECT_EQ(report["tests"][1]["output"], "debug: acquire\ndebug: release\n");
  const std::string cut = exercism(hostile_verdict())["tests"][0]["output"];
  EXPECT_LE(cut.size(), 500U);
  EXPECT_NE(cut.find("Output was truncated"), std::string::npos);
}

TEST(Gradescope, a_behaviour_is_a_point) {
  const json report = gradescope(failed_verdict());
  EXPECT_EQ(report["score"], 2.0);
  EXPECT_EQ(report["execution_time"], 4.321);
  EXPECT_EQ(report["visibility"], "visible");
  EXPECT_EQ(report["stdout_visibility"], "hidden");
  ASSERT_EQ(report["tests"].size(), 4U);
  const json& race = report["tests"][1];
  EXPECT_EQ(race["name"], "robust: release(n) wakes every waiter it has permits for");
  EXPECT_EQ(race["number"], "2.1");
  EXPECT_EQ(race["score"], 0.0);
  EXPECT_EQ(race["max_score"], 1.0);
  EXPECT_EQ(race["status"], "failed");
  EXPECT_EQ(race["visibility"], "visible");
  EXPECT_EQ(race["output_format"], "text");
  EXPECT_EQ(race["tags"], (json{"robust", "data_race"}));
  EXPECT_NE(race["output"].get<std::string>().find("Semaphore::release"), std::string::npos);
  EXPECT_EQ(report["tests"][2]["number"], "2.2");
  EXPECT_EQ(report["tests"][0]["status"], "passed");
  EXPECT_EQ(report["tests"][0]["score"], 1.0);
}

TEST(Gradescope, a_compile_error_scores_nothing_and_says_why) {
  const json report = gradescope(compile_error_verdict());
  EXPECT_EQ(report["score"], 0.0);
  EXPECT_TRUE(report["tests"].empty());
  EXPECT_NE(report["output"].get<std::string>().find("undeclared identifier"), std::string::npos);
}

TEST(Gradescope, what_could_not_be_graded_is_not_the_submissions_fault) {
  const std::string output = gradescope(could_not_grade_verdict())["output"];
  EXPECT_NE(output.find("not the submission's fault"), std::string::npos);
}

TEST(Gradescope, the_level_is_told_beside_the_points) {
  EXPECT_EQ(gradescope(failed_verdict())["extra_data"]["level"], "core");
  EXPECT_TRUE(gradescope(not_implemented_verdict())["extra_data"]["level"].is_null());
}

TEST(ExchangeFormats, hostile_text_is_still_json) {
  EXPECT_EQ(exercism(hostile_verdict())["tests"].size(), 4U);
  EXPECT_EQ(gradescope(hostile_verdict())["tests"].size(), 4U);
}

}  // namespace
}  // namespace runner
