#include "process/hang.h"

#include <gtest/gtest.h>

namespace runner {
namespace {

using State = HangDetector::State;
using std::chrono::milliseconds;

const HangDetector::TimePoint kStart{};

ThreadSample asleep(pid_t thread, std::uint64_t switches = 5) {
  return {.thread = thread, .state = 'S', .switches = switches, .waited_nanoseconds = 0};
}

// Shows `threads` to `detector` every 50 ms of a time that passes only here.
State look_for(HangDetector& detector, const std::vector<ThreadSample>& threads, milliseconds from,
               milliseconds to) {
  State state = State::running;
  for (milliseconds at = from; at <= to; at += milliseconds(50)) {
    state = detector.look(threads, kStart + at);
  }
  return state;
}

TEST(HangDetector, threads_that_sleep_long_enough_are_hung) {
  HangDetector detector;
  EXPECT_EQ(look_for(detector, {asleep(1), asleep(2)}, milliseconds(0), milliseconds(2000)),
            State::hung);
}

TEST(HangDetector, a_short_sleep_is_no_hang) {
  HangDetector detector;
  EXPECT_EQ(look_for(detector, {asleep(1)}, milliseconds(0), milliseconds(1200)), State::running);
}

TEST(HangDetector, a_thread_that_ran_in_between_starts_the_clock_anew) {
  HangDetector detector;
  EXPECT_EQ(look_for(detector, {asleep(1, 5)}, milliseconds(0), milliseconds(1400)),
            State::running);
  EXPECT_EQ(look_for(detector, {asleep(1, 6)}, milliseconds(1450), milliseconds(2500)),
            State::running);
  EXPECT_EQ(look_for(detector, {asleep(1, 6)}, milliseconds(2550), milliseconds(3200)),
            State::hung);
}

TEST(HangDetector, a_thread_able_to_run_is_not_hung_however_long_it_gets_no_processor) {
  HangDetector detector;
  ThreadSample runnable = asleep(2);
  runnable.state = 'R';
  EXPECT_EQ(look_for(detector, {asleep(1), runnable}, milliseconds(0), milliseconds(60'000)),
            State::running);
}

TEST(HangDetector, few_samples_are_not_enough_though_much_time_has_passed) {
  HangDetector detector;
  State state = State::running;
  for (int i = 0; i < 5; ++i) {
    state = detector.look({asleep(1)}, kStart + std::chrono::seconds(10 * i));
  }
  EXPECT_EQ(state, State::running);
}

TEST(HangDetector, stopped_threads_are_told_apart_from_sleeping_ones) {
  HangDetector detector;
  ThreadSample stopped = asleep(1);
  stopped.state = 'T';
  EXPECT_EQ(look_for(detector, {stopped}, milliseconds(0), milliseconds(2000)), State::stopped);
}

TEST(HangDetector, an_announced_hang_is_believed_sooner) {
  HangDetector detector;
  State state = State::running;
  for (milliseconds at(0); at <= milliseconds(400); at += milliseconds(50)) {
    state = detector.look({asleep(1)}, kStart + at, HangDetector::kExpecting);
  }
  EXPECT_EQ(state, State::hung);
}

TEST(HangDetector, no_threads_at_all_are_no_hang) {
  HangDetector detector;
  EXPECT_EQ(look_for(detector, {}, milliseconds(0), milliseconds(5000)), State::running);
}

}  // namespace
}  // namespace runner
