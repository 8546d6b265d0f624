#include <gtest/gtest.h>

#include "../test_repository.h"
#include "catalog/manifest.h"
#include "contains.h"
#include "system/files.h"
#include "verbs/starter/starter.h"

namespace runner {
namespace {

TEST(New, makes_everything_a_kata_needs) {
  const TestRepository repository;
  const Ran ran = repository.run({"new", "read_write_lock"});
  ASSERT_EQ(ran.exit_code, 0) << ran.err;
  for (const char* file :
       {"katas/read_write_lock/README.md", "katas/read_write_lock/read_write_lock.h",
        "katas/read_write_lock/hints.md", "graders/read_write_lock/read_write_lock_grader.cpp",
        "graders/read_write_lock/read_write_lock_plain_test.cpp",
        "graders/read_write_lock/faulty/no_lock/read_write_lock.h",
        "graders/read_write_lock/accepted/atomic/read_write_lock.h",
        "solutions/read_write_lock/read_write_lock.h", "solutions/read_write_lock/README.md"}) {
    EXPECT_TRUE(contains(ran.out, file)) << file;
    const auto content = read_file(repository / file);
    ASSERT_TRUE(content) << file;
    EXPECT_FALSE(contains(*content, "@")) << file;  // No mark of the template is left.
  }
  const Kata kata = read_manifest(repository / "katas/read_write_lock/kata.json", "x");
  EXPECT_EQ(kata.title, "Read write lock");
  EXPECT_TRUE(contains(ran.out, "./kata verify read_write_lock"));
}

TEST(New, titles_of_any_kind_are_kept) {
  const TestRepository repository;
  EXPECT_EQ(repository.run({"new", "rcu", "--title", "\"Read\" \\ copy"}).exit_code, 0);
  EXPECT_EQ(read_manifest(repository / "katas/rcu/kata.json", "rcu").title, "\"Read\" \\ copy");
}

TEST(New, refuses_names_that_are_no_slugs) {
  const TestRepository repository;
  for (const char* bad : {"Latch", "a-b", "2pc", "../x", "a/b", ""}) {
    EXPECT_EQ(repository.run({"new", bad}).exit_code, 2) << bad;
  }
  EXPECT_EQ(repository.run({"new"}).exit_code, 2);
}

TEST(New, replaces_nothing) {
  const TestRepository repository;
  repository.folder().write("graders/latch/latch_grader.cpp", "mine");
  const Ran ran = repository.run({"new", "latch"});
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_TRUE(contains(ran.err, "graders/latch already")) << ran.err;
  EXPECT_FALSE(std::filesystem::exists(repository / "katas/latch"));
}

TEST(New, class_names_and_titles_follow_from_the_slug) {
  EXPECT_EQ(class_name("bounded_queue"), "BoundedQueue");
  EXPECT_EQ(class_name("rcu2"), "Rcu2");
  EXPECT_EQ(title_of("bounded_queue"), "Bounded queue");
}

}  // namespace
}  // namespace runner
