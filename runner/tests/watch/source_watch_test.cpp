#include "verbs/watch/source_watch.h"

#include <gtest/gtest.h>
#include <poll.h>

#include "../scratch_folder.h"

namespace runner {
namespace {

namespace fs = std::filesystem;

// Both ways of finding out: with the kernel's notices and without.
class SourceWatching : public ::testing::TestWithParam<bool> {
 protected:
  SourceWatching() { folder_.write("kata/kata.h", "first"); }
  fs::path kata() { return folder_ / "kata"; }
  ScratchFolder folder_;
};

TEST_P(SourceWatching, nothing_has_changed_at_first) {
  SourceWatch watch(kata(), GetParam());
  EXPECT_FALSE(watch.changed());
}

TEST_P(SourceWatching, a_saved_file_is_news_once) {
  SourceWatch watch(kata(), GetParam());
  folder_.write("kata/kata.h", "second");
  EXPECT_TRUE(watch.changed());
  EXPECT_FALSE(watch.changed());
}

TEST_P(SourceWatching, saving_the_same_content_is_no_news) {
  SourceWatch watch(kata(), GetParam());
  folder_.write("kata/kata.h", "first");
  EXPECT_FALSE(watch.changed());
}

TEST_P(SourceWatching, a_file_replaced_by_renaming_is_news) {
  SourceWatch watch(kata(), GetParam());
  folder_.write("kata/.kata.h.swp", "second");
  EXPECT_FALSE(watch.changed());  // An editor's own file.
  fs::rename(folder_ / "kata/.kata.h.swp", folder_ / "kata/kata.h");
  EXPECT_TRUE(watch.changed());
}

TEST_P(SourceWatching, other_headers_of_the_folder_count_too) {
  SourceWatch watch(kata(), GetParam());
  folder_.write("kata/detail.hpp", "new");
  EXPECT_TRUE(watch.changed());
  fs::remove(folder_ / "kata/detail.hpp");
  EXPECT_TRUE(watch.changed());
}

TEST_P(SourceWatching, a_folder_that_is_replaced_is_watched_on) {
  SourceWatch watch(kata(), GetParam());
  fs::rename(kata(), folder_ / "old");
  EXPECT_TRUE(watch.changed());
  folder_.write("kata/kata.h", "from the other branch");
  EXPECT_TRUE(watch.changed());
  folder_.write("kata/kata.h", "saved there");
  EXPECT_TRUE(watch.changed());
}

INSTANTIATE_TEST_SUITE_P(with_and_without_notices, SourceWatching, ::testing::Bool());

TEST(SourceWatch, the_kernel_tells_of_a_save) {
  const ScratchFolder folder;
  folder.write("kata.h", "first");
  SourceWatch watch(folder.path(), true);
  ASSERT_GE(watch.descriptor(), 0);
  pollfd waiting{watch.descriptor(), POLLIN, 0};
  EXPECT_EQ(::poll(&waiting, 1, 0), 0);
  folder.write("kata.h", "second");
  EXPECT_EQ(::poll(&waiting, 1, 10'000), 1);
  EXPECT_TRUE(watch.changed());
  EXPECT_EQ(::poll(&waiting, 1, 0), 0);  // All notices have been read.
}

TEST(SourceWatch, without_notices_there_is_no_descriptor) {
  const ScratchFolder folder;
  EXPECT_EQ(SourceWatch(folder.path(), false).descriptor(), -1);
}

}  // namespace
}  // namespace runner
