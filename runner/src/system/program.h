// Runs a program of the system, such as git or a compiler, and reads what it says. For programs
// that are to be trusted; see process/ for those that are not.
//
// Thread-safety: all functions may be called from any thread.
#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace runner {

struct ProgramResult {
  bool started = false;  // False: there is no such program, or it took too long.
  int exit_code = -1;    // -1 when it did not exit by itself.
  std::string output;    // Standard output, and standard error if asked for.

  [[nodiscard]] bool succeeded() const { return started && exit_code == 0; }
};

// argv[0] is looked up in PATH. Standard input is empty. Blocks, at most for `patience`.
[[nodiscard]] ProgramResult run_program(
    const std::vector<std::string>& argv, bool with_errors = false,
    std::chrono::milliseconds patience = std::chrono::seconds(20));

[[nodiscard]] std::optional<std::filesystem::path> find_program(std::string_view name);

}  // namespace runner
