#include "system/text.h"

#include <cstdint>

#include "system/utf8.h"

namespace runner {

namespace {

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

// The length of the terminal control sequence that `text` begins with; 0 when it begins with none.
std::size_t escape_length(std::string_view text) {
  if (text.size() < 2 || text[0] != '\x1b') return 0;
  if (text[1] == ']') {  // Operating system command, ends with BEL or ESC \.
    for (std::size_t i = 2; i < text.size(); ++i) {
      if (text[i] == '\a') return i + 1;
      if (text[i] == '\x1b' && i + 1 < text.size() && text[i + 1] == '\\') return i + 2;
    }
    return text.size();
  }
  if (text[1] != '[') return 2;
  std::size_t i = 2;
  while (i < text.size() && (text[i] < '@' || text[i] > '~')) ++i;
  return i < text.size() ? i + 1 : text.size();
}

}  // namespace

std::size_t display_width(std::string_view text) {
  std::size_t width = 0;
  while (!text.empty()) {
    if (const std::size_t skipped = escape_length(text); skipped > 0) {
      text.remove_prefix(skipped);
      continue;
    }
    const CodePoint point = first_code_point(text);
    width += columns_of(point.value);
    text.remove_prefix(point.length);
  }
  return width;
}

std::string pad_to(std::string_view text, std::size_t width) {
  std::string padded(text);
  const std::size_t have = display_width(text);
  if (have < width) padded.append(width - have, ' ');
  return padded;
}

std::string cut_to(std::string_view text, std::size_t width) {
  if (display_width(text) <= width) return std::string(text);
  std::string cut;
  std::size_t used = 0;
  while (!text.empty()) {
    if (const std::size_t skipped = escape_length(text); skipped > 0) {
      cut += text.substr(0, skipped);
      text.remove_prefix(skipped);
      continue;
    }
    const CodePoint point = first_code_point(text);
    if (used + columns_of(point.value) + 1 > width) break;
    used += columns_of(point.value);
    cut += text.substr(0, point.length);
    text.remove_prefix(point.length);
  }
  if (width > 0) cut += "…";
  return cut;
}

std::vector<std::string> wrap(std::string_view text, std::size_t width, std::size_t taken) {
  std::vector<std::string> lines;
  std::string line;
  std::size_t line_width = taken;
  std::size_t i = 0;
  while (i < text.size()) {
    while (i < text.size() && is_space(text[i])) ++i;
    const std::size_t begin = i;
    while (i < text.size() && !is_space(text[i])) ++i;
    if (begin == i) break;
    const std::string_view word = text.substr(begin, i - begin);
    const std::size_t word_width = display_width(word);
    if (!line.empty() && line_width + 1 + word_width > width) {
      lines.push_back(std::move(line));
      line.clear();
      line_width = 0;
    }
    if (!line.empty()) {
      line += ' ';
      ++line_width;
    }
    line += word;
    line_width += word_width;
  }
  if (!line.empty()) lines.push_back(std::move(line));
  return lines;
}

std::string indent_wrapped(std::string_view text, std::size_t width, std::string_view first,
                           std::string_view rest) {
  constexpr std::size_t kLeastRoom = 10;
  const std::size_t indent = display_width(rest);
  const std::size_t room = width > indent + kLeastRoom ? width - indent : kLeastRoom;
  const std::size_t heading = display_width(first);
  std::string out;
  for (const std::string& line : wrap(text, room, heading > indent ? heading - indent : 0)) {
    out += out.empty() ? first : rest;
    out += line;
    out += '\n';
  }
  return out;
}

std::vector<std::string> split_lines(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    lines.emplace_back(line);
    if (end == std::string_view::npos) break;
    text.remove_prefix(end + 1);
  }
  return lines;
}

std::string_view trim(std::string_view text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

std::string join(const std::vector<std::string>& parts, std::string_view between) {
  std::string joined;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i > 0) joined += between;
    joined += parts[i];
  }
  return joined;
}

std::string valid_utf8(std::string_view text) {
  std::string valid;
  valid.reserve(text.size());
  while (!text.empty()) {
    const CodePoint point = first_code_point(text);
    if (point.valid) {
      valid += text.substr(0, point.length);
    } else {
      valid += "\xEF\xBF\xBD";
    }
    text.remove_prefix(point.length);
  }
  return valid;
}

std::string printable(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    if (const std::size_t skipped = escape_length(text); skipped > 0) {
      text.remove_prefix(skipped);
      continue;
    }
    const CodePoint point = first_code_point(text);
    const bool control = (point.value < 0x20 && point.value != '\n' && point.value != '\t') ||
                         point.value == 0x7F || (point.value >= 0x80 && point.value < 0xA0);
    if (!point.valid || control) {
      if (point.value != '\r') out += '?';
    } else {
      out += text.substr(0, point.length);
    }
    text.remove_prefix(point.length);
  }
  return out;
}

std::string grouped(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t at = digits.size(); at > 3;) digits.insert(at -= 3, ",");
  return digits;
}

std::string shell_quoted(std::string_view text) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./:=@%+,";
  if (!text.empty() && text.find_first_not_of(kPlain) == std::string_view::npos) {
    return std::string(text);
  }
  std::string quoted = "'";
  for (const char c : text) {
    if (c == '\'') {
      quoted += "'\\''";
    } else {
      quoted += c;
    }
  }
  return quoted + "'";
}

}  // namespace runner
