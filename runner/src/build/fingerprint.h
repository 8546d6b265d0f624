// A short text that stands for a lot of content: equal content, equal text; different content,
// different text, except with negligible probability. Not a defence against forgery.
//
// Algorithm: two 64-bit FNV-1a sums with different starting values.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace runner {

class Fingerprint {
 public:
  // Parts are kept apart: "ab" + "c" differs from "a" + "bc".
  void add(std::string_view part);
  // Size and time of last change instead of content. False when there is no such file.
  bool add_stamp(const std::filesystem::path& file);
  // 32 hexadecimal digits.
  [[nodiscard]] std::string text() const;

 private:
  void mix(std::string_view bytes);

  std::uint64_t first_ = 0xcbf29ce484222325ULL;
  std::uint64_t second_ = 0x9ae16a3b2f90404fULL;
};

// Of a file's content; empty when it cannot be read.
[[nodiscard]] std::string fingerprint_of(const std::filesystem::path& file);

}  // namespace runner
