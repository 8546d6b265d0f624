// What came of building a grader.
//
// Thread-safety: plain data and pure functions.
#pragma once

#include <filesystem>
#include <string>

#include "verdict/verdict.h"

namespace runner {

struct BuildResult {
  enum class Kind {
    built,
    rejected,     // The learner's header is at fault, see `error`.
    failed,       // It is not, see `problem`.
    interrupted,  // request_stop()
  };
  Kind kind = Kind::failed;
  std::filesystem::path executable;
  CompileError error;
  std::string problem;
  bool from_cache = false;
};

// `error` may hold whatever a header can make a compiler print.
[[nodiscard]] BuildResult rejected(CompileError error);
// For what no line of the header can be named for.
[[nodiscard]] BuildResult rejected(const std::filesystem::path& header, std::string message);
[[nodiscard]] BuildResult failed(std::string problem);

}  // namespace runner
