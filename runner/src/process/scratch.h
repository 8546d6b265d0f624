// A private directory for one use, removed with everything in it.
//
// Thread-safety: one owner.
#pragma once

#include <filesystem>

namespace runner {

class ScratchDirectory {
 public:
  // Below $TMPDIR or /tmp, readable by this user only. Throws UserError when none can be made.
  ScratchDirectory();
  ~ScratchDirectory();
  ScratchDirectory(const ScratchDirectory&) = delete;
  ScratchDirectory& operator=(const ScratchDirectory&) = delete;

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace runner
