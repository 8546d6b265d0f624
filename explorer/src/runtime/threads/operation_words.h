// Operations are written at every step and read again some nanoseconds later. A processor that is
// asked for more bytes than were written at once waits until they have reached its cache; so they
// are written and copied in words of one width.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "trace/operation.h"

namespace explorer {

static_assert(sizeof(Operation) == 4 * sizeof(std::uint64_t));
static_assert(offsetof(Operation, peer) == 4 && offsetof(Operation, object) == 8 &&
              offsetof(Operation, second_object) == 12 && offsetof(Operation, value) == 16);

[[gnu::always_inline]] inline void write_operation(Operation& to, const Operation& from) {
  struct Head {
    OperationKind kind;
    Access access;
    std::uint8_t size;
    std::uint8_t unused;
    ThreadIndex peer;
    std::uint16_t unused_too;
  };
  struct Objects {
    ObjectIndex object;
    ObjectIndex second_object;
  };
  const std::uint64_t words[] = {
      std::bit_cast<std::uint64_t>(Head{from.kind, from.access, from.size, 0, from.peer, 0}),
      std::bit_cast<std::uint64_t>(Objects{from.object, from.second_object}), from.value,
      from.call_site};
  std::memcpy(static_cast<void*>(&to), words, sizeof words);
}

// Requires: `from` was written by write_operation().
[[gnu::always_inline]] inline void copy_operation(Operation& to, const Operation& from) {
  std::uint64_t words[4];
  std::memcpy(words, &from, sizeof words);
  // Keeps compilers from making two words one.
  for (std::uint64_t& word : words) asm("" : "+r"(word));
  std::memcpy(static_cast<void*>(&to), words, sizeof words);
}

}  // namespace explorer
