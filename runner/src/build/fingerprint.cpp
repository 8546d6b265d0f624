#include "build/fingerprint.h"

#include <fmt/format.h>

#include <system_error>

#include "system/files.h"

namespace runner {

void Fingerprint::mix(std::string_view bytes) {
  constexpr std::uint64_t kPrime = 0x100000001b3ULL;
  for (const char byte : bytes) {
    const auto value = static_cast<unsigned char>(byte);
    first_ = (first_ ^ value) * kPrime;
    second_ = (second_ ^ (value + 0x5bU)) * kPrime;
  }
}

void Fingerprint::add(std::string_view part) {
  mix(fmt::format("{}:", part.size()));
  mix(part);
}

bool Fingerprint::add_stamp(const std::filesystem::path& file) {
  std::error_code failed;
  const auto size = std::filesystem::file_size(file, failed);
  if (failed) return false;
  const auto time = std::filesystem::last_write_time(file, failed);
  if (failed) return false;
  add(fmt::format("{} {} {}", file.string(), size, time.time_since_epoch().count()));
  return true;
}

std::string Fingerprint::text() const { return fmt::format("{:016x}{:016x}", first_, second_); }

std::string fingerprint_of(const std::filesystem::path& file) {
  const auto content = read_file(file);
  if (!content) return {};
  Fingerprint fingerprint;
  fingerprint.add(*content);
  return fingerprint.text();
}

}  // namespace runner
