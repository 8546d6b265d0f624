// Notices when the headers in a kata's folder have been saved.
//
// What counts is content: a file that is touched, or saved without a change, is no news. The kernel
// is asked to tell (inotify on the folder, because many editors replace a file by renaming a new
// one over it); where it does not, as on network file systems and the Windows drives of WSL2,
// looking from time to time finds out as well.
//
// Thread-safety: none.
#pragma once

#include <cstdint>
#include <filesystem>

namespace runner {

class SourceWatch {
 public:
  // With `notices` false, only looking finds changes.
  SourceWatch(std::filesystem::path folder, bool notices);
  ~SourceWatch();
  SourceWatch(const SourceWatch&) = delete;
  SourceWatch& operator=(const SourceWatch&) = delete;

  // Readable when the kernel has something to tell; -1 when it will not.
  [[nodiscard]] int descriptor() const { return inotify_; }

  // Looks at the folder. True when something is different from the last look.
  [[nodiscard]] bool changed();

 private:
  void read_notices();
  void ask_for_notices();

  std::filesystem::path folder_;
  std::uint64_t seen_ = 0;  // A digest of names and contents.
  int inotify_ = -1;
  int watch_ = -1;
};

}  // namespace runner
