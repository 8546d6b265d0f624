// The libraries that every C++ program runs on, as far as they keep something from one execution
// to the next.
#pragma once

#include <cstdint>

namespace explorer {

// Whether the address lies in the C++ library or in the unwinder, where these are shared libraries.
// The first call looks for them; O(1) afterwards. Thread-safety: any thread may ask.
[[nodiscard]] bool is_language_runtime(std::uintptr_t address);

}  // namespace explorer
