// A directory of one's own, removed with everything in it.
#pragma once

#include <string>

namespace explorer::crashes {

// Below TMPDIR if that is set, else below /dev/shm or /tmp. Throws std::system_error when it cannot
// be made.
class ScratchDirectory {
 public:
  ScratchDirectory();
  ~ScratchDirectory();
  ScratchDirectory(const ScratchDirectory&) = delete;
  ScratchDirectory& operator=(const ScratchDirectory&) = delete;

  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace explorer::crashes
