#include <gtest/gtest.h>

#include <csignal>

#include "process/run.h"
#include "shell.h"

namespace runner {
namespace {

using testing::shell;
using namespace std::chrono_literals;

TEST(Run, tells_exit_code_and_output) {
  const Outcome outcome = run(shell("echo out; echo err >&2; exit 3"), {});
  EXPECT_EQ(outcome.ending, Ending::exited);
  EXPECT_EQ(outcome.exit_code, 3);
  EXPECT_EQ(outcome.output, "out\nerr\n");
  EXPECT_EQ(outcome.left_behind, 0);
}

TEST(Run, standard_input_is_empty) { EXPECT_EQ(run(shell("cat; echo read"), {}).output, "read\n"); }

TEST(Run, nothing_of_the_callers_environment_is_inherited) {
  setenv("TSAN_OPTIONS", "halt_on_error=1", 1);
  const Outcome outcome = run(shell("echo \"<$TSAN_OPTIONS>\""), {});
  unsetenv("TSAN_OPTIONS");
  EXPECT_EQ(outcome.output, "<>\n");
}

TEST(Run, a_program_that_is_not_there_is_not_started) {
  Command command = shell("");
  command.argv = {"/no/such/program"};
  const Outcome outcome = run(command, {});
  EXPECT_EQ(outcome.ending, Ending::not_started);
  EXPECT_EQ(outcome.error, "No such file or directory");
}

TEST(Run, tells_the_signal_that_ended_a_program) {
  const Outcome outcome = run(shell("kill -SEGV $$"), {});
  EXPECT_EQ(outcome.ending, Ending::signalled);
  EXPECT_EQ(outcome.signal, SIGSEGV);
}

// Signal 0 asks only whether the signal could be sent: without the filter this test harms nobody.
TEST(Run, a_program_may_not_signal_everybody) {
  const Outcome outcome = run(shell("kill -0 -1 && echo allowed; kill -0 $$ && echo self"), {});
  EXPECT_EQ(outcome.output.find("allowed"), std::string::npos) << outcome.output;
  EXPECT_NE(outcome.output.find("self\n"), std::string::npos) << outcome.output;
}

TEST(Run, a_program_that_sleeps_for_ever_is_hung) {
  Limits limits;
  limits.detect_hang = true;
  EXPECT_EQ(run(shell("exec sleep 100"), limits).ending, Ending::hung);
}

TEST(Run, a_program_that_stops_itself_is_stopped) {
  Limits limits;
  limits.detect_hang = true;
  EXPECT_EQ(run(shell("kill -STOP $$"), limits).ending, Ending::stopped);
}

TEST(Run, processor_time_is_limited) {
  Limits limits;
  limits.cpu = 300ms;
  EXPECT_EQ(run(shell("while :; do :; done"), limits).ending, Ending::cpu_limit);
}

TEST(Run, time_is_limited_for_a_program_that_sleeps_and_wakes) {
  Limits limits;
  limits.wall = 400ms;
  limits.detect_hang = true;
  EXPECT_EQ(run(shell("while :; do sleep 0.02; done"), limits).ending, Ending::wall_limit);
}

TEST(Run, output_is_limited_and_what_came_before_is_kept) {
  Limits limits;
  limits.output_bytes = 1000;
  const Outcome outcome = run(shell("while :; do echo x; done"), limits);
  EXPECT_EQ(outcome.ending, Ending::output_limit);
  EXPECT_EQ(outcome.output.size(), 1000U);
}

TEST(Run, memory_is_limited) {
  Limits limits;
  limits.memory_bytes = 64U << 20;
  // Doubles a text until it is stopped, at 1 GiB at the latest.
  const Outcome outcome = run(
      shell("t=0123456789abcdef; i=0; while [ $i -lt 26 ]; do t=$t$t; i=$((i+1)); done"), limits);
  EXPECT_EQ(outcome.ending, Ending::memory_limit);
  EXPECT_GT(outcome.peak_memory_bytes, limits.memory_bytes);
}

TEST(Run, the_number_of_processes_is_limited) {
  Limits limits;
  limits.processes = 5;
  const Outcome outcome =
      run(shell("i=0; while [ $i -lt 12 ]; do sleep 30 & i=$((i+1)); done; exec sleep 30"), limits);
  EXPECT_EQ(outcome.ending, Ending::process_limit);
}

TEST(Run, the_size_of_files_is_limited) {
  Limits limits;
  limits.file_bytes = 1U << 20;
  const Outcome outcome = run(
      shell("f=$(mktemp) || exit 9; exec 9>$f; rm $f; exec head -c 3000000 /dev/zero >&9"), limits);
  EXPECT_EQ(outcome.ending, Ending::signalled);
  EXPECT_EQ(outcome.signal, SIGXFSZ);
}

TEST(Run, the_channel_goes_both_ways) {
  Command command = shell("read line <&3; echo \"got $line by $KATA_CHANNEL\" >&3");
  command.channel = true;
  command.greeting = "secret\n";
  std::string received;
  Observer observer;
  observer.on_channel = [&](std::string_view bytes) {
    received += bytes;
    return true;
  };
  EXPECT_EQ(run(command, {}, observer).ending, Ending::exited);
  EXPECT_EQ(received, "got secret by 3\n");
}

TEST(Run, a_channel_that_is_refused_ends_the_program) {
  Command command = shell("echo nonsense >&3; exec sleep 100");
  command.channel = true;
  Observer observer;
  observer.on_channel = [](std::string_view) { return false; };
  EXPECT_EQ(run(command, {}, observer).ending, Ending::refused);
}

TEST(Run, the_program_is_still_there_when_its_end_is_announced) {
  Limits limits;
  limits.detect_hang = true;
  bool alive = false;
  Observer observer;
  observer.before_kill = [&](pid_t process, Ending ending) {
    alive = ending == Ending::hung && kill(process, 0) == 0;
  };
  EXPECT_EQ(run(shell("exec sleep 100"), limits, observer).ending, Ending::hung);
  EXPECT_TRUE(alive);
}

}  // namespace
}  // namespace runner
