#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <system_error>

#include "grading/durable.h"

namespace grading {

ScratchDirectory::ScratchDirectory() {
  const char* chosen = std::getenv("TMPDIR");
  path_ = chosen != nullptr && *chosen != '\0' ? chosen : "/tmp";
  path_ += "/scene.XXXXXX";
  if (mkdtemp(path_.data()) == nullptr) {
    throw std::system_error(errno, std::generic_category(), "no scratch directory");
  }
}

ScratchDirectory::~ScratchDirectory() {
  std::error_code ignored;  // What cannot be removed stays behind.
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace grading
