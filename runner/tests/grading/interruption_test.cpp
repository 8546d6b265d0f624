#include <gtest/gtest.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <thread>

#include "fixture_program.h"
#include "process/procfs.h"

namespace runner {
namespace {

using Clock = std::chrono::steady_clock;

// The program with a grading in it that takes long.
pid_t start_long_grading(const FixtureProgram& program) {
  const std::string workspace = FixtureProgram::submission("spins");
  const std::string json = (program.scratch() / "verdict.json").string();
  const std::vector<std::string> arguments = {KATA_RUNNER, "grade",  "tally", "--workspace",
                                              workspace,   "--json", json};
  const std::vector<std::string> environment = program.environment();
  std::vector<char*> argv;
  for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  std::vector<char*> variables;
  for (const std::string& one : environment) variables.push_back(const_cast<char*>(one.c_str()));
  variables.push_back(nullptr);
  pid_t started = 0;
  posix_spawn(&started, KATA_RUNNER, nullptr, nullptr, argv.data(), variables.data());
  return started;
}

// Waits until a guard and a program below it are there. False when `process` ends before.
bool await_descendants(pid_t process, std::vector<pid_t>& descendants) {
  const auto deadline = Clock::now() + std::chrono::seconds(60);
  while (Clock::now() < deadline) {
    descendants = descendants_of(process);
    if (descendants.size() >= 2) return true;
    if (waitpid(process, nullptr, WNOHANG) == process) return false;
    std::this_thread::yield();
  }
  return false;
}

// True once none of them exists any more.
bool await_gone(const std::vector<pid_t>& processes) {
  const auto deadline = Clock::now() + std::chrono::seconds(60);
  for (const pid_t process : processes) {
    while (kill(process, 0) == 0 && sample_process(process).resident_bytes != 0) {
      if (Clock::now() > deadline) return false;
      std::this_thread::yield();
    }
  }
  return true;
}

TEST(Interruption, an_interrupted_grading_ends_with_130_and_leaves_nothing) {
  const FixtureProgram program;
  const pid_t process = start_long_grading(program);
  std::vector<pid_t> descendants;
  ASSERT_TRUE(await_descendants(process, descendants));
  kill(process, SIGINT);
  int status = 0;
  ASSERT_EQ(waitpid(process, &status, 0), process);
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 128 + SIGINT);
  EXPECT_TRUE(await_gone(descendants));
}

TEST(Interruption, a_killed_runner_takes_its_gradings_with_it_and_leaves_no_report) {
  const FixtureProgram program;
  const pid_t process = start_long_grading(program);
  std::vector<pid_t> descendants;
  ASSERT_TRUE(await_descendants(process, descendants));
  kill(process, SIGKILL);
  ASSERT_EQ(waitpid(process, nullptr, 0), process);
  EXPECT_TRUE(await_gone(descendants));
  for (const auto& entry : std::filesystem::directory_iterator(program.scratch().path())) {
    EXPECT_EQ(entry.path().filename().string().find("verdict.json"), std::string::npos);
  }
}

}  // namespace
}  // namespace runner
