#include "build/macros/sanitizer_check.h"

#include <gtest/gtest.h>

namespace runner {
namespace {

TEST(SanitizerCheck, every_way_to_switch_the_sanitizer_off_or_to_ask_for_it_is_found) {
  for (const char* const header :
       {R"(__attribute__((no_sanitize("thread"))) void f();)",
        R"(__attribute__((__no_sanitize__("thread"))) void f();)",
        "__attribute__((no_sanitize_thread)) void f();",
        R"([[clang::no_sanitize("thread")]] void f();)",
        R"([[using clang: no_sanitize("thread")]] void f();)",
        "__attribute__((disable_sanitizer_instrumentation)) void f();",
        "#if __has_feature(thread_sanitizer)", "#if __has_feature(__thread_sanitizer__)",
        "#ifdef __SANITIZE_THREAD__", "#pragma clang attribute push(X)",
        "# pragma /* so */ clang \\\n attribute pop", "extern \"C\" void __tsan_acquire(void*);",
        "void AnnotateIgnoreReadsBegin(const char*, int);"}) {
    EXPECT_TRUE(sanitizer_word(header).has_value()) << header;
  }
}

TEST(SanitizerCheck, the_word_and_its_line_are_told) {
  const auto found = sanitizer_word("#pragma once\n/* a\nb */ int x = 1'000;\r\nno_san\\\nitize");
  ASSERT_TRUE(found.has_value());
  EXPECT_EQ(found->word, "no_sanitize");
  EXPECT_EQ(found->line, 4);
}

TEST(SanitizerCheck, comments_and_literals_do_not_count) {
  for (const char* const header :
       {"// no_sanitize, even \\\n thread_sanitizer\n", "/* no_sanitize\n thread_sanitizer */",
        R"(auto s = "no_sanitize \" thread_sanitizer";)", "auto c = 'no_sanitize';",
        "auto s = R\"x(\" no_sanitize )\" thread_sanitizer)x\";",
        "auto s = u8R\"(\\\nno_sanitize)\";"}) {
    EXPECT_FALSE(sanitizer_word(header).has_value()) << header;
  }
}

TEST(SanitizerCheck, what_only_looks_like_a_comment_or_a_literal_hides_nothing) {
  for (const char* const header :
       {"int x = 1'000; no_sanitize", "auto s = \"/*\"; no_sanitize", "auto c = '\"'; no_sanitize",
        "#error don't\nno_sanitize", "auto s = \"\\\\\"; no_sanitize", "/* // */ no_sanitize",
        "auto s = R\"x()\\\nx\")x\"; no_sanitize", "auto s = LR\"(\\)\"; no_sanitize",
        "/\\\n* \" */ no_sanitize"}) {
    EXPECT_TRUE(sanitizer_word(header).has_value()) << header;
  }
}

TEST(SanitizerCheck, reaching_for_the_explorer_or_the_grading_library_is_found) {
  for (const char* const header :
       {"namespace grading { void report_end(); }", "void f() { grading::harness::report_end(); }",
        "using namespace explorer;", "namespace g = grading;", "::explorer ::fail(\"x\");",
        "explorer\n::fail();", "#define GRADING_2_robust GRADING_LEFT_OUT",
        "#ifdef GRADING_PART"}) {
    EXPECT_TRUE(sanitizer_word(header).has_value()) << header;
  }
  EXPECT_EQ(sanitizer_word("\nnamespace grading {}")->word, "namespace grading");
}

TEST(SanitizerCheck, ordinary_code_is_left_alone) {
  for (const char* const header :
       {"#pragma once\n#include <atomic>\n", "#pragma clang diagnostic push\nint attribute;",
        "__attribute__((no_thread_safety_analysis)) void f();", "int sanitizer = 0;", "",
        "struct grading {}; Explorer explorer; int x = explorer.next();", "case grading: return;",
        "[[nodiscard]] int f();", "/* never closed", "auto s = R\"never closed", "\\"}) {
    EXPECT_FALSE(sanitizer_word(header).has_value()) << header;
  }
}

}  // namespace
}  // namespace runner
