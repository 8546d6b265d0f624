// Numbers of varying length in a row of bits. Values; no thread-safety of their own.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

namespace explorer {

// Exponential Golomb codes of order k take few bits for values near 2^k or below: bit length of
// (value + 2^k) in unary, then its bits.
class BitWriter {
 public:
  void bits(std::uint64_t value, unsigned count) {
    while (count-- > 0) bits_.push_back((value >> count & 1) != 0);
  }
  void golomb(std::uint64_t value, unsigned order) {
    const std::uint64_t shifted = value + (std::uint64_t{1} << order);
    const auto length = static_cast<unsigned>(std::bit_width(shifted));
    for (unsigned i = order + 1; i < length; ++i) bits(1, 1);
    bits(0, 1);
    bits(shifted, length - 1);
  }
  [[nodiscard]] const std::vector<bool>& all() const { return bits_; }

 private:
  std::vector<bool> bits_;
};

[[nodiscard]] inline unsigned golomb_length(std::uint64_t value, unsigned order) {
  const auto length = static_cast<unsigned>(std::bit_width(value + (std::uint64_t{1} << order)));
  return length - order + length - 1;
}

// Reads what a BitWriter wrote. Past the end it delivers zeros and fails.
class BitReader {
 public:
  explicit BitReader(std::vector<bool> all) : bits_(std::move(all)) {}

  std::uint64_t bits(unsigned count) {
    std::uint64_t value = 0;
    while (count-- > 0) value = value << 1 | (next() ? 1U : 0U);
    return value;
  }
  std::uint64_t golomb(unsigned order) {
    unsigned length = order;
    while (next()) {
      if (++length > 40) failed_ = true;
      if (failed_) return 0;
    }
    const std::uint64_t shifted = std::uint64_t{1} << length | bits(length);
    return shifted - (std::uint64_t{1} << order);
  }
  [[nodiscard]] bool failed() const { return failed_; }
  [[nodiscard]] std::size_t remaining() const { return bits_.size() - position_; }

 private:
  bool next() {
    if (position_ == bits_.size()) {
      failed_ = true;
      return false;
    }
    return bits_[position_++];
  }

  std::vector<bool> bits_;
  std::size_t position_ = 0;
  bool failed_ = false;
};

}  // namespace explorer
