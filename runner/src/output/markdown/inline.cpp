#include "output/markdown/inline.h"

#include <functional>

#include "system/text.h"

namespace runner {

namespace {

using Paint = std::function<std::string(std::string_view)>;

std::string paint_words(std::string_view text, const Paint& paint) {
  std::string out;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    if (end > 0) out += paint(text.substr(0, end));
    if (end < text.size()) out += ' ';
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out;
}

bool word_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

// The text between two marks, where `text` begins with the first; empty when it is no such span.
std::string_view span_between(std::string_view text, std::string_view mark) {
  if (!text.starts_with(mark) || text.size() <= mark.size() * 2) return {};
  const std::size_t end = text.find(mark, mark.size());
  if (end == std::string_view::npos) return {};
  const std::string_view inner = text.substr(mark.size(), end - mark.size());
  if (inner.empty() || inner.front() == ' ' || inner.back() == ' ') return {};
  return inner;
}

// "[text](target)" at the beginning of `text`.
struct Link {
  std::string_view text;
  std::string_view target;
  std::size_t length = 0;
};

Link link_at(std::string_view text) {
  if (!text.starts_with('[')) return {};
  const std::size_t middle = text.find("](");
  if (middle == std::string_view::npos || text.find('\n') < middle) return {};
  const std::size_t end = text.find(')', middle);
  if (end == std::string_view::npos) return {};
  return {text.substr(1, middle - 1), text.substr(middle + 2, end - middle - 2), end + 1};
}

std::string render_link(const Link& link, const Style& style) {
  std::string out = render_inline(link.text, style);
  const bool elsewhere = link.target.find("://") != std::string_view::npos;
  if (elsewhere && link.text.find(link.target) == std::string_view::npos) {
    out += " (" + std::string(link.target) + ")";
  }
  return out;
}

}  // namespace

std::string render_inline(std::string_view text, const Style& style) {
  const Paint code = [&style](std::string_view word) { return style.cyan(word); };
  const Paint strong = [&style](std::string_view word) { return style.bold(word); };
  std::string out;
  char before = ' ';
  while (!text.empty()) {
    std::size_t taken = 1;
    const bool boundary = !word_character(before);
    if (const auto inner = span_between(text, "`"); !inner.empty()) {
      out += style.color ? paint_words(inner, code) : "`" + std::string(inner) + "`";
      taken = inner.size() + 2;
    } else if (const auto bold = span_between(text, "**"); !bold.empty()) {
      out += paint_words(render_inline(bold, Style{}), strong);
      taken = bold.size() + 4;
    } else if (const auto italic = span_between(text, text.starts_with('_') ? "_" : "*");
               boundary && !italic.empty() && !text.starts_with("**") &&
               (text.size() == italic.size() + 2 || !word_character(text[italic.size() + 2]))) {
      out += paint_words(render_inline(italic, Style{}), strong);
      taken = italic.size() + 2;
    } else if (const Link link = link_at(text); link.length > 0) {
      out += render_link(link, style);
      taken = link.length;
    } else if (text.size() > 1 && text[0] == '\\' &&
               std::ispunct(static_cast<unsigned char>(text[1]))) {
      out += text[1];
      taken = 2;
    } else {
      out += text[0];
    }
    before = text[taken - 1];
    text.remove_prefix(taken);
  }
  return out;
}

}  // namespace runner
