#include "verbs/mutate/unified_diff.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "system/text.h"
#include "verbs/compare/line_diff.h"

namespace runner {

namespace {

using Kind = DiffRow::Kind;

constexpr std::size_t kContext = 3;

// Rows [begin, end) that are shown together.
struct Hunk {
  std::size_t begin = 0;
  std::size_t end = 0;
};

std::vector<Hunk> hunks_of(const std::vector<DiffRow>& rows) {
  std::vector<Hunk> hunks;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows[i].kind == Kind::same) continue;
    const std::size_t begin = i - std::min(i, kContext);
    const std::size_t end = std::min(i + kContext + 1, rows.size());
    if (!hunks.empty() && begin <= hunks.back().end) {
      hunks.back().end = end;
    } else {
      hunks.push_back({begin, end});
    }
  }
  return hunks;
}

std::size_t lines_in(const std::vector<DiffRow>& rows, std::size_t begin, std::size_t end,
                     Kind without) {
  return static_cast<std::size_t>(
      std::count_if(rows.begin() + static_cast<std::ptrdiff_t>(begin),
                    rows.begin() + static_cast<std::ptrdiff_t>(end),
                    [&](const DiffRow& row) { return row.kind != without; }));
}

std::string heading(const std::vector<DiffRow>& rows, const Hunk& hunk) {
  const auto range = [&](Kind without) {
    return fmt::format("{},{}", lines_in(rows, 0, hunk.begin, without) + 1,
                       lines_in(rows, hunk.begin, hunk.end, without));
  };
  return fmt::format("@@ -{} +{} @@", range(Kind::right_only), range(Kind::left_only));
}

std::string shown(const DiffRow& row, const Style& style) {
  switch (row.kind) {
    case Kind::left_only:
      return style.red("-" + printable(row.left));
    case Kind::right_only:
      return style.green("+" + printable(row.right));
    case Kind::same:
      break;
  }
  return " " + printable(row.left);
}

}  // namespace

std::string unified_diff(const std::string& before, const std::string& after,
                         const std::string& before_title, const std::string& after_title,
                         const Style& style) {
  const std::vector<DiffRow> rows = diff_lines(split_lines(before), split_lines(after));
  std::string text;
  for (const Hunk& hunk : hunks_of(rows)) {
    text += style.cyan(heading(rows, hunk)) + "\n";
    for (std::size_t i = hunk.begin; i < hunk.end; ++i) text += shown(rows[i], style) + "\n";
  }
  if (text.empty()) return text;
  return style.bold("--- " + before_title) + "\n" + style.bold("+++ " + after_title) + "\n" + text;
}

}  // namespace runner
