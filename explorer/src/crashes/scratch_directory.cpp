#include "crashes/scratch_directory.h"

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <system_error>

namespace explorer::crashes {

ScratchDirectory::ScratchDirectory() {
  const char* parent = std::getenv("TMPDIR");
  path_ = std::string(parent != nullptr && *parent != '\0' ? parent : "/tmp") + "/crash.XXXXXX";
  if (mkdtemp(path_.data()) == nullptr) {
    throw std::system_error(errno, std::generic_category(), "mkdtemp " + path_);
  }
  // Children learn their files' paths from the kernel, which knows no symbolic links.
  path_ = std::filesystem::canonical(path_);
}

ScratchDirectory::~ScratchDirectory() {
  std::error_code ignored;  // What a child made unremovable stays behind.
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace explorer::crashes
