#include "build/toolkit.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include "../scratch_folder.h"
#include "user_error.h"

namespace runner {
namespace {

class Toolkits : public ::testing::Test {
 protected:
  Toolkits() { setenv("KATA_TOOLKITS", folder.path().c_str(), 1); }
  ~Toolkits() override { unsetenv("KATA_TOOLKITS"); }

  Toolkit load() { return load_toolkit(Layout{}, Stage::tsan); }

  // What load() complains of; empty when it does not.
  std::string complaint() {
    try {
      load();
      return {};
    } catch (const UserError& error) {
      return error.what();
    }
  }

  void describe(const std::string& library) {
    folder.write("tsan.json", R"({"stage": "tsan", "compiler": "/bin/sh", "compiler_version": "1.2",
      "compile": ["-O1"], "link": [")" +
                                  library + R"("], "symbolizer": ""})");
  }

  ScratchFolder folder;
};

TEST_F(Toolkits, a_description_is_read) {
  describe(folder.write("libgrading.a", "").string());
  const Toolkit toolkit = load();
  EXPECT_EQ(toolkit.compile, std::vector<std::string>{"-O1"});
  EXPECT_EQ(toolkit.description(), "sh 1.2");
  EXPECT_TRUE(toolkit.symbolizer.empty());
}

TEST_F(Toolkits, a_layout_may_say_where_they_are) {
  describe(folder.write("libgrading.a", "").string());
  Layout layout;
  layout.toolkits = folder.path() / "gcc";
  EXPECT_FALSE(has_toolkit(layout, Stage::tsan));
  layout.toolkits = folder.path();
  unsetenv("KATA_TOOLKITS");
  EXPECT_TRUE(has_toolkit(layout, Stage::tsan));
}

TEST_F(Toolkits, a_rebuilt_library_changes_the_fingerprint) {
  const auto library = folder.write("libgrading.a", "old");
  describe(library.string());
  const std::string before = load().fingerprint;
  folder.write("libgrading.a", "newer");
  EXPECT_NE(load().fingerprint, before);
}

TEST_F(Toolkits, a_missing_description_says_what_to_run) {
  const std::string text = complaint();
  EXPECT_NE(text.find("tsan.json is missing"), std::string::npos) << text;
  EXPECT_NE(text.find("kata doctor"), std::string::npos) << text;
}

TEST_F(Toolkits, a_damaged_description_is_explained) {
  folder.write("tsan.json", "{\"stage\": ");
  EXPECT_NE(complaint().find("is damaged"), std::string::npos);
  folder.write("tsan.json", "{\"stage\": \"tsan\"}");
  EXPECT_NE(complaint().find("is damaged"), std::string::npos);
}

TEST_F(Toolkits, a_missing_library_is_named) {
  describe("/no/such/libgrading.a");
  EXPECT_NE(complaint().find("/no/such/libgrading.a is missing"), std::string::npos);
}

TEST_F(Toolkits, the_description_of_another_stage_is_refused) {
  folder.write("tsan.json", R"({"stage": "plain", "compiler": "/bin/sh", "compiler_version": "1",
    "compile": [], "link": []})");
  EXPECT_NE(complaint().find("another stage"), std::string::npos);
}

}  // namespace
}  // namespace runner
