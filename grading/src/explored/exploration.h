// Runs a behaviour's body under the explorer and reports what came of it.
//
// Thread-safety: for main(), but for note_measure(), which any controlled thread may call.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "explorer/options.h"
#include "grading/behaviour.h"

namespace grading::exploration {

enum class Rendering : std::uint8_t { text, mermaid, trace, json };
[[nodiscard]] std::string_view name(Rendering rendering);

// What the command line asks for.
struct Request {
  std::string token;            // Replay this schedule only; empty: explore.
  std::uint64_t schedules = 0;  // Instead of the behaviour's own number; 0: that.
  explorer::Backend backend = explorer::Backend::automatic;
  Rendering rendering = Rendering::text;
};
[[nodiscard]] Request& request();

void run(const Behaviour& behaviour);
// Once, in this process and on real threads.
void run_uncontrolled(const Behaviour& behaviour);

// Keeps the worst of the values that the schedules bring.
void note_measure(std::string_view what, long long value, long long limit);

}  // namespace grading::exploration
