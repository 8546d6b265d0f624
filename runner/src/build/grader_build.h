// Compiles and links a kata's grader against somebody's header.
//
// Thread-safety: may be called from several threads, with a scratch directory each.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "build/toolkit.h"
#include "verdict/verdict.h"

namespace runner {

struct BuildRequest {
  std::filesystem::path header;  // The learner's.
  std::filesystem::path grader;  // The source file with the behaviours.
  std::vector<std::string> libraries;
  std::filesystem::path scratch;  // An empty directory for this build alone.
  std::filesystem::path cache;    // May not exist yet; may be unusable.
};

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

// Throws UserError when the header or the grader is not a file that can be read.
[[nodiscard]] BuildResult build_grader(const Toolkit& toolkit, const BuildRequest& request);

}  // namespace runner
