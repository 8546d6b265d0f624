#include "catalog/manifest.h"

#include <gtest/gtest.h>

#include "../scratch_folder.h"
#include "user_error.h"

namespace runner {
namespace {

constexpr const char* kGood = R"({
  "title": "Latch", "summary": "Wait for all.", "level": 2, "minutes": 30,
  "requires": ["semaphore"], "concepts": ["latch"], "libraries": ["sqlite3"]
})";

// What is said of a manifest with this content.
std::string complaint_about(const std::string& content) {
  const ScratchFolder folder;
  try {
    (void)read_manifest(folder.write("kata.json", content), "latch");
  } catch (const UserError& error) {
    return error.what();
  }
  return "";
}

std::string replaced(std::string text, const std::string& what, const std::string& by) {
  const std::size_t at = text.find(what);
  return at == std::string::npos ? text : text.replace(at, what.size(), by);
}

TEST(Manifest, every_field_is_read) {
  const ScratchFolder folder;
  const Kata kata = read_manifest(folder.write("kata.json", kGood), "latch");
  EXPECT_EQ(kata.slug, "latch");
  EXPECT_EQ(kata.title, "Latch");
  EXPECT_EQ(kata.summary, "Wait for all.");
  EXPECT_EQ(kata.level, 2);
  EXPECT_EQ(kata.minutes, 30);
  EXPECT_EQ(kata.requires_, std::vector<std::string>{"semaphore"});
  EXPECT_EQ(kata.concepts, std::vector<std::string>{"latch"});
  EXPECT_EQ(kata.libraries, std::vector<std::string>{"sqlite3"});
}

TEST(Manifest, what_is_not_json_is_named_with_its_file) {
  EXPECT_NE(complaint_about("{\n oops").find("kata.json is damaged: line 2 is not valid JSON."),
            std::string::npos);
  EXPECT_NE(complaint_about("[1, 2]").find("JSON object"), std::string::npos);
}

TEST(Manifest, a_missing_field_is_named) {
  const std::string text = complaint_about(replaced(kGood, R"("minutes": 30,)", ""));
  EXPECT_NE(text.find("lacks the field \"minutes\""), std::string::npos) << text;
}

TEST(Manifest, a_field_of_the_wrong_kind_is_named) {
  EXPECT_NE(complaint_about(replaced(kGood, "30", "\"30\"")).find("minutes"), std::string::npos);
  EXPECT_NE(complaint_about(replaced(kGood, "\"level\": 2", "\"level\": 0")).find("level"),
            std::string::npos);
  EXPECT_NE(complaint_about(replaced(kGood, "[\"latch\"]", "\"latch\"")).find("concepts"),
            std::string::npos);
  EXPECT_NE(complaint_about(replaced(kGood, "Latch", " ")).find("title"), std::string::npos);
  EXPECT_NE(complaint_about(replaced(kGood, "30", "1e99")).find("minutes"), std::string::npos);
}

TEST(Manifest, a_mistyped_field_gets_a_suggestion) {
  const std::string text = complaint_about(replaced(kGood, "\"requires\"", "\"require\""));
  EXPECT_NE(text.find("unknown field \"require\""), std::string::npos) << text;
  EXPECT_NE(text.find("Did you mean requires?"), std::string::npos) << text;
}

TEST(Manifest, slugs_are_snake_case) {
  for (const char* good : {"semaphore", "bounded_queue", "rcu2"}) EXPECT_TRUE(valid_slug(good));
  for (const char* bad : {"", "Semaphore", "2pc", "a__b", "a_", "_a", "a-b", "a/b", "..", "é"}) {
    EXPECT_FALSE(valid_slug(bad)) << bad;
  }
  EXPECT_FALSE(valid_slug(std::string(100, 'a')));
}

}  // namespace
}  // namespace runner
