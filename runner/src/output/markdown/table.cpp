#include "output/markdown/table.h"

#include <algorithm>
#include <numeric>

#include "output/markdown/inline.h"
#include "system/text.h"

namespace runner {

namespace {

constexpr std::size_t kGap = 2;
constexpr std::size_t kNarrowestColumn = 6;

using Row = std::vector<std::string>;

Row cells_of(std::string_view line) {
  line = trim(line);
  if (line.starts_with('|')) line.remove_prefix(1);
  if (line.ends_with('|')) line.remove_suffix(1);
  Row cells;
  std::string cell;
  bool in_code = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '`') in_code = !in_code;
    if (line[i] == '\\' && i + 1 < line.size() && line[i + 1] == '|') {
      cell += line[++i];
    } else if (line[i] == '|' && !in_code) {
      cells.emplace_back(trim(cell));
      cell.clear();
    } else {
      cell += line[i];
    }
  }
  cells.emplace_back(trim(cell));
  return cells;
}

// Takes columns from the widest until all fit.
void shrink(std::vector<std::size_t>& widths, std::size_t room) {
  while (std::accumulate(widths.begin(), widths.end(), kGap * (widths.size() - 1)) > room) {
    const auto widest = std::max_element(widths.begin(), widths.end());
    if (*widest <= kNarrowestColumn) return;
    --*widest;
  }
}

std::string render_row(const Row& row, const std::vector<std::size_t>& widths) {
  std::vector<std::vector<std::string>> wrapped;
  std::size_t height = 1;
  for (std::size_t i = 0; i < row.size(); ++i) {
    wrapped.push_back(wrap(row[i], widths[i]));
    height = std::max(height, wrapped.back().size());
  }
  std::string text;
  for (std::size_t y = 0; y < height; ++y) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::string part = y < wrapped[i].size() ? wrapped[i][y] : "";
      line += pad_to(part, widths[i] + kGap);
    }
    while (!line.empty() && line.back() == ' ') line.pop_back();
    text += line + "\n";
  }
  return text;
}

}  // namespace

std::string render_table(const std::vector<std::string>& lines, const Style& style) {
  std::vector<Row> rows;
  std::size_t columns = 0;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (i == 1) continue;
    Row row = cells_of(lines[i]);
    for (std::string& cell : row) cell = render_inline(cell, style);
    columns = std::max(columns, row.size());
    rows.push_back(std::move(row));
  }
  std::vector<std::size_t> widths(columns, 1);
  for (Row& row : rows) {
    row.resize(columns);
    for (std::size_t i = 0; i < columns; ++i)
      widths[i] = std::max(widths[i], display_width(row[i]));
  }
  shrink(widths, static_cast<std::size_t>(style.width));
  std::string text;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    text += render_row(rows[i], widths);
    if (i > 0) continue;
    Row ruler;
    for (const std::size_t width : widths) {
      std::string dashes;
      for (std::size_t n = 0; n < width; ++n) dashes += "─";
      ruler.push_back(dashes);
    }
    text += style.dim(trim(render_row(ruler, widths))) + "\n";
  }
  return text;
}

}  // namespace runner
