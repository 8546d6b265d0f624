#include "crashes/scratch_directory.h"

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <system_error>

namespace explorer::crashes {

namespace {

// Empty when `parent` is no directory to write in.
std::string made_below(const std::string& parent) {
  std::string path = parent + "/crash.XXXXXX";
  return mkdtemp(path.data()) != nullptr ? path : std::string();
}

}  // namespace

ScratchDirectory::ScratchDirectory() {
  if (const char* chosen = std::getenv("TMPDIR"); chosen != nullptr && *chosen != '\0') {
    path_ = made_below(chosen);
  } else {
    // Memory is durable enough for what only has to outlive a process.
    path_ = made_below("/dev/shm");
    path_ = path_.empty() ? made_below("/tmp") : path_;
  }
  if (path_.empty()) {
    throw std::system_error(errno, std::generic_category(), "no scratch directory");
  }
  // Children learn their files' paths from the kernel, which knows no symbolic links.
  path_ = std::filesystem::canonical(path_);
}

ScratchDirectory::~ScratchDirectory() {
  std::error_code ignored;  // What a child made unremovable stays behind.
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace explorer::crashes
