#include "system/files.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <system_error>

#include "../scratch_folder.h"

namespace runner {
namespace {

namespace fs = std::filesystem;

TEST(Files, what_was_written_is_read_back_byte_for_byte) {
  const ScratchFolder folder;
  const std::string content("line\r\n\0\xFF", 8);
  write_file(folder / "made/on/the/way.bin", content);
  EXPECT_EQ(read_file(folder / "made/on/the/way.bin"), content);
}

TEST(Files, writing_replaces_and_leaves_nothing_else_behind) {
  const ScratchFolder folder;
  folder.write("file", "a much longer content than the new one");
  write_file(folder / "file", "new");
  EXPECT_EQ(read_file(folder / "file"), "new");
  EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), {}), 1);
}

TEST(Files, a_symbolic_link_stays_one) {
  const ScratchFolder folder;
  folder.write("target", "old");
  fs::create_symlink("target", folder / "link");
  write_file(folder / "link", "new");
  EXPECT_TRUE(fs::is_symlink(folder / "link"));
  EXPECT_EQ(read_file(folder / "target"), "new");
}

TEST(Files, permissions_survive_replacement) {
  const ScratchFolder folder;
  const fs::path file = folder.write("script", "old");
  ::chmod(file.c_str(), 0600);
  write_file(file, "new");
  EXPECT_EQ(fs::status(file).permissions(), fs::perms::owner_read | fs::perms::owner_write);
}

TEST(Files, a_failed_write_throws_and_keeps_the_old_content) {
  const ScratchFolder folder;
  folder.write("not-a-folder", "here");
  EXPECT_THROW(write_file(folder / "not-a-folder/file", "x"), std::system_error);
  EXPECT_EQ(read_file(folder / "not-a-folder"), "here");
}

TEST(Files, only_regular_files_of_a_sane_size_are_read) {
  const ScratchFolder folder;
  ASSERT_EQ(::mkfifo((folder / "pipe").c_str(), 0600), 0);
  folder.write("big", std::string(1000, 'x'));
  EXPECT_FALSE(read_file(folder / "pipe"));  // And does not block.
  EXPECT_FALSE(read_file(folder.path()));
  EXPECT_FALSE(read_file(folder / "missing"));
  EXPECT_FALSE(read_file(folder / "big", 999));
  EXPECT_TRUE(read_file(folder / "big", 1000));
  EXPECT_FALSE(read_file("/dev/zero"));
}

TEST(Files, times_are_utc_and_fit_into_file_names) {
  const std::string now = utc_now();
  EXPECT_EQ(now.size(), std::string("2026-11-29T15:07:22Z").size());
  EXPECT_EQ(now.back(), 'Z');
  EXPECT_EQ(file_name_time("2026-11-29T15:07:22Z"), "20261129-150722");
}

}  // namespace
}  // namespace runner
