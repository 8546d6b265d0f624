#include <algorithm>

#include "report/symbols/symbols.h"

namespace explorer {

std::vector<Frame> frames_of(Symbols& symbols, std::span<const std::uintptr_t> stack) {
  std::vector<Frame> frames;
  for (const std::uintptr_t address : stack) {
    const std::vector<Frame>& inlined = symbols.frames(address);
    frames.insert(frames.end(), inlined.begin(), inlined.end());
  }
  return frames;
}

std::vector<SourceLocation> own_frames(std::span<const Frame> frames) {
  std::vector<SourceLocation> own;
  for (const Frame& frame : frames) {
    if (!frame.library) {
      own.push_back(frame.where);
    }
  }
  // Start-up code and a test framework's main() have no lines; the author's functions do.
  const auto has_line = [](const SourceLocation& where) { return where.line != 0; };
  if (std::any_of(own.begin(), own.end(), has_line)) {
    std::erase_if(own, [&](const SourceLocation& where) { return !has_line(where); });
  }
  if (own.empty() && !frames.empty()) {
    own.push_back(frames.front().where);
  }
  return own;
}

}  // namespace explorer
