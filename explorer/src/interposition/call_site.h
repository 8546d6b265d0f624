// Who called an interposed function.
#pragma once

#include <cstdint>

namespace explorer {

// Inlined, so that it is the interposed function's own caller that is named.
[[gnu::always_inline]] inline std::uintptr_t call_site() {
  return reinterpret_cast<std::uintptr_t>(__builtin_return_address(0));
}

}  // namespace explorer
