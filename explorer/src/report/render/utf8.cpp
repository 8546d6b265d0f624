#include "report/render/utf8.h"

namespace explorer {
namespace {

bool continues(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }

// Length of the valid sequence at the start of `text`, 0 if there is none. The second byte's range
// excludes overlong forms, surrogates and what lies beyond U+10FFFF.
std::size_t sequence_length(std::string_view text) {
  const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(text[at]); };
  const unsigned char first = byte(0);
  if (first < 0x80) {
    return 1;
  }
  const std::size_t length = first >= 0xC2 && first <= 0xDF   ? 2
                             : first >= 0xE0 && first <= 0xEF ? 3
                             : first >= 0xF0 && first <= 0xF4 ? 4
                                                              : 0;
  if (length == 0 || text.size() < length) {
    return 0;
  }
  for (std::size_t i = 1; i < length; ++i) {
    if (!continues(text[i])) {
      return 0;
    }
  }
  const bool refused = (first == 0xE0 && byte(1) < 0xA0) || (first == 0xED && byte(1) > 0x9F) ||
                       (first == 0xF0 && byte(1) < 0x90) || (first == 0xF4 && byte(1) > 0x8F);
  return refused ? 0 : length;
}

}  // namespace

std::string valid_utf8(std::string_view text) {
  std::string valid;
  while (!text.empty()) {
    const std::size_t length = sequence_length(text);
    if (length == 0) {
      valid += "\xEF\xBF\xBD";
      text.remove_prefix(1);
    } else {
      valid += text.substr(0, length);
      text.remove_prefix(length);
    }
  }
  return valid;
}

std::string one_line(std::string_view text) {
  std::string line = valid_utf8(text);
  for (char& c : line) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) {
      c = ' ';
    }
  }
  return line;
}

std::size_t columns(std::string_view text) {
  std::size_t count = 0;
  for (const char c : text) {
    count += continues(c) ? 0 : 1;
  }
  return count;
}

std::string_view first_columns(std::string_view text, std::size_t count) {
  std::size_t at = 0;
  while (at < text.size() && (count > 0 || continues(text[at]))) {
    count -= continues(text[at]) ? 0 : 1;
    ++at;
  }
  return text.substr(0, at);
}

}  // namespace explorer
