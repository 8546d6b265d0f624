#include "output/markdown/markdown.h"

#include <algorithm>
#include <cctype>
#include <vector>

#include "output/markdown/inline.h"
#include "output/markdown/table.h"
#include "system/text.h"

namespace runner {

namespace {

// A list item's marker: how far it is indented and where its text begins.
struct Marker {
  std::size_t indent = 0;
  std::size_t text_at = 0;  // 0: not a list item.
  std::string bullet;
};

std::size_t indent_of(const std::string& line) {
  return std::min(line.find_first_not_of(' '), line.size());
}

Marker marker_of(const std::string& line) {
  const std::size_t indent = indent_of(line);
  std::size_t at = indent;
  std::string bullet = "•";
  if (at < line.size() && (line[at] == '-' || line[at] == '*' || line[at] == '+')) {
    ++at;
  } else {
    while (at < line.size() && std::isdigit(static_cast<unsigned char>(line[at]))) ++at;
    if (at == indent || at >= line.size() || (line[at] != '.' && line[at] != ')')) return {};
    ++at;
    bullet = line.substr(indent, at - indent);
  }
  if (at >= line.size() || line[at] != ' ') return {};
  return {indent, at + 1, bullet};
}

bool is_fence(const std::string& line) {
  const std::string_view text = trim(line);
  return text.starts_with("```") || text.starts_with("~~~");
}

std::size_t heading_level(const std::string& line) {
  const std::size_t level = std::min(line.find_first_not_of('#'), line.size());
  return level >= 1 && level <= 6 && level < line.size() && line[level] == ' ' ? level : 0;
}

bool is_rule(const std::string& line) {
  const std::string_view text = trim(line);
  return text.size() >= 3 && (text.find_first_not_of('-') == std::string_view::npos ||
                              text.find_first_not_of('*') == std::string_view::npos);
}

std::string repeated(std::string_view unit, std::size_t times) {
  std::string text;
  for (std::size_t i = 0; i < times; ++i) text += unit;
  return text;
}

// Walks over the lines and appends one block after the other.
class Renderer {
 public:
  Renderer(std::vector<std::string> lines, const Style& style)
      : lines_(std::move(lines)), style_(style) {}

  std::string run() {
    while (at_ < lines_.size()) block();
    while (out_.ends_with("\n\n")) out_.pop_back();
    return std::move(out_);
  }

 private:
  [[nodiscard]] std::size_t columns() const { return static_cast<std::size_t>(style_.width); }
  [[nodiscard]] const std::string& line() const { return lines_[at_]; }
  [[nodiscard]] bool blank() const { return at_ >= lines_.size() || trim(line()).empty(); }

  void block() {
    if (blank()) {
      blank_line();
      ++at_;
    } else if (is_fence(line())) {
      code();
    } else if (trim(line()).starts_with("<!--")) {
      comment();
    } else if (heading_level(line()) > 0) {
      heading();
    } else if (line().starts_with('|') && at_ + 1 < lines_.size() &&
               lines_[at_ + 1].starts_with("|")) {
      table();
    } else if (line().starts_with('>')) {
      quote();
    } else if (is_rule(line())) {
      out_ += style_.dim(repeated("─", columns())) + "\n";
      ++at_;
    } else if (marker_of(line()).text_at > 0) {
      item();
    } else {
      out_ += indent_wrapped(render_inline(paragraph(), style_), columns(), "", "");
    }
  }

  // At most one empty line between blocks, none at the beginning.
  void blank_line() {
    if (!out_.empty() && !out_.ends_with("\n\n")) out_ += "\n";
  }

  void code() {
    const std::string fence(trim(line()).substr(0, 3));
    const std::size_t indent = indent_of(line());
    for (++at_; at_ < lines_.size() && !trim(line()).starts_with(fence); ++at_) {
      const std::string text = line().substr(std::min(indent, indent_of(line())));
      out_ += text.empty() ? "\n" : "    " + style_.cyan(text) + "\n";
    }
    ++at_;
  }

  void comment() {
    while (at_ < lines_.size() && line().find("-->") == std::string::npos) ++at_;
    ++at_;
  }

  void heading() {
    const std::size_t level = heading_level(line());
    const std::string title = render_inline(trim(line().substr(level)), Style{});
    blank_line();
    out_ += style_.bold(title) + "\n";
    if (level <= 2 && !style_.color) {
      out_ += repeated(level == 1 ? "=" : "-", std::min(display_width(title), columns())) + "\n";
    }
    ++at_;
    if (!blank()) blank_line();
  }

  void table() {
    std::vector<std::string> rows;
    while (at_ < lines_.size() && line().starts_with('|')) rows.push_back(lines_[at_++]);
    out_ += render_table(rows, style_);
  }

  void quote() {
    std::string text;
    for (; at_ < lines_.size() && line().starts_with('>'); ++at_) {
      text += std::string(trim(line().substr(1))) + "\n";
    }
    Style narrower = style_;
    narrower.width = std::max(style_.width - 2, 10);
    for (const std::string& quoted : split_lines(render_markdown(text, narrower))) {
      out_ += style_.dim("│") + (quoted.empty() ? "" : " " + quoted) + "\n";
    }
  }

  void item() {
    const Marker marker = marker_of(line());
    const std::string indent(marker.indent, ' ');
    lines_[at_] = line().substr(marker.text_at);
    const std::string text = paragraph();
    const std::string rest(marker.indent + display_width(marker.bullet) + 1, ' ');
    out_ +=
        indent_wrapped(render_inline(text, style_), columns(), indent + marker.bullet + " ", rest);
  }

  // The lines up to the end of the paragraph, joined.
  std::string paragraph() {
    std::string text = line();
    for (++at_; at_ < lines_.size(); ++at_) {
      const bool ends = blank() || is_fence(line()) || heading_level(line()) > 0 ||
                        marker_of(line()).text_at > 0 || line().starts_with('|') ||
                        line().starts_with('>');
      if (ends) break;
      text += " " + line();
    }
    return text;
  }

  std::vector<std::string> lines_;
  Style style_;
  std::size_t at_ = 0;
  std::string out_;
};

}  // namespace

std::string render_markdown(std::string_view markdown, const Style& style) {
  return Renderer(split_lines(printable(markdown)), style).run();
}

}  // namespace runner
