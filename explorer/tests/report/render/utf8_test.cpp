#include "report/render/utf8.h"

#include <gtest/gtest.h>

#include "report/render/paragraph.h"

namespace explorer {
namespace {

TEST(Utf8, valid_text_stays_as_it_is) {
  for (const char* text : {"", "plain", "\xc3\xa9", "\xe2\x9c\x97", "\xf0\x9f\x98\x80"}) {
    EXPECT_EQ(valid_utf8(text), text);
  }
}

TEST(Utf8, every_stray_byte_is_replaced) {
  const std::string sign = "\xEF\xBF\xBD";
  EXPECT_EQ(valid_utf8("a\xff z"), "a" + sign + " z");
  EXPECT_EQ(valid_utf8("\xc3"), sign);
  EXPECT_EQ(valid_utf8("\xe2\x9c"), sign + sign);
}

TEST(Utf8, overlong_forms_and_surrogates_are_not_valid) {
  const std::string sign = "\xEF\xBF\xBD";
  EXPECT_EQ(valid_utf8("\xc0\xaf"), sign + sign);
  EXPECT_EQ(valid_utf8("\xe0\x80\xaf"), sign + sign + sign);
  EXPECT_EQ(valid_utf8("\xed\xa0\x80"), sign + sign + sign);
  EXPECT_EQ(valid_utf8("\xf4\x90\x80\x80"), sign + sign + sign + sign);
}

TEST(Utf8, columns_counts_characters) {
  EXPECT_EQ(columns("a\xc3\xa9\xe2\x9c\x97"), 3U);
  EXPECT_EQ(first_columns("\xc3\xa9\xe2\x9c\x97z", 2), "\xc3\xa9\xe2\x9c\x97");
}

TEST(Paragraph, breaks_at_spaces) {
  EXPECT_EQ(wrapped("one two three", 8), (std::vector<std::string>{"one two", "three"}));
}

TEST(Paragraph, breaks_a_word_only_when_it_is_longer_than_a_line) {
  EXPECT_EQ(wrapped("ab abcdefghij", 6, 2),
            (std::vector<std::string>{"ab", "  abcd", "  efgh", "  ij"}));
}

TEST(Paragraph, a_long_qualified_name_breaks_between_its_parts) {
  EXPECT_EQ(wrapped("counting_semaphore::acquire()", 24, 2),
            (std::vector<std::string>{"counting_semaphore::", "  acquire()"}));
}

TEST(Paragraph, exactly_full_lines_do_not_break_early) {
  EXPECT_EQ(wrapped("four word", 9), (std::vector<std::string>{"four word"}));
  EXPECT_EQ(wrapped("four word", 4), (std::vector<std::string>{"four", "word"}));
}

TEST(Paragraph, padding_fills_or_cuts) {
  EXPECT_EQ(padded("ab", 4), "ab  ");
  EXPECT_EQ(padded("abcdef", 4), "ab..");
}

}  // namespace
}  // namespace explorer
