#include <gtest/gtest.h>

#include "../snippet.h"

namespace runner {
namespace {

using Texts = std::vector<std::string>;
constexpr const char* kLock = "std::unique_lock lock(m);\n";

TEST(WaitMutants, a_loop_around_a_wait_becomes_a_question) {
  EXPECT_EQ(mutated("wait_once", kLock + std::string("while (!ready) cv.wait(lock);\n")),
            Texts{"if (!ready) cv.wait(lock);"});
}

TEST(WaitMutants, a_loop_that_does_not_wait_stays) {
  EXPECT_EQ(mutated("wait_once", "while (!ready) g();\n"), Texts{});
}

TEST(WaitMutants, a_loop_that_is_left_in_the_middle_stays) {
  EXPECT_EQ(mutated("wait_once",
                    kLock + std::string("while (!ready) { cv.wait(lock); if (a) break; }\n")),
            Texts{});
}

TEST(WaitMutants, a_predicate_is_asked_once) {
  EXPECT_EQ(mutated("wait_once", kLock + std::string("cv.wait(lock, [&] { return ready; });\n")),
            Texts{"if (![&] { return ready; }()) cv.wait(lock);"});
}

TEST(WaitMutants, a_timed_wait_believes_that_it_was_woken_for_a_reason) {
  const auto texts =
      mutated("wait_once",
              kLock + std::string("auto end = std::chrono::steady_clock::now();\n"
                                  "ready = cv.wait_until(lock, end, [&] { return a > 0; });\n"));
  EXPECT_EQ(texts, Texts{"ready = ([&] { return a > 0; }() || cv.wait_until(lock, end) == "
                         "std::cv_status::no_timeout);"});
}

TEST(WaitMutants, a_wait_is_dropped) {
  EXPECT_EQ(bodies("drop_wait", kLock + std::string("cv.wait(lock, [&] { return ready; });\n")),
            Texts{kLock});
}

TEST(WaitMutants, a_wait_no_longer_heeds_its_stop_token) {
  EXPECT_EQ(mutated("drop_stop_token",
                    kLock + std::string("std::stop_token stop;\n"
                                        "cv.wait(lock, stop, [&] { return ready; });\n")),
            Texts{"cv.wait(lock, [&] { return ready; });"});
}

TEST(WaitMutants, a_deadline_becomes_a_length_that_begins_anew_each_time) {
  EXPECT_EQ(bodies("wait_until_to_wait_for",
                   kLock + std::string("auto end = std::chrono::steady_clock::now();\n"
                                       "while (!ready) cv.wait_until(lock, end);\n")),
            Texts{kLock +
                  std::string("auto end = std::chrono::steady_clock::now();\n"
                              "const auto mutant_length = end - std::decay_t<decltype(end)>::clock"
                              "::now();\n"
                              "while (!ready) cv.wait_for(lock, mutant_length);\n")});
}

}  // namespace
}  // namespace runner
