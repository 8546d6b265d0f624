// One line of the result channel, built up as JSON in a buffer of its own: no allocation and no
// call into intercepted functions, so that it can be used inside a sanitizer's report.
//
// Thread-safety: a message belongs to the thread that builds it.
// Errors: a field that does not fit is left out; what is sent is always well-formed.
#pragma once

#include <cstddef>
#include <cstdint>

namespace grading::channel {

class Message {
 public:
  // Begins `{"type":"<type>"`. Every `const char*` is a zero-terminated string.
  explicit Message(const char* type);

  Message& text(const char* key, const char* value);
  // Takes `length` bytes; invalid UTF-8 is replaced, long values are cut and marked as cut.
  Message& text(const char* key, const char* value, std::size_t length);
  Message& number(const char* key, std::int64_t value);
  Message& flag(const char* key, bool value);
  Message& hexadecimal(const char* key, std::uint64_t value);  // "0x1f"

  // `"key":[` ... `]` and `{` ... `}`; inside an array the key is null.
  Message& begin_array(const char* key);
  Message& end_array();
  Message& begin_object(const char* key = nullptr);
  Message& end_object();
  Message& element(std::int64_t value);

  // Blocks until the runner's socket has taken the line. Does nothing without a runner.
  void send();

  [[nodiscard]] const char* data() const { return buffer_; }
  [[nodiscard]] std::size_t size() const { return size_; }

 private:
  static constexpr std::size_t kCapacity = 24UL * 1024;
  static constexpr std::size_t kReserve = 64;  // For the brackets still open.
  static constexpr std::size_t kLongestText = 6UL * 1024;

  void put(char c);
  void put_plain(const char* text);
  void put_quoted(const char* text, std::size_t length);
  void put_decimal(std::int64_t value);
  void begin_field(const char* key);
  void end_field();

  char buffer_[kCapacity];
  std::size_t size_ = 0;
  std::size_t field_start_ = 0;
  bool first_ = true;        // No comma before the next field.
  bool field_first_ = true;  // `first_` when the field began, for taking it back.
  bool overflow_ = false;
};

}  // namespace grading::channel
