#include "build/macros/macro_check.h"

#include <gtest/gtest.h>

namespace runner {
namespace {

constexpr const char* kGrader =
    "BEHAVIOUR(core, adds) { expect(sum == 5); }  // The tally's LOG.\n";

// What the preprocessor says when the grader includes grading.h and then a header like this.
std::optional<CapturedWord> captured(const std::string& header) {
  return captured_word(
      "# 1 \"grader.cpp\"\n# 1 \"/g/grading.h\" 1\n"
      "#define BEHAVIOUR(tier,name) TEST(tier, name)\n#define HELPER 1\n"
      "# 2 \"grader.cpp\" 2\n# 1 \"/katas/tally.h\" 1\n" +
          header + "# 3 \"grader.cpp\" 2\n#define expect_all 1\n",
      "/katas/tally.h", kGrader);
}

TEST(MacroCheck, a_word_of_the_grader_that_is_left_defined_is_found) {
  const auto found = captured("#pragma once\n\n#define expect(...) true\n");
  ASSERT_TRUE(found.has_value());
  EXPECT_EQ(found->word, "expect");
  EXPECT_EQ(found->file, "/katas/tally.h");
  EXPECT_EQ(found->line, 3);
}

TEST(MacroCheck, words_inside_the_graders_own_macros_count) {
  EXPECT_TRUE(captured("#define TEST(a, b) void a()\n").has_value());
}

TEST(MacroCheck, what_a_header_includes_is_its_own_unless_it_is_the_systems) {
  EXPECT_TRUE(captured("# 1 \"/katas/more.h\" 1\n#define expect 1\n# 2 \"/katas/tally.h\" 2\n"));
  EXPECT_FALSE(captured("# 1 \"/usr/x.h\" 1 3\n#define expect 1\n# 2 \"/katas/tally.h\" 2\n"));
}

TEST(MacroCheck, a_header_that_declares_itself_the_systems_is_still_the_learners) {
  EXPECT_TRUE(captured("#pragma once\n# 2 \"/katas/tally.h\" 3\n#define expect 1\n").has_value());
}

TEST(MacroCheck, taking_away_the_graders_macros_is_found) {
  EXPECT_TRUE(captured("#undef BEHAVIOUR\n").has_value());
}

TEST(MacroCheck, other_macros_and_those_undefined_again_are_fine) {
  EXPECT_FALSE(captured("#define TALLY_ASSERT(x) x\n").has_value());
  EXPECT_FALSE(captured("#define LOG(x) x\n").has_value()) << "only in a comment of the grader";
  EXPECT_FALSE(captured("#define expect(x) x\n#undef expect\n").has_value());
}

TEST(MacroCheck, the_headers_own_code_is_known_with_its_places) {
  const OwnCode own = own_code(
      "# 1 \"grader.cpp\"\nint before;\n# 1 \"/katas/tally.h\" 1\n"
      "# 1 \"/katas/more.h\" 1\nint more;\n# 2 \"/katas/tally.h\" 2\n"
      "# 1 \"/usr/x.h\" 1 3\nint system;\n# 3 \"/katas/tally.h\" 2\n\nint own;\n"
      "# 2 \"grader.cpp\" 2\nint after;\n",
      "/katas/tally.h");
  EXPECT_EQ(own.text, "int more;\n\nint own;\n");
  ASSERT_EQ(own.lines.size(), 3U);
  EXPECT_EQ(own.lines[0].file, "/katas/more.h");
  EXPECT_EQ(own.lines[2].file, "/katas/tally.h");
  EXPECT_EQ(own.lines[2].line, 4);
  EXPECT_EQ(own.files, (std::vector<std::filesystem::path>{"/katas/more.h", "/katas/tally.h"}));
}

TEST(MacroCheck, headers_without_directives_of_their_own_need_no_look) {
  EXPECT_FALSE(may_define_macros("#pragma once\n#include <mutex>\n# include <time.h> // why\r\n"));
  EXPECT_FALSE(may_define_macros("int x = 1;\n"));
}

TEST(MacroCheck, every_way_to_a_directive_needs_a_look) {
  for (const char* const header :
       {"#define x 1", "%:define x 1", "#def\\\nine x 1", "/* */ #define x 1", "#include \"a.h\"",
        "#include </tmp/a.h>", "#include <mutex> // \\\n#define x", "int a; _Pragma(\"once\")"}) {
    EXPECT_TRUE(may_define_macros(header)) << header;
  }
}

}  // namespace
}  // namespace runner
