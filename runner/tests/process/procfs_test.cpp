#include "process/procfs.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>

namespace runner {
namespace {

TEST(Procfs, stat_is_split_after_a_name_with_blanks_and_brackets) {
  const auto fields = stat_fields("12 (a ) b (c) S 3 12 12 0\n");
  ASSERT_EQ(fields.size(), 5U);
  EXPECT_EQ(fields[0], "S");
  EXPECT_EQ(fields[1], "3");
  EXPECT_EQ(fields[4], "0");
}

TEST(Procfs, this_process_has_memory_and_threads) {
  const ProcessSample sample = sample_process(getpid());
  EXPECT_EQ(sample.process, getpid());
  EXPECT_GE(sample.threads, 1);
  EXPECT_GT(sample.resident_bytes, 0U);
}

TEST(Procfs, this_thread_is_running) {
  const auto samples = sample_threads(getpid());
  const auto self = std::find_if(samples.begin(), samples.end(),
                                 [](const ThreadSample& it) { return it.thread == getpid(); });
  ASSERT_NE(self, samples.end());
  EXPECT_EQ(self->state, 'R');
}

TEST(Procfs, a_process_that_is_gone_is_nothing) {
  constexpr pid_t kNobody = 0x7ffffff0;
  EXPECT_EQ(sample_process(kNobody).process, 0);
  EXPECT_TRUE(sample_threads(kNobody).empty());
  EXPECT_TRUE(children_of(kNobody).empty());
  EXPECT_EQ(session_of(kNobody), 0);
}

TEST(Procfs, the_session_of_this_process_is_found) { EXPECT_EQ(session_of(getpid()), getsid(0)); }

}  // namespace
}  // namespace runner
