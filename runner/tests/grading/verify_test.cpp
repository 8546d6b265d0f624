#include <gtest/gtest.h>

#include <future>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "catalog/catalog.h"
#include "fixture_program.h"
#include "stages/grade.h"

namespace runner {
namespace {

using Json = nlohmann::json;

std::string json_file(const FixtureProgram& program) {
  return (program.scratch() / "verdict.json").string();
}

// A copy of the fixture graders in which tests may plant faults.
std::string copied_graders(const FixtureProgram& program) {
  const auto folder = program.scratch() / "graders";
  std::filesystem::copy(std::string(KATA_FIXTURES) + "/graders", folder,
                        std::filesystem::copy_options::recursive);
  return folder.string();
}

Json proof_of(const Graded& verified, const std::string& subject) {
  if (!verified.verdict.is_object()) return {};
  for (const Json& proof : verified.verdict["proofs"]) {
    if (proof["subject"] == subject) return proof;
  }
  return {};
}

TEST(Verify, proves_stub_reference_accepted_and_faulty) {
  const FixtureProgram program;
  const Graded verified = program.run({"verify", "tally", "--json", json_file(program)});
  EXPECT_EQ(verified.exit_code, 0) << verified.screen;
  for (const char* subject :
       {"stub", "reference", "accepted/yielding", "faulty/no_lock", "faulty/forgets_to_notify"}) {
    EXPECT_EQ(proof_of(verified, subject)["status"], "proved") << subject << verified.screen;
  }
}

TEST(Verify, a_wrong_solution_that_is_not_rejected_as_declared_is_reported) {
  const FixtureProgram program;
  const std::string graders = copied_graders(program);
  program.scratch().write("graders/tally/faulty/right/tally.h",
                          "// expect: deadlock in counts_alone\n#pragma once\n#include \"" +
                              std::string(KATA_FIXTURES) +
                              "/submissions/sound_tally.h\"\n"
                              "namespace kata { using Tally = SoundTally; }\n");
  const Graded verified = program.run({"verify", "tally", "--graders", graders, "--only",
                                       "faulty/right", "--json", json_file(program)});
  EXPECT_EQ(verified.exit_code, 1) << verified.screen;
  EXPECT_EQ(proof_of(verified, "faulty/right")["status"], "refuted");
  EXPECT_EQ(proof_of(verified, "faulty/right")["observed"],
            "passes every behaviour (the explorer)");
}

TEST(Verify, says_of_each_stage_whether_and_how_soon_it_caught_a_wrong_solution) {
  const FixtureProgram program;
  const Graded verified =
      program.run({"verify", "tally", "--only", "faulty/no_lock", "--json", json_file(program)});
  EXPECT_EQ(verified.exit_code, 0) << verified.screen;
  const Json stages = proof_of(verified, "faulty/no_lock")["by_stage"];
  ASSERT_EQ(stages.size(), 2U) << verified.verdict.dump(2);
  EXPECT_EQ(stages[0]["stage"], "explorer");
  EXPECT_EQ(stages[0]["finding"], "data_race");
  EXPECT_EQ(stages[0]["as_declared"], true);
  EXPECT_GE(stages[0]["schedules"], 1);
  EXPECT_NE(verified.screen.find("the explorer by itself caught 1 of 1"), std::string::npos)
      << verified.screen;
  EXPECT_EQ(stages[1]["stage"], "tsan");
}

// Whether somebody else could take it now.
bool is_free(std::mutex& mutex) {
  return std::async(std::launch::async,
                    [&mutex] {
                      const std::unique_lock attempt(mutex, std::try_to_lock);
                      return attempt.owns_lock();
                    })
      .get();
}

TEST(Verify, what_runs_on_real_threads_runs_one_at_a_time) {
  std::mutex real_threads;
  std::map<bool, int> news_while_free;  // By whether it was the explorer's.
  std::map<bool, int> news_while_taken;
  GradeRequest request;
  request.layout = Layout::of_repository(KATA_FIXTURES);
  request.layout.toolkits = KATA_TOOLKITS;
  request.kata = Catalog::load(request.layout).get("tally");
  request.header = request.layout.solutions / "tally" / "tally.h";
  request.workspace = request.header.parent_path().parent_path();
  request.keep_program = false;
  request.real_threads = &real_threads;
  request.progress = [&](const std::string& news) {
    auto& counted = is_free(real_threads) ? news_while_free : news_while_taken;
    ++counted[!news.starts_with("ThreadSanitizer")];
  };
  for (const Verdict& verdict : grade_by_each(request)) {
    EXPECT_EQ(verdict.status, Status::pass) << verdict.summary;
  }
  EXPECT_GT(news_while_free[true], 0);
  EXPECT_EQ(news_while_taken[true], 0);
  EXPECT_GT(news_while_taken[false], 0);
  EXPECT_EQ(news_while_free[false], 0);
}

TEST(Verify, one_stage_can_be_asked_alone_with_several_seeds) {
  const FixtureProgram program;
  const Graded verified = program.run({"verify", "tally", "--only", "faulty/no_lock", "--stage",
                                       "explorer", "--seeds", "3", "--json", json_file(program)});
  EXPECT_EQ(verified.exit_code, 0) << verified.screen;
  EXPECT_EQ(verified.verdict["repeat"], 3);
  const Json stages = proof_of(verified, "faulty/no_lock")["by_stage"];
  ASSERT_EQ(stages.size(), 1U);
  EXPECT_EQ(stages[0]["seeds"], 3);
  EXPECT_EQ(stages[0]["seeds_as_declared"], 3);
  EXPECT_EQ(stages[0]["findings"], (Json{{"data_race", 3}}));
}

TEST(Verify, right_solutions_alone_can_be_asked_on_a_busy_processor) {
  const FixtureProgram program;
  const Graded verified = program.run({"verify", "tally", "--right-only", "--stage", "explorer",
                                       "--backend", "kernel_threads", "--pressure",
                                       "--one-processor", "--json", json_file(program)});
  EXPECT_EQ(verified.exit_code, 0) << verified.screen;
  EXPECT_EQ(verified.verdict["proofs"].size(), 2U);
  EXPECT_EQ(proof_of(verified, "accepted/yielding")["status"], "proved");
}

TEST(Verify, says_what_a_plain_test_and_a_stress_loop_make_of_it) {
  const FixtureProgram program;
  const Graded verified =
      program.run({"verify", "tally", "--only", "faulty/no_lock", "--stage", "explorer", "--versus",
                   "--stress-seconds", "1", "--json", json_file(program)});
  EXPECT_EQ(verified.exit_code, 0) << verified.screen;
  const Json versus = proof_of(verified, "faulty/no_lock")["versus"];
  EXPECT_EQ(versus["stress"]["how"], "race") << verified.screen;
  EXPECT_NE(verified.screen.find("again and again under ThreadSanitizer"), std::string::npos);
}

TEST(Verify, a_known_limit_has_to_compile_and_no_more) {
  const FixtureProgram program;
  const std::string graders = copied_graders(program);
  program.scratch().write("graders/tally/faulty/subtle/tally.h",
                          "// expect: unguarded_wait in counts_alone (known limit: explorer only)\n"
                          "#pragma once\n#include \"" +
                              std::string(KATA_FIXTURES) +
                              "/submissions/sound_tally.h\"\n"
                              "namespace kata { using Tally = SoundTally; }\n");
  program.scratch().write("graders/tally/faulty/broken/tally.h",
                          "// expect: crash in counts_alone (known limit: explorer only)\n"
                          "this is not C++\n");
  const Graded verified = program.run(
      {"verify", "tally", "--graders", graders, "--stage", "tsan", "--json", json_file(program)});
  EXPECT_EQ(verified.exit_code, 1) << verified.screen;
  EXPECT_EQ(proof_of(verified, "faulty/subtle")["status"], "known_limit");
  EXPECT_EQ(proof_of(verified, "faulty/broken")["status"], "refuted");
}

TEST(Verify, a_first_line_that_declares_nothing_is_reported) {
  const FixtureProgram program;
  const std::string graders = copied_graders(program);
  program.scratch().write("graders/tally/accepted/nameless/tally.h", "#pragma once\n");
  const Graded verified = program.run({"verify", "tally", "--graders", graders, "--only",
                                       "nameless", "--json", json_file(program)});
  EXPECT_EQ(verified.exit_code, 1) << verified.screen;
  EXPECT_NE(
      proof_of(verified, "accepted/nameless")["observed"].get<std::string>().find("// accept:"),
      std::string::npos);
}

TEST(Verify, a_workspace_is_proved_to_pass) {
  const FixtureProgram program;
  EXPECT_EQ(program.run({"verify", "--workspace", FixtureProgram::submission("passes")}).exit_code,
            0);
  const Graded wrong =
      program.run({"verify", "--workspace", FixtureProgram::submission("wrong_result")});
  EXPECT_EQ(wrong.exit_code, 1);
  EXPECT_NE(wrong.screen.find("wrong_result in counts_alone"), std::string::npos) << wrong.screen;
}

}  // namespace
}  // namespace runner
