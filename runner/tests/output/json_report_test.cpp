#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "output/format.h"
#include "sample_verdicts.h"
#include "user_error.h"

namespace runner {
namespace {

using nlohmann::json;

TEST(JsonReport, says_what_was_graded_with_what) {
  const json report = json::parse(json_report(failed_verdict()));
  EXPECT_EQ(report["version"], 1);
  EXPECT_EQ(report["kata"], "semaphore");
  EXPECT_EQ(report["workspace"], "katas");
  EXPECT_EQ(report["status"], "fail");
  EXPECT_EQ(report["level"], "core");
  EXPECT_EQ(report["toolchain"], "clang 19.1.7, ThreadSanitizer");
  EXPECT_EQ(report["seed"], 7);
  EXPECT_EQ(report["milliseconds"], 4321);
}

TEST(JsonReport, counts_each_tier) {
  const json tiers = json::parse(json_report(failed_verdict()))["tiers"];
  EXPECT_EQ(tiers["core"], (json{{"passed", 1}, {"total", 1}}));
  EXPECT_EQ(tiers["robust"], (json{{"passed", 1}, {"total", 2}}));
  EXPECT_EQ(tiers["senior"], (json{{"passed", 0}, {"total", 1}}));
}

TEST(JsonReport, gives_every_behaviour_all_its_fields) {
  const json behaviours = json::parse(json_report(failed_verdict()))["behaviours"];
  ASSERT_EQ(behaviours.size(), 4U);
  const json& race = behaviours[1];
  EXPECT_EQ(race["name"], "release_wakes_all");
  EXPECT_EQ(race["sentence"], "release(n) wakes every waiter it has permits for");
  EXPECT_EQ(race["tier"], "robust");
  EXPECT_EQ(race["status"], "fail");
  EXPECT_EQ(race["finding"], "data_race");
  EXPECT_EQ(race["message"], "Two threads use count_ and nothing orders them.");
  EXPECT_EQ(race["stage"], "tsan");
  EXPECT_EQ(race["runs"], 3);
  EXPECT_EQ(race["milliseconds"], 120);
  EXPECT_TRUE(race["token"].is_null());
  EXPECT_EQ(race["threads"][1]["thread"], "T2");
  EXPECT_EQ(race["threads"][1]["doing"], "reads 8 bytes");
  EXPECT_EQ(race["threads"][1]["places"][0],
            (json{{"function", "Semaphore::acquire()"}, {"file", "semaphore.h"}, {"line", 24}}));
}

TEST(JsonReport, gives_a_failing_schedule_with_its_story) {
  const json lost = json::parse(json_report(explored_failure_verdict()))["behaviours"][1];
  EXPECT_EQ(lost["stage"], "explorer");
  EXPECT_EQ(lost["failing_schedule"], 17);
  EXPECT_EQ(lost["token"], "release_wakes_all:A3kF9aQ");
  EXPECT_NE(lost["story"].get<std::string>().find("notify_one -> T1"), std::string::npos);
  EXPECT_EQ(lost["proved"], false);
}

TEST(JsonReport, says_of_each_pass_how_it_is_known) {
  const json report = json::parse(json_report(explored_pass_verdict()));
  const json& behaviours = report["behaviours"];
  EXPECT_EQ(behaviours[0]["proved"], true);
  EXPECT_EQ(behaviours[0]["stages"], (json{"explorer", "tsan"}));
  EXPECT_EQ(behaviours[1]["proved"], false);
  EXPECT_EQ(behaviours[1]["runs"], 20'000);
  EXPECT_TRUE(behaviours[1]["failing_schedule"].is_null());
  EXPECT_EQ(behaviours[3]["stage"], "tsan");
  EXPECT_NE(behaviours[3]["note"].get<std::string>().find("fork()"), std::string::npos);
  EXPECT_EQ(report["stages"][1],
            (json{{"stage", "tsan"}, {"status", "pass"}, {"milliseconds", 2100}}));
  EXPECT_TRUE(report["note"].is_null());
}

TEST(JsonReport, a_pass_has_no_finding_and_no_message) {
  const json pass = json::parse(json_report(failed_verdict()))["behaviours"][0];
  EXPECT_EQ(pass["status"], "pass");
  EXPECT_TRUE(pass["finding"].is_null());
  EXPECT_EQ(pass["message"], "");
  EXPECT_EQ(json::parse(json_report(failed_verdict()))["behaviours"][3]["status"], "skipped");
}

TEST(JsonReport, a_compile_error_has_its_place_and_context) {
  const json report = json::parse(json_report(compile_error_verdict()));
  EXPECT_EQ(report["status"], "fail");
  ASSERT_EQ(report["compile_errors"].size(), 1U);
  const json& error = report["compile_errors"][0];
  EXPECT_EQ(error["file"], "semaphore.h");
  EXPECT_EQ(error["line"], 31);
  EXPECT_EQ(error["column"], 5);
  EXPECT_EQ(error["message"], "use of undeclared identifier 'count'");
  EXPECT_EQ(error["context"].size(), 2U);
  EXPECT_EQ(error["further_errors"], 3);
  EXPECT_EQ(report["tiers"]["core"]["total"], 0);
}

TEST(JsonReport, hostile_text_is_still_json) {
  const json report = json::parse(json_report(hostile_verdict()));
  EXPECT_EQ(report["behaviours"].size(), 4U);
  EXPECT_NE(report["workspace"].get<std::string>().find("\xEF\xBF\xBD"), std::string::npos);
}

TEST(Formats, are_found_by_name_and_unknown_ones_are_listed) {
  for (const std::string_view known : kFormatNames) EXPECT_NO_THROW((void)format_named(known));
  EXPECT_EQ(format_named("junit"), Format::junit);
  try {
    (void)format_named("yaml");
    FAIL() << "must throw";
  } catch (const UserError& error) {
    EXPECT_NE(std::string(error.what()).find("gradescope"), std::string::npos);
  }
}

TEST(Formats, render_what_their_names_say) {
  const Verdict verdict = failed_verdict();
  EXPECT_EQ(render(Format::json, verdict, {}), json_report(verdict));
  EXPECT_EQ(render(Format::junit, verdict, {}), junit_report(verdict));
  EXPECT_EQ(render(Format::exercism, verdict, {}), exercism_report(verdict));
  EXPECT_EQ(render(Format::gradescope, verdict, {}), gradescope_report(verdict));
  EXPECT_EQ(render(Format::text, verdict, {}), text_report(verdict, {}));
}

}  // namespace
}  // namespace runner
