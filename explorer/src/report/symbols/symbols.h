// From return addresses to functions, files and lines.
//
// Thread-safety: none; call from the driver, between executions. May start a child process.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "explorer/finding.h"

namespace explorer {

struct Frame {
  SourceLocation where;
  bool library = false;  // The C++ library's, the C library's, GoogleTest's or the explorer's own.
};

class Symbols {
 public:
  virtual ~Symbols() = default;

  // The frames at one return address: innermost inlined function first; never empty. Without
  // debug information the function is the exported symbol's or "module+0x1234".
  [[nodiscard]] virtual const std::vector<Frame>& frames(std::uintptr_t return_address) = 0;

  // The global variable that covers `address`: "queue", "queue+8" for a place inside it, or an
  // empty string.
  [[nodiscard]] virtual std::string variable(std::uintptr_t address) = 0;

  // Why frames may lack files and lines, as a sentence; empty when nothing is missing.
  [[nodiscard]] virtual std::string limitation() const { return {}; }
};

// Asks llvm-symbolizer (the newest found in PATH, or the one that EXPLORER_SYMBOLIZER names) about
// the modules of this process. The child process starts with the first question and ends with the
// returned object. Without a symbolizer the answers fall back to exported symbols.
[[nodiscard]] std::unique_ptr<Symbols> process_symbols();

// All frames of a stack, innermost first.
[[nodiscard]] std::vector<Frame> frames_of(Symbols& symbols, std::span<const std::uintptr_t> stack);

// The same without library frames: what the author of the program under test wrote. When nothing
// else is left, the innermost frame, whosever it is.
[[nodiscard]] std::vector<SourceLocation> own_frames(std::span<const Frame> frames);

}  // namespace explorer
