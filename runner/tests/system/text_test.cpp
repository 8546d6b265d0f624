#include "system/text.h"

#include <gtest/gtest.h>

namespace runner {
namespace {

using Lines = std::vector<std::string>;

TEST(Text, width_counts_columns_not_bytes) {
  EXPECT_EQ(display_width("abc"), 3U);
  EXPECT_EQ(display_width("✗ é"), 3U);
  EXPECT_EQ(display_width("漢字"), 4U);
  EXPECT_EQ(display_width("e\xCC\x81"), 1U);  // A combining accent.
}

TEST(Text, width_ignores_colour_sequences) {
  EXPECT_EQ(display_width("\x1b[31mred\x1b[0m"), 3U);
  EXPECT_EQ(display_width("\x1b]0;title\aword"), 4U);
}

TEST(Text, width_tolerates_bytes_that_are_not_utf8) { EXPECT_EQ(display_width("a\xFF\xC3"), 3U); }

TEST(Text, padding_never_cuts) {
  EXPECT_EQ(pad_to("é", 3), "é  ");
  EXPECT_EQ(pad_to("long", 2), "long");
}

TEST(Text, cutting_leaves_an_ellipsis_in_the_last_column) {
  EXPECT_EQ(cut_to("abcdef", 6), "abcdef");
  EXPECT_EQ(cut_to("abcdef", 4), "abc…");
  EXPECT_EQ(display_width(cut_to("漢字漢字", 6)), 5U);
}

TEST(Text, wrapping_breaks_at_spaces_and_keeps_long_words_whole) {
  EXPECT_EQ(wrap("one two  three", 7), (Lines{"one two", "three"}));
  EXPECT_EQ(wrap("a incomprehensibility b", 6), (Lines{"a", "incomprehensibility", "b"}));
  EXPECT_TRUE(wrap("  \n ", 10).empty());
}

TEST(Text, wrapped_lines_are_indented_differently_after_the_first) {
  EXPECT_EQ(indent_wrapped("aaaa bbbb cccc", 16, "- ", "  "), "- aaaa bbbb cccc\n");
  EXPECT_EQ(indent_wrapped("aaaa bbbb cccc", 13, "- ", "  "), "- aaaa bbbb\n  cccc\n");
}

TEST(Text, a_long_heading_makes_only_its_own_line_shorter) {
  EXPECT_EQ(indent_wrapped("aaaa bbbb cccc dddd eeee", 16, "heading: ", "  "),
            "heading: aaaa\n  bbbb cccc dddd\n  eeee\n");
}

TEST(Text, lines_split_with_either_line_ending) {
  EXPECT_EQ(split_lines("a\r\nb\n\nc"), (Lines{"a", "b", "", "c"}));
  EXPECT_TRUE(split_lines("").empty());
}

TEST(Text, invalid_utf8_becomes_replacement_characters) {
  EXPECT_EQ(valid_utf8("a\xFFz"), "a\xEF\xBF\xBDz");
  EXPECT_EQ(valid_utf8("é"), "é");
  EXPECT_EQ(valid_utf8("\xED\xA0\x80"), "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD");  // A surrogate.
  EXPECT_EQ(valid_utf8("\xC0\x80").find('\0'), std::string::npos);                // Overlong NUL.
}

TEST(Text, printable_text_cannot_move_the_cursor) {
  EXPECT_EQ(printable("a\x1b[2Jb\x1b[31mc"), "abc");
  EXPECT_EQ(printable("a\x1b]0;title\x07z"), "az");
  EXPECT_EQ(printable("bell\a tab\t line\n"), "bell? tab\t line\n");
  EXPECT_EQ(printable("crlf\r\n"), "crlf\n");
  EXPECT_EQ(printable("\xC2\x9B"
                      "2J"),
            "?2J");  // The one-character form of ESC [.
}

TEST(Text, quoted_words_survive_the_shell) {
  EXPECT_EQ(shell_quoted("members/ana"), "members/ana");
  EXPECT_EQ(shell_quoted("my folder"), "'my folder'");
  EXPECT_EQ(shell_quoted("it's"), "'it'\\''s'");
  EXPECT_EQ(shell_quoted(""), "''");
}

}  // namespace
}  // namespace runner
