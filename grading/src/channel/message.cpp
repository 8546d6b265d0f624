#include "grading/src/channel/message.h"

#include "grading/src/channel/channel.h"
#include "grading/src/uninstrumented.h"

namespace grading::channel {

GRADING_UNINSTRUMENTED_BEGIN

namespace {

GRADING_NO_BUILTIN std::size_t length_of(const char* text) {
  std::size_t length = 0;
  while (text[length] != '\0') ++length;
  return length;
}

// The length of the valid UTF-8 sequence at `text`, or 0.
std::size_t sequence_length(const char* text, std::size_t available) {
  const auto lead = static_cast<unsigned char>(text[0]);
  const std::size_t length = lead < 0x80   ? 1
                             : lead < 0xC2 ? 0
                             : lead < 0xE0 ? 2
                             : lead < 0xF0 ? 3
                             : lead < 0xF5 ? 4
                                           : 0;
  if (length == 0 || length > available) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((static_cast<unsigned char>(text[i]) & 0xC0) != 0x80) return 0;
  }
  const auto second = length > 1 ? static_cast<unsigned char>(text[1]) : 0x80;
  // Overlong forms, surrogates, and what lies beyond U+10FFFF.
  if ((lead == 0xE0 && second < 0xA0) || (lead == 0xED && second > 0x9F) ||
      (lead == 0xF0 && second < 0x90) || (lead == 0xF4 && second > 0x8F)) {
    return 0;
  }
  return length;
}

constexpr char kHexDigits[] = "0123456789abcdef";

}  // namespace

Message::Message(const char* type) {
  put('{');
  text("type", type);
}

void Message::put(char c) {
  if (size_ + kReserve < kCapacity) {
    buffer_[size_++] = c;
  } else {
    overflow_ = true;
  }
}

void Message::put_plain(const char* text) {
  for (std::size_t i = 0; text[i] != '\0'; ++i) put(text[i]);
}

void Message::put_quoted(const char* text, std::size_t length) {
  const bool cut = length > kLongestText;
  if (cut) length = kLongestText;
  put('"');
  for (std::size_t i = 0; i < length;) {
    const char c = text[i];
    const std::size_t sequence = sequence_length(text + i, length - i);
    if (sequence == 0) {
      put_plain("\\ufffd");
      ++i;
    } else if (c == '"' || c == '\\') {
      put('\\');
      put(c);
      ++i;
    } else if (c == '\n') {
      put_plain("\\n");
      ++i;
    } else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) {
      put_plain("\\u00");
      put(kHexDigits[(c >> 4) & 0xF]);
      put(kHexDigits[c & 0xF]);
      ++i;
    } else {
      for (std::size_t end = i + sequence; i < end; ++i) put(text[i]);
    }
  }
  if (cut) put_plain(" [...]");
  put('"');
}

void Message::put_decimal(std::int64_t value) {
  char digits[20];
  std::size_t count = 0;
  std::uint64_t rest =
      value < 0 ? ~static_cast<std::uint64_t>(value) + 1 : static_cast<std::uint64_t>(value);
  do {
    digits[count++] = static_cast<char>('0' + rest % 10);
    rest /= 10;
  } while (rest != 0);
  if (value < 0) put('-');
  while (count > 0) put(digits[--count]);
}

void Message::begin_field(const char* key) {
  field_start_ = size_;
  field_first_ = first_;
  overflow_ = false;
  if (!first_) put(',');
  first_ = false;
  if (key != nullptr) {
    put_quoted(key, length_of(key));
    put(':');
  }
}

void Message::end_field() {
  if (!overflow_) return;
  size_ = field_start_;
  first_ = field_first_;
}

Message& Message::text(const char* key, const char* value) {
  return text(key, value, length_of(value));
}

Message& Message::text(const char* key, const char* value, std::size_t length) {
  begin_field(key);
  // The constructor's opening brace stands before the first field, and is not part of it.
  put_quoted(value, length);
  end_field();
  return *this;
}

Message& Message::number(const char* key, std::int64_t value) {
  begin_field(key);
  put_decimal(value);
  end_field();
  return *this;
}

Message& Message::flag(const char* key, bool value) {
  begin_field(key);
  put_plain(value ? "true" : "false");
  end_field();
  return *this;
}

Message& Message::hexadecimal(const char* key, std::uint64_t value) {
  begin_field(key);
  put_plain("\"0x");
  int shift = 60;
  while (shift > 0 && (value >> shift) == 0) shift -= 4;
  for (; shift >= 0; shift -= 4) put(kHexDigits[(value >> shift) & 0xF]);
  put('"');
  end_field();
  return *this;
}

// Brackets are not taken back when the buffer is nearly full, since their ends would be missing:
// the reserve has room for them, as messages nest only a few levels and hold short arrays.
Message& Message::begin_array(const char* key) {
  begin_field(key);
  put('[');
  first_ = true;
  return *this;
}

Message& Message::end_array() {
  buffer_[size_++] = ']';
  first_ = false;
  return *this;
}

Message& Message::begin_object(const char* key) {
  begin_field(key);
  put('{');
  first_ = true;
  return *this;
}

Message& Message::end_object() {
  buffer_[size_++] = '}';
  first_ = false;
  return *this;
}

Message& Message::element(std::int64_t value) {
  begin_field(nullptr);
  put_decimal(value);
  end_field();
  return *this;
}

void Message::send() {
  end_object();
  send_line(buffer_, size_);
}

GRADING_UNINSTRUMENTED_END

}  // namespace grading::channel
