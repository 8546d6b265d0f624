// Turns addresses of a program into functions and lines, with llvm-symbolizer.
//
// One process answers for many addresses, since starting it and reading the debug information is
// what takes the time.
//
// Thread-safety: a pure function and a process of its own.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string_view>
#include <vector>

#include "stages/places/frame.h"

namespace runner {

// For each address the frames there, innermost inlined one first.
using Symbols = std::map<std::uint64_t, std::vector<Frame>>;

// `addresses` are relative to where the program is loaded. Addresses that cannot be resolved are
// left out; all of them when there is no symbolizer.
[[nodiscard]] Symbols symbolize(const std::filesystem::path& symbolizer,
                                const std::filesystem::path& program,
                                const std::vector<std::uint64_t>& addresses);

// Understands --output-style=JSON.
[[nodiscard]] Symbols parse_symbols(std::string_view output);

}  // namespace runner
