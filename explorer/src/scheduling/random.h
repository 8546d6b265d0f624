// The explorer's random numbers: the same seed gives the same numbers on every machine, for ever.
//
// xoshiro256** (Blackman and Vigna, 2018), seeded through splitmix64. Not for secrets. A value;
// no thread-safety of its own.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace explorer {

// One step of splitmix64: a bijection that scatters similar inputs.
[[nodiscard]] constexpr std::uint64_t scatter(std::uint64_t value) {
  value += 0x9E37'79B9'7F4A'7C15U;
  value = (value ^ (value >> 30)) * 0xBF58'476D'1CE4'E5B9U;
  value = (value ^ (value >> 27)) * 0x94D0'49BB'1331'11EBU;
  return value ^ (value >> 31);
}

class Random {
 public:
  // Different streams of one seed are independent: one stream per execution makes execution n's
  // choices independent of how many choices the earlier ones took.
  explicit constexpr Random(std::uint64_t seed = 0, std::uint64_t stream = 0) {
    std::uint64_t value = scatter(seed) ^ scatter(~stream);
    for (std::uint64_t& word : state_) {
      value += 0x9E37'79B9'7F4A'7C15U;
      word = scatter(value);
    }
  }

  constexpr std::uint64_t next() {
    const std::uint64_t result = std::rotl(state_[1] * 5, 7) * 9;
    const std::uint64_t shifted = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= shifted;
    state_[3] = std::rotl(state_[3], 45);
    return result;
  }

  // Uniform below `count`. Requires: count >= 1. Unbiased (Lemire's multiplication with rejection).
  constexpr std::uint32_t below(std::uint32_t count) {
    std::uint64_t product = (next() >> 32) * count;
    if (static_cast<std::uint32_t>(product) < count) {
      const std::uint32_t threshold = (0U - count) % count;
      while (static_cast<std::uint32_t>(product) < threshold) product = (next() >> 32) * count;
    }
    return static_cast<std::uint32_t>(product >> 32);
  }

  // True with probability numerator / denominator.
  constexpr bool chance(std::uint32_t numerator, std::uint32_t denominator) {
    return below(denominator) < numerator;
  }

 private:
  std::array<std::uint64_t, 4> state_{};
};

}  // namespace explorer
