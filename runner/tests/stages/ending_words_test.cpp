#include "stages/ending_words.h"

#include <gtest/gtest.h>

#include <csignal>

#include "messages.h"

namespace runner {
namespace {

const LearnersCode kCode("/ws/tally/tally.h");

GraderRun ended(Ending ending) {
  GraderRun run;
  run.outcome.ending = ending;
  run.limit = std::chrono::seconds(10);
  return run;
}

TEST(EndingWords, a_plain_exit_needs_no_words) {
  EXPECT_FALSE(explain_ending(ended(Ending::exited), kCode));
}

TEST(EndingWords, every_limit_has_its_finding) {
  const std::pair<Ending, std::string> expected[] = {{Ending::signalled, "crash"},
                                                     {Ending::hung, "hang"},
                                                     {Ending::stopped, "hang"},
                                                     {Ending::cpu_limit, "busy_wait"},
                                                     {Ending::wall_limit, "hang"},
                                                     {Ending::memory_limit, "unbounded"},
                                                     {Ending::output_limit, "unbounded"},
                                                     {Ending::thread_limit, "unbounded"},
                                                     {Ending::process_limit, "unbounded"},
                                                     {Ending::refused, "misuse"},
                                                     {Ending::guard_lost, "misuse"}};
  for (const auto& [ending, finding] : expected) {
    const auto words = explain_ending(ended(ending), kCode);
    ASSERT_TRUE(words);
    EXPECT_EQ(words->status, Status::fail);
    EXPECT_EQ(words->finding, finding);
    EXPECT_FALSE(words->message.empty());
  }
}

TEST(EndingWords, what_is_not_the_learners_fault_is_an_error) {
  for (const Ending ending : {Ending::interrupted, Ending::not_started}) {
    EXPECT_EQ(explain_ending(ended(ending), kCode)->status, Status::error);
  }
}

TEST(EndingWords, out_of_time_with_a_busy_processor_is_busy_wait) {
  GraderRun run = ended(Ending::wall_limit);
  run.outcome.cpu = std::chrono::seconds(6);
  EXPECT_EQ(explain_ending(run, kCode)->finding, "busy_wait");
  run.outcome.cpu = std::chrono::seconds(1);
  EXPECT_EQ(explain_ending(run, kCode)->finding, "hang");
}

TEST(EndingWords, a_hang_shows_only_threads_inside_the_learners_code) {
  GraderRun run = ended(Ending::hung);
  run.stacks = {{.thread = 1,
                 .name = "main",
                 .frames = {{"pthread_join", "", 0, 0}, {"main", "/g/tally_grader.cpp", 3, 1}},
                 .addresses = {0, 0}},
                {.thread = 2,
                 .name = "waiter",
                 .frames = {{"pthread_cond_wait", "", 0, 0},
                            {"kata::Tally::wait_for(int)", "/ws/tally/tally.h", 26, 5}},
                 .addresses = {0, 0}}};
  const auto words = explain_ending(run, kCode);
  EXPECT_EQ(words->finding, "hang");
  ASSERT_EQ(words->threads.size(), 1U);
  EXPECT_EQ(words->threads[0].thread, "waiter");
  EXPECT_EQ(words->threads[0].doing, "waits for a condition variable");
  EXPECT_EQ(words->threads[0].places[0].line, 26);
}

TEST(EndingWords, a_hang_whose_stacks_cannot_be_seen_says_so) {
  EXPECT_NE(explain_ending(ended(Ending::hung), kCode)->message.find("kata doctor"),
            std::string::npos);
}

TEST(EndingWords, signals_are_named) {
  EXPECT_EQ(signal_in_words(SIGSEGV).find("SIGSEGV ("), 0U);
  EXPECT_EQ(signal_in_words(SIGFPE).find("SIGFPE ("), 0U);
  EXPECT_EQ(signal_in_words(SIGUSR1).find("SIGUSR1 ("), 0U);
}

TEST(EndingWords, an_exit_before_the_end_tells_its_code) {
  GraderRun run = testing::run_with({testing::hello()});
  run.outcome.exit_code = 7;
  EXPECT_NE(left_early(run).message.find("exit code 7"), std::string::npos);
}

}  // namespace
}  // namespace runner
