#include "process/stop.h"

#include <gtest/gtest.h>

#include <chrono>
#include <csignal>

#include "process/run.h"
#include "shell.h"

namespace runner {
namespace {

using testing::shell;

class Stop : public ::testing::Test {
 protected:
  ~Stop() override { clear_stop(); }
};

TEST_F(Stop, a_request_ends_what_is_running) {
  Observer observer;
  Command command = shell("echo ready >&3; exec sleep 100");
  command.channel = true;
  observer.on_channel = [](std::string_view) {
    request_stop();
    return true;
  };
  EXPECT_EQ(run(command, {}, observer).ending, Ending::interrupted);
}

TEST_F(Stop, a_signal_is_a_request_while_somebody_listens) {
  const StopOnSignals listening;
  ASSERT_EQ(raise(SIGTERM), 0);
  EXPECT_TRUE(stop_requested());
  EXPECT_EQ(stop_signal(), SIGTERM);
}

TEST_F(Stop, two_signals_in_quick_succession_are_one_wish) {
  const StopOnSignals listening(std::chrono::hours(1));
  ASSERT_EQ(raise(SIGTERM), 0);
  ASSERT_EQ(raise(SIGTERM), 0);
  EXPECT_EQ(stop_signal(), SIGTERM);
}

TEST_F(Stop, a_second_signal_later_on_ends_the_program) {
  EXPECT_EXIT(
      {
        const StopOnSignals listening(std::chrono::nanoseconds(0));
        raise(SIGTERM);
        raise(SIGTERM);
      },
      ::testing::KilledBySignal(SIGTERM), "");
}

TEST_F(Stop, a_cleared_request_is_forgotten) {
  request_stop(SIGINT);
  clear_stop();
  EXPECT_FALSE(stop_requested());
  EXPECT_EQ(stop_signal(), 0);
  EXPECT_EQ(run(shell("exit 0"), {}).ending, Ending::exited);
}

TEST_F(Stop, previous_handlers_come_back) {
  struct sigaction before{};
  sigaction(SIGINT, nullptr, &before);
  {
    const StopOnSignals listening;
  }
  struct sigaction after{};
  sigaction(SIGINT, nullptr, &after);
  EXPECT_EQ(before.sa_handler, after.sa_handler);
}

}  // namespace
}  // namespace runner
