#include "verbs/compare/line_diff.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "system/text.h"

namespace runner {

namespace {

using Kind = DiffRow::Kind;
using Lines = std::vector<std::string>;

constexpr std::size_t kMostLines = 3000;
constexpr std::size_t kContext = 3;
constexpr int kColumnsForTwo = 100;

// The part of both texts between their common beginning and end.
struct Middle {
  std::size_t begin = 0;
  std::size_t left_end = 0;
  std::size_t right_end = 0;
};

Middle middle_of(const Lines& left, const Lines& right) {
  Middle middle{0, left.size(), right.size()};
  const std::size_t shorter = std::min(left.size(), right.size());
  while (middle.begin < shorter && left[middle.begin] == right[middle.begin]) ++middle.begin;
  while (middle.left_end > middle.begin && middle.right_end > middle.begin &&
         left[middle.left_end - 1] == right[middle.right_end - 1]) {
    --middle.left_end;
    --middle.right_end;
  }
  return middle;
}

// common[i][j]: length of the longest common subsequence of left from i on and right from j on.
using Table = std::vector<std::vector<std::uint32_t>>;

Table common_lengths(const Lines& left, const Lines& right, const Middle& middle) {
  const std::size_t rows = middle.left_end - middle.begin;
  const std::size_t columns = middle.right_end - middle.begin;
  Table common(rows + 1, std::vector<std::uint32_t>(columns + 1, 0));
  if (rows > kMostLines || columns > kMostLines) return common;
  for (std::size_t i = rows; i-- > 0;) {
    for (std::size_t j = columns; j-- > 0;) {
      common[i][j] = left[middle.begin + i] == right[middle.begin + j]
                         ? common[i + 1][j + 1] + 1
                         : std::max(common[i + 1][j], common[i][j + 1]);
    }
  }
  return common;
}

void append_middle(const Lines& left, const Lines& right, const Middle& middle,
                   std::vector<DiffRow>& rows) {
  const Table common = common_lengths(left, right, middle);
  const std::size_t left_count = middle.left_end - middle.begin;
  const std::size_t right_count = middle.right_end - middle.begin;
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < left_count || j < right_count) {
    const bool both = i < left_count && j < right_count;
    const std::string& a = i < left_count ? left[middle.begin + i] : right[middle.begin + j];
    if (both && a == right[middle.begin + j] && common[i][j] > 0) {
      rows.push_back({Kind::same, a, a});
      ++i;
      ++j;
    } else if (j >= right_count || (both && common[i + 1][j] >= common[i][j + 1])) {
      rows.push_back({Kind::left_only, a, ""});
      ++i;
    } else {
      rows.push_back({Kind::right_only, "", right[middle.begin + j]});
      ++j;
    }
  }
}

// Whether row `at` lies within a few rows of a difference.
std::vector<bool> near_difference(const std::vector<DiffRow>& rows) {
  std::vector<bool> near(rows.size(), false);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows[i].kind == Kind::same) continue;
    const std::size_t begin = i < kContext ? 0 : i - kContext;
    const std::size_t end = std::min(rows.size(), i + kContext + 1);
    for (std::size_t near_by = begin; near_by < end; ++near_by) near[near_by] = true;
  }
  return near;
}

std::string one_column(const DiffRow& row, const Style& style, std::size_t width) {
  switch (row.kind) {
    case Kind::same:
      return "  " + cut_to(row.left, width - 2);
    case Kind::left_only:
      return style.red("- " + cut_to(row.left, width - 2));
    case Kind::right_only:
      return style.green("+ " + cut_to(row.right, width - 2));
  }
  return "";
}

std::string two_columns(const std::string& left, const std::string& right, const Style& style,
                        std::size_t half, bool differ) {
  const std::string a = pad_to(cut_to(left, half), half);
  const std::string b = cut_to(right, half);
  std::string line = (differ ? style.red(a) : a) + style.dim(" │ ") + (differ ? style.green(b) : b);
  line.erase(line.find_last_not_of(' ') + 1);
  return line;
}

// Left-only rows and the right-only rows that follow them stand beside each other.
std::vector<DiffRow> paired(const std::vector<DiffRow>& rows) {
  std::vector<DiffRow> pairs;
  for (std::size_t i = 0; i < rows.size();) {
    if (rows[i].kind == Kind::same) {
      pairs.push_back(rows[i++]);
      continue;
    }
    Lines left;
    Lines right;
    for (; i < rows.size() && rows[i].kind != Kind::same; ++i) {
      if (rows[i].kind == Kind::left_only) left.push_back(rows[i].left);
      if (rows[i].kind == Kind::right_only) right.push_back(rows[i].right);
    }
    for (std::size_t k = 0; k < std::max(left.size(), right.size()); ++k) {
      pairs.push_back(
          {Kind::left_only, k < left.size() ? left[k] : "", k < right.size() ? right[k] : ""});
    }
  }
  return pairs;
}

std::string tabs_expanded(const std::string& line) {
  std::string out;
  for (const char c : printable(line)) {
    if (c == '\t') {
      out += "    ";
    } else {
      out += c;
    }
  }
  return out;
}

}  // namespace

std::vector<DiffRow> diff_lines(const Lines& left, const Lines& right) {
  const Middle middle = middle_of(left, right);
  std::vector<DiffRow> rows;
  for (std::size_t i = 0; i < middle.begin; ++i) rows.push_back({Kind::same, left[i], left[i]});
  append_middle(left, right, middle, rows);
  for (std::size_t i = middle.left_end; i < left.size(); ++i) {
    rows.push_back({Kind::same, left[i], left[i]});
  }
  return rows;
}

std::string render_diff(const std::vector<DiffRow>& rows, const Style& style, int columns,
                        const std::string& left_title, const std::string& right_title) {
  const bool wide = columns >= kColumnsForTwo;
  const auto width = static_cast<std::size_t>(columns);
  const std::size_t half = (width - 3) / 2;
  std::vector<DiffRow> shown = wide ? paired(rows) : rows;
  for (DiffRow& row : shown) {
    row.left = tabs_expanded(row.left);
    row.right = tabs_expanded(row.right);
  }
  const std::vector<bool> near = near_difference(shown);
  std::string text = wide ? two_columns(left_title, right_title, Style{}, half, false) + "\n"
                          : "- " + left_title + "\n+ " + right_title + "\n";
  std::size_t left_out = 0;
  const auto note = [&] {
    if (left_out == 1) text += style.dim("⋯ one line is the same") + "\n";
    if (left_out > 1)
      text += style.dim("⋯ " + std::to_string(left_out) + " lines are the same") + "\n";
    left_out = 0;
  };
  for (std::size_t i = 0; i < shown.size(); ++i) {
    if (!near[i]) {
      ++left_out;
      continue;
    }
    note();
    const bool differ = shown[i].kind != Kind::same;
    text += (wide ? two_columns(shown[i].left, shown[i].right, style, half, differ)
                  : one_column(shown[i], style, width)) +
            "\n";
  }
  note();
  return text;
}

}  // namespace runner
