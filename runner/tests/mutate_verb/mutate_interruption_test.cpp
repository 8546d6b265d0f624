#include <gtest/gtest.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>

#include <chrono>
#include <string>
#include <thread>

#include "../grading/fixture_program.h"
#include "system/files.h"

namespace runner {
namespace {

using Json = nlohmann::json;
using Clock = std::chrono::steady_clock;

std::filesystem::path state_file(const FixtureProgram& program) {
  return program.scratch() / "state/mutation/tally.json";
}

std::vector<char*> pointers_to(std::vector<std::string>& words) {
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  return pointers;
}

pid_t start(const FixtureProgram& program, std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), KATA_RUNNER);
  std::vector<std::string> environment = program.environment();
  std::vector<char*> argv = pointers_to(arguments);
  std::vector<char*> variables = pointers_to(environment);
  pid_t started = 0;
  posix_spawn(&started, KATA_RUNNER, nullptr, nullptr, argv.data(), variables.data());
  return started;
}

// What is kept, without the reference. The file is replaced as a whole, so it can be read
// meanwhile.
Json kept(const FixtureProgram& program) {
  const auto text = read_file(state_file(program));
  if (!text) return Json::object();
  Json mutants = Json::parse(*text)["mutants"];
  mutants.erase("reference");
  return mutants;
}

// Waits until a mutant has been graded. False when `process` ends before.
bool await_first_mutant(const FixtureProgram& program, pid_t process) {
  const auto deadline = Clock::now() + std::chrono::minutes(3);
  while (Clock::now() < deadline) {
    if (!kept(program).empty()) return true;
    if (waitpid(process, nullptr, WNOHANG) == process) return false;
    std::this_thread::yield();
  }
  return false;
}

// Gives what is kept another behaviour, to be known again by.
std::string mark_first(const FixtureProgram& program) {
  Json state = Json::parse(*read_file(state_file(program)));
  const std::string id = kept(program).begin().key();
  state["mutants"][id]["fate"] = "killed";
  state["mutants"][id]["behaviour"] = "from_before";
  write_file(state_file(program), state.dump());
  return id;
}

TEST(MutateInterrupted, it_goes_on_where_it_stopped) {
  const FixtureProgram program;
  const pid_t process = start(program, {"mutate", "tally", "--only", "drop_", "--jobs", "1"});
  ASSERT_TRUE(await_first_mutant(program, process));
  kill(process, SIGINT);
  int status = 0;
  ASSERT_EQ(waitpid(process, &status, 0), process);
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 128 + SIGINT);

  const std::string id = mark_first(program);
  const Graded rest = program.run({"mutate", "tally", "--only", "drop_", "--json",
                                   (program.scratch() / "verdict.json").string()});
  ASSERT_TRUE(rest.verdict.is_object()) << rest.screen;
  EXPECT_EQ(rest.verdict["pending"], 0);
  EXPECT_EQ(rest.verdict["mutants"].size(), kept(program).size());
  for (const Json& mutant : rest.verdict["mutants"]) {
    EXPECT_EQ(mutant["behaviour"] == "from_before", mutant["id"] == id) << mutant.dump();
  }
}

TEST(MutateInterrupted, what_is_kept_can_be_forgotten) {
  const FixtureProgram program;
  const std::vector<std::string> arguments = {
      "mutate",      "tally",  "--only",
      "drop_notify", "--json", (program.scratch() / "verdict.json").string()};
  EXPECT_EQ(program.run(arguments).exit_code, 0);
  mark_first(program);
  EXPECT_EQ(program.run(arguments).verdict["mutants"][0]["behaviour"], "from_before");
  std::vector<std::string> fresh = arguments;
  fresh.emplace_back("--fresh");
  EXPECT_EQ(program.run(fresh).verdict["mutants"][0]["behaviour"], "adding_wakes_the_waiter");
}

TEST(MutateInterrupted, damaged_results_are_set_aside_and_found_out_anew) {
  const FixtureProgram program;
  program.scratch().write("state/mutation/tally.json", "{\"version\": 1, \"mut");
  const Graded ran = program.run({"mutate", "tally", "--only", "drop_notify"});
  EXPECT_EQ(ran.exit_code, 0) << ran.screen;
  EXPECT_NE(ran.screen.find("is damaged"), std::string::npos) << ran.screen;
  EXPECT_EQ(kept(program).size(), 1U);
}

}  // namespace
}  // namespace runner
