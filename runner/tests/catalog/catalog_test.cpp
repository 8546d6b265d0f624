#include "catalog/catalog.h"

#include <gtest/gtest.h>

#include "../scratch_folder.h"
#include "user_error.h"

namespace runner {
namespace {

void add_kata(const ScratchFolder& folder, const std::string& slug, int level,
              const std::string& requires_ = "", const std::string& tree = "katas") {
  folder.write(tree + "/" + slug + "/kata.json",
               R"({"title": "T", "summary": "S", "minutes": 5, "concepts": [], "level": )" +
                   std::to_string(level) + R"(, "requires": [)" + requires_ + "]}");
}

std::vector<std::string> order_of(const Catalog& catalog) {
  std::vector<std::string> slugs;
  for (const Kata& kata : catalog.katas()) slugs.push_back(kata.slug);
  return slugs;
}

TEST(Catalog, katas_come_by_level_then_by_what_they_require) {
  const ScratchFolder folder;
  add_kata(folder, "zebra", 1);
  add_kata(folder, "actor", 1, "\"zebra\"");
  add_kata(folder, "barrier", 1);
  add_kata(folder, "advanced", 2);
  const Catalog catalog = Catalog::load(Layout::of_repository(folder.path()));
  EXPECT_EQ(order_of(catalog), (std::vector<std::string>{"barrier", "zebra", "actor", "advanced"}));
}

TEST(Catalog, folders_without_a_manifest_are_not_katas) {
  const ScratchFolder folder;
  add_kata(folder, "latch", 1);
  folder.write("katas/semaphore.bak/semaphore.h", "");
  folder.write("katas/notes.txt", "");
  EXPECT_EQ(order_of(Catalog::load(Layout::of_repository(folder.path()))),
            std::vector<std::string>{"latch"});
}

TEST(Catalog, an_unknown_kata_is_answered_with_the_nearest_names) {
  const ScratchFolder folder;
  add_kata(folder, "semaphore", 1);
  const Catalog catalog = Catalog::load(Layout::of_repository(folder.path()));
  EXPECT_EQ(catalog.find("semafore"), nullptr);
  try {
    (void)catalog.get("semafore");
    FAIL() << "must throw";
  } catch (const UserError& error) {
    EXPECT_NE(std::string(error.what()).find("Did you mean semaphore?"), std::string::npos);
  }
}

TEST(Catalog, a_requirement_must_exist_and_must_not_go_in_circles) {
  const ScratchFolder missing;
  add_kata(missing, "latch", 1, "\"ghost\"");
  EXPECT_THROW((void)Catalog::load(Layout::of_repository(missing.path())), UserError);
  const ScratchFolder circle;
  add_kata(circle, "hen", 1, "\"egg\"");
  add_kata(circle, "egg", 1, "\"hen\"");
  EXPECT_THROW((void)Catalog::load(Layout::of_repository(circle.path())), UserError);
}

TEST(Catalog, private_graders_may_bring_katas_of_their_own) {
  const ScratchFolder folder;
  add_kata(folder, "latch", 1);
  add_kata(folder, "secret", 1, "", "private");
  Layout layout = Layout::of_repository(folder.path());
  EXPECT_EQ(order_of(Catalog::load(layout)), std::vector<std::string>{"latch"});
  layout.graders = folder / "private";
  EXPECT_EQ(order_of(Catalog::load(layout)), (std::vector<std::string>{"latch", "secret"}));
}

TEST(Catalog, a_bad_folder_name_is_explained) {
  const ScratchFolder folder;
  add_kata(folder, "Bounded-Queue", 1);
  EXPECT_THROW((void)Catalog::load(Layout::of_repository(folder.path())), UserError);
}

TEST(Catalog, an_empty_or_missing_catalogue_is_empty) {
  const ScratchFolder folder;
  EXPECT_TRUE(Catalog::load(Layout::of_repository(folder.path())).katas().empty());
}

}  // namespace
}  // namespace runner
