// Writes JSON, two-space indented, fields in the order they are given.
//
// Thread-safety: none. Requires: every key() is followed by one value, every begin by its end.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace explorer {

class JsonWriter {
 public:
  void begin_object();
  void end_object();
  void begin_array();
  void end_array();
  // Of the next value; only inside an object.
  void key(std::string_view name);
  // Any bytes; what is not valid UTF-8 becomes U+FFFD.
  void value(std::string_view text);
  // Or a literal would be taken for a truth value.
  void value(const char* text) { value(std::string_view(text)); }
  void value(std::int64_t number);
  void value(bool truth);

  template <typename Value>
  void field(std::string_view name, const Value& content) {
    key(name);
    value(content);
  }

  // The document, ending with a newline.
  [[nodiscard]] std::string take();

 private:
  void open(char bracket);
  void close(char bracket);
  void before_value();
  void new_line();
  void quoted(std::string_view text);

  std::string text_;
  int depth_ = 0;
  bool first_ = true;
  bool after_key_ = false;
};

}  // namespace explorer
