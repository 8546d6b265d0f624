#include <gtest/gtest.h>

#include "contains.h"
#include "system/text.h"
#include "verbs/compare/line_diff.h"

namespace runner {
namespace {

using Lines = std::vector<std::string>;
using Kind = DiffRow::Kind;

// "=a -b +c"
std::string summary(const Lines& left, const Lines& right) {
  std::string text;
  for (const DiffRow& row : diff_lines(left, right)) {
    if (!text.empty()) text += ' ';
    if (row.kind == Kind::same) text += "=" + row.left;
    if (row.kind == Kind::left_only) text += "-" + row.left;
    if (row.kind == Kind::right_only) text += "+" + row.right;
  }
  return text;
}

TEST(LineDiff, finds_what_is_the_same) {
  EXPECT_EQ(summary({"a", "b", "c"}, {"a", "b", "c"}), "=a =b =c");
  EXPECT_EQ(summary({"a", "b", "c"}, {"a", "x", "c"}), "=a -b +x =c");
  EXPECT_EQ(summary({"a", "b", "c", "d"}, {"b", "d", "e"}), "-a =b -c =d +e");
  EXPECT_EQ(summary({}, {"a"}), "+a");
  EXPECT_EQ(summary({"a"}, {}), "-a");
  EXPECT_EQ(summary({}, {}), "");
}

TEST(LineDiff, both_texts_can_be_rebuilt_from_it) {
  const Lines left = {"x", "a", "b", "a", "c", "c", "y"};
  const Lines right = {"x", "b", "a", "c", "b", "c", "z", "y"};
  Lines left_again;
  Lines right_again;
  for (const DiffRow& row : diff_lines(left, right)) {
    if (row.kind != Kind::right_only) left_again.push_back(row.left);
    if (row.kind != Kind::left_only) right_again.push_back(row.right);
  }
  EXPECT_EQ(left_again, left);
  EXPECT_EQ(right_again, right);
}

TEST(LineDiff, texts_too_large_to_compare_are_shown_one_after_the_other) {
  const auto rows = diff_lines(Lines(5000, "left"), Lines(5000, "right"));
  EXPECT_EQ(rows.size(), 10'000U);
}

TEST(RenderedDiff, stands_in_two_columns_on_a_wide_screen) {
  const std::string text =
      render_diff(diff_lines({"same", "mine"}, {"same", "theirs"}), Style{}, 120, "L", "R");
  const Lines lines = split_lines(text);
  ASSERT_EQ(lines.size(), 3U) << text;
  EXPECT_TRUE(lines[2].starts_with("mine ")) << text;
  EXPECT_TRUE(lines[2].ends_with(" │ theirs")) << text;
}

TEST(RenderedDiff, is_one_column_on_a_narrow_screen_and_never_wider) {
  const std::string text = render_diff(
      diff_lines({"same", std::string(200, 'm')}, {"same", "theirs"}), Style{}, 60, "L", "R");
  EXPECT_TRUE(contains(text, "\n- mmm")) << text;
  EXPECT_TRUE(contains(text, "\n+ theirs\n"));
  for (const std::string& line : split_lines(text)) EXPECT_LE(display_width(line), 60U);
}

TEST(RenderedDiff, leaves_out_long_stretches_that_are_the_same) {
  Lines left(50, "same");
  Lines right = left;
  right.push_back("more");
  const std::string text = render_diff(diff_lines(left, right), Style{}, 60, "L", "R");
  EXPECT_TRUE(contains(text, "⋯ 47 lines are the same")) << text;
  EXPECT_TRUE(contains(text, "+ more"));
}

}  // namespace
}  // namespace runner
