// A data race or an access to freed memory, as plain data. Printing adds no logic.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "trace/operation.h"

namespace explorer {

struct AccessSite {
  ThreadIndex thread = kNoThread;
  bool is_write = false;
  bool is_atomic = false;
  std::uint32_t step = 0;  // The trace step the access belongs to.
  std::uintptr_t address = 0;
  std::uint8_t size = 0;
  std::vector<std::uintptr_t> stack;  // Return addresses, innermost first.
};

struct MemoryFault {
  // freed_in_use: the earlier access touched the block that the current one frees, unordered.
  enum class Kind : std::uint8_t { data_race, use_after_free, freed_in_use, double_free };
  Kind kind = Kind::data_race;
  AccessSite current;
  AccessSite previous;  // The other access, or the free.
};

}  // namespace explorer
