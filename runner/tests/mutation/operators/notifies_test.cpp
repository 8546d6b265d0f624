#include <gtest/gtest.h>

#include "../snippet.h"

namespace runner {
namespace {

using Texts = std::vector<std::string>;

TEST(NotifyMutants, a_notify_is_dropped) {
  EXPECT_EQ(bodies("drop_notify", "a = 1;\ncv.notify_one();\n"), Texts{"a = 1;\n"});
  EXPECT_EQ(bodies("drop_notify", "if (ready) cv.notify_all();\n"), Texts{"if (ready) {}\n"});
}

TEST(NotifyMutants, one_becomes_all_and_all_becomes_one) {
  EXPECT_EQ(mutated("notify_one_to_all", "cv.notify_one();"), Texts{"cv.notify_all();"});
  EXPECT_EQ(mutated("notify_all_to_one", "this->cv.notify_all();"),
            Texts{"this->cv.notify_one();"});
}

TEST(NotifyMutants, the_last_thing_under_a_lock_comes_after_it) {
  EXPECT_EQ(bodies("notify_after_lock", "std::lock_guard lock(m);\na = 1;\ncv.notify_one();\n"),
            Texts{"std::unique_lock lock(m);\na = 1;\nlock.unlock();\ncv.notify_one();\n"});
}

TEST(NotifyMutants, one_in_the_middle_goes_to_the_end) {
  EXPECT_EQ(
      bodies("notify_after_lock", "std::unique_lock lock(m);\ncv.notify_one();\na = 1;\nreturn;\n"),
      Texts{"std::unique_lock lock(m);\na = 1;\nlock.unlock();\ncv.notify_one();\nreturn;\n"});
}

TEST(NotifyMutants, one_that_is_outside_already_is_not_moved_out) {
  EXPECT_EQ(bodies("notify_after_lock",
                   "std::unique_lock lock(m);\na = 1;\nlock.unlock();\ncv.notify_one();\n"),
            Texts{});
}

TEST(NotifyMutants, one_after_the_block_of_a_lock_goes_into_it) {
  EXPECT_EQ(bodies("notify_inside_lock",
                   "{\n  std::lock_guard lock(m);\n  a = 1;\n}\ncv.notify_one();\n"),
            Texts{"{\n  std::lock_guard lock(m);\n  a = 1;\n  cv.notify_one();\n}\n"});
}

}  // namespace
}  // namespace runner
