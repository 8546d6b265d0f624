// The runner's end of the result channel: takes bytes, gives messages that are proved to come from
// the grading library.
//
// Every line is `<secret> <number from 0> <JSON object>`. Anything else was written by somebody
// else and spoils the whole run.
//
// Thread-safety: one owner.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

namespace runner {

class ChannelReader {
 public:
  static constexpr std::size_t kLongestLine = 128UL * 1024;
  static constexpr std::size_t kMostMessages = 20'000;

  explicit ChannelReader(std::string secret);

  // 32 hexadecimal digits that cannot be guessed.
  [[nodiscard]] static std::string new_secret();

  // False as soon as somebody else has written; nothing is taken in from then on.
  bool feed(std::string_view bytes);

  [[nodiscard]] const std::vector<nlohmann::json>& messages() const { return messages_; }
  // What was wrong with the first foreign line; empty when there was none.
  [[nodiscard]] const std::string& interference() const { return interference_; }
  // A line was begun and never ended, as when the program is killed in the middle of one.
  [[nodiscard]] bool cut_off() const { return !pending_.empty(); }

 private:
  bool take_line(std::string_view line);
  bool spoil(std::string reason);

  std::string secret_;
  std::string pending_;
  std::uint64_t next_number_ = 0;
  std::vector<nlohmann::json> messages_;
  std::string interference_;
};

}  // namespace runner
