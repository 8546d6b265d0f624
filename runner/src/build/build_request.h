// What is to be built: a grader against somebody's header.
//
// Thread-safety: plain data.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace runner {

struct BuildRequest {
  std::filesystem::path header;  // The learner's.
  std::filesystem::path grader;  // The source file with the behaviours.
  std::vector<std::string> libraries;
  std::filesystem::path scratch;  // An empty directory for this build alone.
  std::filesystem::path cache;    // May not exist yet; may be unusable. Empty: nothing is kept.
  int processors = 1;             // To use.
};

}  // namespace runner
