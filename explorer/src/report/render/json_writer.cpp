#include "report/render/json_writer.h"

#include <cstdio>
#include <utility>

#include "report/render/utf8.h"

namespace explorer {

void JsonWriter::begin_object() { open('{'); }
void JsonWriter::end_object() { close('}'); }
void JsonWriter::begin_array() { open('['); }
void JsonWriter::end_array() { close(']'); }

void JsonWriter::key(std::string_view name) {
  before_value();
  quoted(name);
  text_ += ": ";
  after_key_ = true;
}

void JsonWriter::value(std::string_view text) {
  before_value();
  quoted(text);
}

void JsonWriter::value(std::int64_t number) {
  before_value();
  text_ += std::to_string(number);
}

void JsonWriter::value(bool truth) {
  before_value();
  text_ += truth ? "true" : "false";
}

std::string JsonWriter::take() { return std::exchange(text_, {}) + "\n"; }

void JsonWriter::open(char bracket) {
  before_value();
  text_ += bracket;
  ++depth_;
  first_ = true;
}

void JsonWriter::close(char bracket) {
  --depth_;
  if (!first_) {
    new_line();
  }
  text_ += bracket;
  first_ = false;
}

void JsonWriter::before_value() {
  if (after_key_) {
    after_key_ = false;
    return;
  }
  if (depth_ > 0) {
    text_ += first_ ? "" : ",";
    new_line();
  }
  first_ = false;
}

void JsonWriter::new_line() {
  text_ += '\n';
  text_.append(static_cast<std::size_t>(depth_) * 2, ' ');
}

void JsonWriter::quoted(std::string_view text) {
  text_ += '"';
  for (const char c : valid_utf8(text)) {
    if (c == '"' || c == '\\') {
      text_ += '\\';
      text_ += c;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      char escaped[8];
      std::snprintf(escaped, sizeof escaped, "\\u%04x", static_cast<unsigned>(c));
      text_ += escaped;
    } else {
      text_ += c;
    }
  }
  text_ += '"';
}

}  // namespace explorer
