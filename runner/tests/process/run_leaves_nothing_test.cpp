#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>

#include "process/procfs.h"
#include "process/run.h"
#include "process/scratch.h"
#include "shell.h"

namespace runner {
namespace {

using testing::shell;

// Runs `script`, in which every process appends its number to the file $PIDS, and returns those
// that still exist afterwards.
std::vector<pid_t> survivors(const std::string& script, Outcome* outcome = nullptr) {
  const ScratchDirectory scratch;
  Command command = shell(script);
  const std::filesystem::path list = scratch.path() / "pids";
  command.environment.push_back("PIDS=" + list.string());
  Limits limits;
  limits.detect_hang = true;
  const Outcome ended = run(command, limits);
  if (outcome != nullptr) *outcome = ended;
  std::vector<pid_t> alive;
  std::ifstream file(list);
  int count = 0;
  for (pid_t pid = 0; file >> pid; ++count) {
    if (kill(pid, 0) == 0) alive.push_back(pid);
  }
  EXPECT_GT(count, 0) << "the script has not run as meant: " << ended.output;
  return alive;
}

TEST(Run, background_processes_do_not_survive) {
  Outcome outcome;
  EXPECT_TRUE(survivors("sleep 60 & echo $! >> $PIDS; exit 0", &outcome).empty());
  EXPECT_EQ(outcome.ending, Ending::exited);
  EXPECT_EQ(outcome.left_behind, 1);
}

TEST(Run, processes_that_moved_to_another_session_do_not_survive) {
  EXPECT_TRUE(survivors("setsid sh -c 'echo $$ >> $PIDS; setsid sleep 60 & echo $! >> $PIDS; "
                        "exec sleep 60' & while [ \"$(wc -l < $PIDS)\" != 2 ]; do :; done 2>&-")
                  .empty());
}

TEST(Run, orphans_of_a_hung_program_do_not_survive) {
  Outcome outcome;
  EXPECT_TRUE(survivors("(sleep 60 & echo $! >> $PIDS); exec sleep 60", &outcome).empty());
  EXPECT_EQ(outcome.ending, Ending::hung);
}

TEST(Run, a_program_that_kills_its_guard_takes_nothing_along) {
  Outcome outcome;
  EXPECT_TRUE(
      survivors("setsid sleep 60 & echo $! >> $PIDS; kill -KILL $PPID; exec sleep 60", &outcome)
          .empty());
  EXPECT_EQ(outcome.ending, Ending::guard_lost);
}

TEST(Run, a_program_that_stops_its_guard_is_found_out) {
  Outcome outcome;
  EXPECT_TRUE(survivors("echo $$ >> $PIDS; kill -STOP $PPID; exec sleep 60", &outcome).empty());
  EXPECT_EQ(outcome.ending, Ending::guard_lost);
}

TEST(Run, a_signal_to_its_group_reaches_nobody_else) {
  const Outcome outcome = run(shell("kill -KILL 0"), {});
  EXPECT_EQ(outcome.ending, Ending::signalled);
  EXPECT_EQ(outcome.signal, SIGKILL);
}

TEST(Run, several_threads_may_run_programs_at_once) {
  std::vector<std::string> outputs(4);
  {
    std::vector<std::jthread> threads;
    for (std::size_t i = 0; i < outputs.size(); ++i) {
      threads.emplace_back([&outputs, i] {
        const std::string number = std::to_string(i);
        for (int round = 0; round < 5; ++round) {
          outputs[i] += run(shell("sleep 0 & wait; echo " + number), {}).output;
        }
      });
    }
  }
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    const std::string line = std::to_string(i) + "\n";
    EXPECT_EQ(outputs[i], line + line + line + line + line);
  }
}

TEST(ScratchDirectory, is_removed_with_everything_in_it) {
  std::filesystem::path path;
  {
    const ScratchDirectory scratch;
    path = scratch.path();
    std::filesystem::create_directories(path / "a" / "b");
    std::ofstream(path / "a" / "b" / "c") << "content";
    std::filesystem::permissions(path / "a", std::filesystem::perms::none);
  }
  EXPECT_FALSE(std::filesystem::exists(path));
}

TEST(Run, leaves_no_descriptor_open) {
  const auto count = [] {
    const std::filesystem::directory_iterator descriptors("/proc/self/fd");
    return std::distance(begin(descriptors), end(descriptors));
  };
  const auto before = count();
  Command command = shell("exit 0");
  command.channel = true;
  EXPECT_EQ(run(command, {}).ending, Ending::exited);
  EXPECT_EQ(count(), before);
}

}  // namespace
}  // namespace runner
