#include "trace/token.h"

#include <algorithm>

#include "trace/bit_stream.h"

namespace explorer {
namespace {

constexpr char kVersion = 'A';
constexpr std::string_view kAlphabet =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
constexpr unsigned kBitsPerCharacter = 6;
constexpr unsigned kChecksumBits = 12;
constexpr unsigned kMaxOrder = 15;
constexpr std::uint64_t kMaxLength = std::uint64_t{1} << 26;

// CRC-12 (x^12+x^11+x^3+x^2+x+1): any error within twelve neighbouring bits, hence any two
// neighbouring characters, changes it.
unsigned checksum(const std::vector<bool>& bits) {
  unsigned remainder = 0xFFF;
  for (const bool bit : bits) {
    const bool carry = ((remainder >> 11) & 1U) != static_cast<unsigned>(bit);
    remainder = (remainder << 1) & 0xFFFU;
    if (carry) remainder ^= 0x80FU;
  }
  return remainder;
}

// The gaps between deviations, and the order of the code that writes them shortest.
std::vector<std::uint64_t> gaps_of(const Schedule& schedule) {
  std::vector<std::uint64_t> gaps;
  std::uint64_t next = 0;
  for (const Deviation& deviation : schedule.deviations) {
    gaps.push_back(deviation.position - next);
    next = std::uint64_t{deviation.position} + 1;
  }
  return gaps;
}

unsigned best_order(const std::vector<std::uint64_t>& numbers) {
  unsigned best = 0;
  std::uint64_t best_length = ~std::uint64_t{0};
  for (unsigned order = 0; order <= kMaxOrder; ++order) {
    std::uint64_t length = 0;
    for (const std::uint64_t number : numbers) length += golomb_length(number, order);
    if (length < best_length) {
      best = order;
      best_length = length;
    }
  }
  return best;
}

std::string print(const std::vector<bool>& bits) {
  std::string token(1, kVersion);
  for (std::size_t i = 0; i < bits.size(); i += kBitsPerCharacter) {
    unsigned digit = 0;
    for (std::size_t j = i; j < i + kBitsPerCharacter; ++j)
      digit = digit << 1 | (bits[j] ? 1U : 0U);
    token += kAlphabet[digit];
  }
  return token;
}

DecodedToken refuse(std::string why) { return {std::nullopt, std::move(why)}; }

bool read_deviations(BitReader& reader, Schedule& schedule) {
  const std::uint64_t count = reader.golomb(2);
  if (count > schedule.length) return false;
  if (count == 0) return true;
  const auto gap_order = static_cast<unsigned>(reader.bits(4));
  const auto value_order = static_cast<unsigned>(reader.bits(4));
  std::uint64_t next = 0;
  for (std::uint64_t i = 0; i < count && !reader.failed(); ++i) {
    const std::uint64_t position = next + reader.golomb(gap_order);
    const std::uint64_t value = reader.golomb(value_order);
    if (position >= schedule.length || value > 0xFFFF) return false;
    schedule.deviations.push_back(
        {static_cast<std::uint32_t>(position), static_cast<std::uint16_t>(value)});
    next = position + 1;
  }
  return !reader.failed();
}

}  // namespace

std::string encode(const Schedule& schedule) {
  BitWriter writer;
  writer.golomb(schedule.settings.spurious_wakes, 1);
  writer.bits(schedule.settings.adversarial_clock ? 1 : 0, 1);
  writer.bits(schedule.settings.points_at_plain_accesses ? 1 : 0, 1);
  writer.golomb(schedule.length, 5);
  writer.golomb(schedule.deviations.size(), 2);
  if (!schedule.deviations.empty()) {
    const std::vector<std::uint64_t> gaps = gaps_of(schedule);
    std::vector<std::uint64_t> values;
    for (const Deviation& deviation : schedule.deviations) values.push_back(deviation.value);
    const unsigned gap_order = best_order(gaps);
    const unsigned value_order = best_order(values);
    writer.bits(gap_order, 4);
    writer.bits(value_order, 4);
    for (std::size_t i = 0; i < gaps.size(); ++i) {
      writer.golomb(gaps[i], gap_order);
      writer.golomb(values[i], value_order);
    }
  }
  for (const std::uint8_t checkpoint : schedule.checkpoints) writer.bits(checkpoint, 4);
  while (writer.all().size() % kBitsPerCharacter != 0) writer.bits(0, 1);
  writer.bits(checksum(writer.all()), kChecksumBits);
  return print(writer.all());
}

DecodedToken decode(std::string_view token) {
  if (token.empty()) return refuse("the token is empty");
  if (token.front() != kVersion) {
    return refuse(std::string("the token is of format '") + token.front() +
                  "', this version reads format '" + kVersion + "'");
  }
  std::vector<bool> bits;
  for (const char character : token.substr(1)) {
    const std::size_t digit = kAlphabet.find(character);
    if (digit == std::string_view::npos) {
      return refuse("the token contains a character that no token has");
    }
    for (unsigned bit = kBitsPerCharacter; bit-- > 0;) bits.push_back((digit >> bit & 1) != 0);
  }
  if (bits.size() < kChecksumBits) return refuse("the token is too short");
  BitReader tail({bits.end() - kChecksumBits, bits.end()});
  bits.resize(bits.size() - kChecksumBits);
  if (tail.bits(kChecksumBits) != checksum(bits)) {
    return refuse("the token is damaged: its checksum does not match");
  }

  Schedule schedule;
  BitReader reader(std::move(bits));
  schedule.settings.spurious_wakes = static_cast<unsigned>(reader.golomb(1));
  schedule.settings.adversarial_clock = reader.bits(1) != 0;
  schedule.settings.points_at_plain_accesses = reader.bits(1) != 0;
  const std::uint64_t length = reader.golomb(5);
  if (reader.failed() || length > kMaxLength) return refuse("the token has no valid length");
  schedule.length = static_cast<std::uint32_t>(length);
  if (!read_deviations(reader, schedule)) return refuse("the token has no valid choices");
  const std::uint32_t checkpoints = schedule.length / checkpoint_distance(schedule.length);
  for (std::uint32_t i = 0; i < checkpoints; ++i) {
    schedule.checkpoints.push_back(static_cast<std::uint8_t>(reader.bits(4)));
  }
  if (reader.failed() || reader.remaining() >= kBitsPerCharacter) {
    return refuse("the token has not the length its content says");
  }
  return {std::move(schedule), {}};
}

}  // namespace explorer
