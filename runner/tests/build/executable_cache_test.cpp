#include "build/executable_cache.h"

#include <gtest/gtest.h>

#include "../scratch_folder.h"
#include "system/files.h"

namespace runner {
namespace {

class Cache : public ::testing::Test {
 protected:
  Cache() : cache(folder / "cache") {
    header = folder.write("ws/tally.h", "first");
    program = folder.write("program", "machine code");
  }

  bool fetch(const std::string& key = "key") { return cache.fetch(key, folder / "fetched"); }

  ScratchFolder folder;
  ExecutableCache cache;
  std::filesystem::path header;
  std::filesystem::path program;
};

TEST_F(Cache, gives_back_what_was_kept) {
  cache.keep("key", {header}, program);
  ASSERT_TRUE(fetch());
  EXPECT_EQ(read_file(folder / "fetched"), "machine code");
}

TEST_F(Cache, gives_back_again_to_the_same_place) {
  cache.keep("key", {header}, program);
  folder.write("fetched", "something in the way");
  ASSERT_TRUE(fetch());
  EXPECT_TRUE(fetch());
  EXPECT_EQ(read_file(folder / "fetched"), "machine code");
}

TEST_F(Cache, knows_nothing_of_other_keys) {
  cache.keep("key", {header}, program);
  EXPECT_FALSE(fetch("another"));
}

TEST_F(Cache, a_changed_file_makes_the_program_useless) {
  cache.keep("key", {header}, program);
  folder.write("ws/tally.h", "other");
  EXPECT_FALSE(fetch());
}

TEST_F(Cache, a_file_that_has_gone_makes_the_program_useless) {
  cache.keep("key", {header}, program);
  std::filesystem::remove(header);
  EXPECT_FALSE(fetch());
}

TEST_F(Cache, a_damaged_entry_is_no_entry) {
  cache.keep("key", {header}, program);
  folder.write("cache/key.json", "{\"files\": 3");
  EXPECT_FALSE(fetch());
  folder.write("cache/key.json", "{}");
  EXPECT_FALSE(fetch());
}

TEST_F(Cache, a_place_that_cannot_be_written_is_no_error) {
  folder.write("file", "in the way");
  const ExecutableCache nowhere(folder / "file");
  nowhere.keep("key", {header}, program);
  EXPECT_FALSE(nowhere.fetch("key", folder / "fetched"));
}

TEST_F(Cache, the_oldest_entries_make_room) {
  for (std::size_t i = 0; i < ExecutableCache::kMostEntries + 5; ++i) {
    cache.keep("key" + std::to_string(i), {header}, program);
  }
  std::size_t programs = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder / "cache")) {
    if (entry.path().extension() == ".exe") ++programs;
  }
  EXPECT_EQ(programs, ExecutableCache::kMostEntries);
}

TEST(Depfile, names_with_blanks_dollars_and_continued_lines_are_read) {
  const auto files = files_in_depfile("out.o: /a/b.h \\\n  /c\\ d/e.h /f$$g.h\n");
  EXPECT_EQ(files, (std::vector<std::filesystem::path>{"/a/b.h", "/c d/e.h", "/f$g.h"}));
  EXPECT_TRUE(files_in_depfile("").empty());
}

}  // namespace
}  // namespace runner
