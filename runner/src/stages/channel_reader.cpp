#include "stages/channel_reader.h"

#include <fmt/format.h>

#include <random>
#include <utility>

namespace runner {

ChannelReader::ChannelReader(std::string secret) : secret_(std::move(secret)) {}

std::string ChannelReader::new_secret() {
  std::random_device source;
  std::string secret;
  for (int i = 0; i < 4; ++i) secret += fmt::format("{:08x}", source());
  return secret;
}

bool ChannelReader::feed(std::string_view bytes) {
  if (!interference_.empty()) return false;
  pending_ += bytes;
  std::size_t begin = 0;
  for (;;) {
    const auto end = pending_.find('\n', begin);
    if (end == std::string::npos) break;
    if (!take_line(std::string_view(pending_).substr(begin, end - begin))) return false;
    begin = end + 1;
  }
  pending_.erase(0, begin);
  if (pending_.size() > kLongestLine) return spoil("a line without end");
  return true;
}

bool ChannelReader::take_line(std::string_view line) {
  const std::string expected = fmt::format("{} {} ", secret_, next_number_);
  if (!line.starts_with(expected)) return spoil("a line that the grader did not write");
  nlohmann::json message = nlohmann::json::parse(line.substr(expected.size()), nullptr,
                                                 /*allow_exceptions=*/false);
  if (!message.is_object() || !message.contains("type") || !message["type"].is_string()) {
    return spoil("a line that is no message");
  }
  if (messages_.size() == kMostMessages) return spoil("more messages than a grader sends");
  ++next_number_;
  messages_.push_back(std::move(message));
  return true;
}

bool ChannelReader::spoil(std::string reason) {
  interference_ = std::move(reason);
  pending_.clear();
  return false;
}

}  // namespace runner
