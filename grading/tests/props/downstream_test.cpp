#include "grading/props/downstream.h"

#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace grading {
namespace {

using namespace std::chrono_literals;

bool succeeds(Downstream& downstream) {
  try {
    downstream.call();
    return true;
  } catch (const DownstreamError&) {
    return false;
  }
}

TEST(Downstream, takes_its_latency) {
  Downstream mail("mail", 3ms);
  const Makespan makespan;
  mail.call();
  mail.set_latency(0ms);
  mail.call();
  EXPECT_TRUE(makespan.expect_at_least(3ms, "a call of 3 ms"));
  EXPECT_EQ(mail.calls(), 2);
  EXPECT_EQ(mail.at_once(), 0);
}

TEST(Downstream, fails_the_calls_that_the_script_names) {
  Downstream mail("mail");
  mail.fail_call(2);
  mail.fail_call(64);
  std::vector<int> failed;
  for (int number = 1; number <= 66; ++number) {
    if (!succeeds(mail)) failed.push_back(number);
  }
  EXPECT_EQ(failed, (std::vector<int>{2, 64}));
  EXPECT_EQ(mail.failures(), 2);
}

TEST(Downstream, fails_every_call_of_an_outage) {
  Downstream mail("mail");
  mail.set_outage(true);
  EXPECT_FALSE(succeeds(mail));
  EXPECT_FALSE(succeeds(mail));
  mail.set_outage(false);
  EXPECT_TRUE(succeeds(mail));
  try {
    mail.set_outage(true);
    mail.call();
    FAIL() << "it did not throw";
  } catch (const DownstreamError& error) {
    EXPECT_STREQ(error.what(), "mail is unavailable");
  }
}

// Two at a time need virtual time to be sure of: see explored_fixture.cpp.
TEST(Downstream, calls_that_follow_each_other_are_not_at_once) {
  Downstream mail("mail");
  mail.call();
  mail.call();
  EXPECT_EQ(mail.most_at_once(), 1);
  EXPECT_TRUE(mail.expect_at_once(1));
  EXPECT_TRUE(mail.expect_at_most_at_once(1));
}

TEST(Downstream, says_in_words_what_was_wrong) {
  Downstream mail("mail");
  mail.call();
  EXPECT_NONFATAL_FAILURE(mail.expect_at_once(2), "never more than 1 call(s) to mail");
  EXPECT_NONFATAL_FAILURE(mail.expect_at_most_at_once(0), "1 calls to mail were in progress");
  const Makespan makespan;
  EXPECT_NONFATAL_FAILURE(makespan.expect_at_least(1h, "an hour's work"),
                          "which is less than the 3600000 ms");
}

}  // namespace
}  // namespace grading
