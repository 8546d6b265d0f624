#include "build/diagnostics.h"

#include <gtest/gtest.h>

namespace runner {
namespace {

const std::filesystem::path kHeader = "/ws/tally/tally.h";

TEST(Diagnostics, file_line_column_and_context_are_taken_apart) {
  const auto found = parse_diagnostics(
      "In file included from /g/tally_grader.cpp:5:\n"
      "/ws/tally/tally.h:8:30: error: expected ';' after expression\n"
      "    8 |   void add(int n) { sum_ += n }\n"
      "      |                              ^\n"
      "1 error generated.\n");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].file, kHeader);
  EXPECT_EQ(found[0].line, 8);
  EXPECT_EQ(found[0].column, 30);
  EXPECT_EQ(found[0].message, "expected ';' after expression");
  EXPECT_EQ(found[0].context.size(), 2U);
}

TEST(Diagnostics, messages_about_no_file_are_errors_too) {
  const auto found = parse_diagnostics("clang++: error: no such file or directory: 'x'\n");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_TRUE(found[0].file.empty());
  EXPECT_EQ(found[0].message, "no such file or directory: 'x'");
}

TEST(Diagnostics, a_source_line_that_mentions_an_error_is_context) {
  const auto found = parse_diagnostics(
      "/ws/tally/tally.h:3:1: warning: unused\n"
      "    3 | auto x = \"error: none\";\n");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].context.size(), 1U);
}

TEST(FirstCompileError, warnings_are_not_errors) {
  EXPECT_FALSE(first_compile_error("/ws/tally/tally.h:3:1: warning: unused\n", kHeader));
}

TEST(FirstCompileError, an_error_in_the_library_moves_to_the_instantiation_in_the_header) {
  const auto error = first_compile_error(
      "/usr/include/c++/12/bits/x.h:90:7: error: static assertion failed\n"
      "   90 |   secret library line\n"
      "/usr/include/c++/12/bits/y.h:12:3: note: in instantiation of 'f' requested here\n"
      "   12 |   another\n"
      "/ws/tally/tally.h:21:5: note: in instantiation of member function requested here\n"
      "   21 |     values_.push_back(n);\n"
      "/g/tally_grader.cpp:9:5: note: in instantiation of member function requested here\n"
      "    9 |   tally.add(1);\n",
      kHeader);
  ASSERT_TRUE(error);
  EXPECT_EQ(error->file, kHeader);
  EXPECT_EQ(error->line, 21);
  EXPECT_TRUE(error->in_learners_file);
  ASSERT_EQ(error->context.size(), 1U);
  EXPECT_NE(error->context[0].find("push_back"), std::string::npos);
}

TEST(FirstCompileError, a_copy_that_is_deleted_is_named) {
  const auto error = first_compile_error(
      "/usr/include/c++/12/bits/x.h:90:7: error: no matching function for call to 'construct_at'\n"
      "/ws/tally/tally.h:21:5: note: in instantiation of member function requested here\n"
      "/usr/include/c++/12/bits/y.h:9:5: note: candidate template ignored: substitution failure "
      "[with T = Coin]: call to deleted constructor of 'Coin'\n",
      kHeader);
  ASSERT_TRUE(error);
  EXPECT_EQ(
      error->message,
      "no matching function for call to 'construct_at': call to deleted constructor of 'Coin' "
      "(while compiling what this line asks for)");
}

TEST(FirstCompileError, gcc_leads_to_the_header_with_other_words) {
  const auto error = first_compile_error(
      "/usr/include/c++/12/bits/x.h:90:7: error: no match\n"
      "/ws/tally/tally.h:21:5:   note: required from here\n"
      "/ws/tally/tally.h:22:5: note: required from here\n",
      kHeader);
  ASSERT_TRUE(error);
  EXPECT_EQ(error->file, kHeader);
}

TEST(FirstCompileError, an_error_in_the_grader_shows_none_of_its_lines) {
  const auto error = first_compile_error(
      "/g/tally_grader.cpp:9:5: error: no member named 'add' in 'kata::Tally'\n"
      "    9 |   tally.add(1);\n"
      "/g/tally_grader.cpp:12:5: error: no member named 'add' in 'kata::Tally'\n",
      kHeader);
  ASSERT_TRUE(error);
  EXPECT_FALSE(error->in_learners_file);
  EXPECT_TRUE(error->context.empty());
  EXPECT_EQ(error->line, 0);
  EXPECT_EQ(error->further_errors, 1);
}

TEST(FirstCompileError, a_declaration_that_does_not_fit_is_pointed_at) {
  const auto error = first_compile_error(
      "/g/tally_grader.cpp:9:5: error: no matching member function for call to 'add'\n"
      "    9 |   tally.add(1);\n"
      "/ws/tally/tally.h:7:8: note: candidate function not viable: requires 0 arguments\n"
      "    7 |   void add();\n",
      kHeader);
  ASSERT_TRUE(error);
  EXPECT_EQ(error->line, 7);
  EXPECT_NE(error->message.find("requires 0 arguments"), std::string::npos);
  EXPECT_EQ(error->context.at(0).find("tally.add"), std::string::npos);
}

std::string link_error(const std::string& output) {
  const auto error = first_link_error(output, kHeader);
  return error ? error->message : "";
}

TEST(FirstLinkError, a_missing_body_is_named) {
  const std::string message = link_error(
      "/usr/bin/ld: grader.o: in function `x':\n/g/tally_grader.cpp:5: undefined reference to "
      "`kata::Tally::add(int)'\n");
  EXPECT_NE(message.find("`kata::Tally::add(int)` is declared and used"), std::string::npos);
  EXPECT_EQ(message.find("grader.cpp"), std::string::npos);
}

TEST(FirstLinkError, other_linkers_words_are_understood_and_doubles_too) {
  EXPECT_NE(link_error("ld.lld: error: undefined symbol: kata::f()\n>>> referenced\n")
                .find("`kata::f()` is declared"),
            std::string::npos);
  EXPECT_NE(link_error("ld: multiple definition of `main'; x.o\n").find("`main` is defined by"),
            std::string::npos);
}

TEST(FirstLinkError, missing_libraries_are_no_fault_of_the_header) {
  EXPECT_EQ(link_error("/usr/bin/ld: cannot find -lsqlite3: No such file or directory\n"), "");
  for (const char* const symbol :
       {"grading::fail(char const*)", "explorer::now()", "__cxa_throw"}) {
    EXPECT_EQ(link_error(std::string("ld: x.o: undefined reference to `") + symbol + "'\n"), "");
  }
}

}  // namespace
}  // namespace runner
